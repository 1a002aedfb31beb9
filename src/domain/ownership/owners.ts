import { and, asc, count, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { botOwners, bots, type TeamRole, users } from '../../db/tables.ts';
import { gathered, isOneOf, ofEach } from '../kernel/batch.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import { noteEvent } from '../kernel/events.ts';
import { isSnowflake } from '../kernel/ids.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { addNotices, retractNotice, subjectAt } from '../notices/add.ts';
import { type ConfirmedSite, confirmedSite } from './confirm-site.ts';

const MAX_CO_OWNERS = 10;
/** The number of invitations that can be answered together. */
const MAX_ANSWERS = 100;

/** Whether somebody has not accepted an invitation yet. Readers have no `acceptedAt`. */
const IS_INVITED = and(isNull(botOwners.acceptedAt), isNull(botOwners.readsSince));

/**
 * Lists the websites that name a user as an owner of one of their public bots: each once, with the newest
 * confirmation, which comes first.
 */
export async function listConfirmedSites(
  { db, now }: WithDatabase & WithClock,
  userId: string,
): Promise<ConfirmedSite[]> {
  const rows = await db.orm
    .select(STORED_SITE)
    .from(botOwners)
    .innerJoin(bots, eq(bots.id, botOwners.botId))
    .where(
      and(
        eq(botOwners.userId, userId),
        eq(bots.state, 'approved'),
        isNotNull(botOwners.acceptedAt),
        isNotNull(botOwners.siteConfirmedAt),
      ),
    )
    .orderBy(asc(botOwners.siteConfirmedAt));
  const sites = rows.map((row) => confirmedSite(row, now())).filter((site) => site !== null);
  // Of equal hosts, the map keeps the last one.
  return [...new Map(sites.map((site) => [site.host, site])).values()].toReversed();
}

/** A user of the team of a listing, or one who is invited to it. */
export interface Owner {
  readonly userId: string;
  readonly name: string;
  readonly isCoOwner: boolean;
  /** What the user may do, or will after accepting. */
  readonly role: TeamRole;
  /** False for an invitation that is not accepted yet. */
  readonly isAccepted: boolean;
  /** The bot's website, where it names this owner. */
  readonly site: ConfirmedSite | null;
}

const STORED_SITE = {
  siteUrl: botOwners.siteUrl,
  siteMethod: botOwners.siteMethod,
  siteConfirmedAt: botOwners.siteConfirmedAt,
  websiteUrl: bots.websiteUrl,
};

const ownersOf = gathered(
  async ({ db, now }: WithDatabase & WithClock, keys: readonly { botId: string; withInvited: boolean }[]) => {
    const botIds = keys.map(({ botId }) => botId);
    const rows = await db.orm
      .select({
        botId: botOwners.botId,
        owner: {
          userId: users.id,
          name: users.name,
          isCoOwner: botOwners.isCoOwner,
          role: botOwners.role,
          isAccepted: sql<boolean>`not (${IS_INVITED})`,
        },
        site: STORED_SITE,
      })
      .from(botOwners)
      .innerJoin(bots, eq(bots.id, botOwners.botId))
      .innerJoin(users, eq(users.id, botOwners.userId))
      .where(isOneOf(botOwners.botId, botIds))
      .orderBy(asc(botOwners.isCoOwner), asc(users.name), asc(users.id));
    return ofEach(botIds, rows).map((found, index): Owner[] => {
      const owners = found.map(({ owner, site }) => ({ ...owner, site: confirmedSite(site, now()) }));
      if (keys[index]?.withInvited) return owners;
      return owners.filter(({ isAccepted, role }) => isAccepted && role === 'manage');
    });
  },
);

/**
 * Lists the owner and the co-owners of a listing, the owner first.
 *
 * @param withInvited whether to include users who have not accepted yet, and those who only read; only the team may see
 *   them
 */
export function listOwners(
  services: WithDatabase & WithClock,
  botId: string,
  withInvited = false,
): Promise<Owner[]> {
  return ownersOf(services, { botId, withInvited });
}

/** An invitation to become a co-owner of a listing. */
export interface CoOwnerInvitation {
  readonly botId: string;
  readonly name: string;
  readonly role: TeamRole;
  /** Null when the account is gone, or the invitation is older than this was stored. */
  readonly inviterName: string | null;
}

/** Lists the open invitations of a user, by the name of the listing. */
export function listInvitations({ db }: WithDatabase, userId: string): Promise<CoOwnerInvitation[]> {
  return db.orm
    .select({ botId: bots.id, name: bots.name, role: botOwners.role, inviterName: users.name })
    .from(botOwners)
    .innerJoin(bots, eq(bots.id, botOwners.botId))
    .leftJoin(users, eq(users.id, botOwners.invitedBy))
    .where(and(eq(botOwners.userId, userId), IS_INVITED, ne(bots.state, 'removed')))
    .orderBy(asc(bots.name), asc(bots.id));
}

/**
 * Invites a user to become a co-owner. Until the user accepts, they have no rights to the listing, and the public
 * does not see their name with it. Otherwise an owner could name anybody, or take away a moderator's right to decide
 * on the listing.
 *
 * @param invitedBy the owner, whom invitation and notice name
 * @param role what the user will be able to do
 * @throws {InvalidInputError} when the user has never signed in, manages the listing or is invited already, or when
 *   the listing has ten co-owners and invitations
 * @throws {ForbiddenError} when the owner has changed
 */
export async function addCoOwner(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  userId: string,
  invitedBy?: string,
  role: TeamRole = 'manage',
): Promise<void> {
  await requireKnownUser(db.orm, userId);
  const at = now();
  await db.orm.transaction(async (transaction) => {
    // The lock makes concurrent calls wait, so that each one counts the co-owners correctly.
    await transaction.select({ id: bots.id }).from(bots).where(eq(bots.id, botId)).for('no key update');
    if (invitedBy) await requireItsOwner(transaction, botId, invitedBy);
    const [coOwners] = await transaction
      .select({ count: count() })
      .from(botOwners)
      .where(and(eq(botOwners.botId, botId), eq(botOwners.isCoOwner, true)));
    if (coOwners && coOwners.count >= MAX_CO_OWNERS) {
      throw new InvalidInputError('owner.tooMany', { max: MAX_CO_OWNERS });
    }
    const added = await transaction
      .insert(botOwners)
      .values({ botId, userId, isCoOwner: true, role, acceptedAt: null, invitedAt: at, invitedBy })
      .onConflictDoNothing()
      .returning({ userId: botOwners.userId });
    if (added.length === 0) {
      throw new InvalidInputError('owner.already');
    }
    await noteEvent(transaction, { botId, kind: 'invited', userId: invitedBy, otherId: userId, role, at });
    const told = { to: [userId], botId, actorId: invitedBy, data: {}, at };
    await addNotices(transaction, { ...told, kind: 'owner_invited' });
  });
}

/**
 * Requires a user who has signed in once.
 *
 * @throws {InvalidInputError} for any other id
 */
export async function requireKnownUser(orm: Pick<Transaction, 'select'>, userId: string): Promise<void> {
  // Text that is not an id may contain characters that PostgreSQL rejects.
  const known = isSnowflake(userId)
    ? await orm.select({ id: users.id }).from(users).where(eq(users.id, userId))
    : [];
  if (known.length === 0) throw new InvalidInputError('owner.neverSignedIn');
}

/**
 * Requires that a user still owns a listing, and holds the ownership until the end of the transaction. A request checks
 * it first, and a transfer may be accepted before the write.
 *
 * @throws {ForbiddenError} when the owner has changed
 */
export async function requireItsOwner(orm: Transaction, botId: string, userId: string): Promise<void> {
  const [owner] = await orm
    .select({ userId: botOwners.userId })
    .from(botOwners)
    .where(and(eq(botOwners.botId, botId), eq(botOwners.userId, userId), eq(botOwners.isCoOwner, false)))
    .for('update');
  if (!owner) throw new ForbiddenError('owner.mainOwnerOnly');
}

/**
 * Accepts or declines invitations together. One that is not open any more is left out.
 *
 * @throws {InvalidInputError} when there are none or more than a hundred ids
 * @throws {NotFoundError} when none of them is open
 */
export async function answerInvitations(
  { db, now }: WithDatabase & WithClock,
  userId: string,
  ids: readonly string[],
  accepts: boolean,
): Promise<void> {
  if (ids.length === 0 || ids.length > MAX_ANSWERS) {
    throw new InvalidInputError('argument.outOfRange', { argument: 'botIds', min: 1, max: MAX_ANSWERS });
  }
  // In order, so that concurrent transactions do not wait for each other in a circle.
  const botIds = [...new Set(ids)].filter(isSnowflake).sort();
  const at = now();
  const answered = await db.orm.transaction(async (orm) => {
    const open = await orm
      .select({ botId: botOwners.botId, role: botOwners.role })
      .from(botOwners)
      .innerJoin(bots, eq(bots.id, botOwners.botId))
      .where(
        and(
          inArray(botOwners.botId, botIds),
          eq(botOwners.userId, userId),
          IS_INVITED,
          ne(bots.state, 'removed'),
        ),
      )
      .orderBy(asc(botOwners.botId))
      .for('update', { of: botOwners });
    for (const { botId, role } of open) {
      if (accepts) await accept(orm, { botId, userId, role }, at);
      else await remove(orm, botId, userId, userId, at);
    }
    return open.length;
  });
  if (answered === 0) throw new NotFoundError();
}

async function accept(
  orm: Transaction,
  { botId, userId, role }: { botId: string; userId: string; role: TeamRole },
  at: Date,
): Promise<void> {
  await orm
    .update(botOwners)
    .set(role === 'manage' ? { acceptedAt: at } : { readsSince: at })
    .where(and(eq(botOwners.botId, botId), eq(botOwners.userId, userId)));
  await noteEvent(orm, { botId, kind: 'joined', userId, role, at });
  await addNotices(orm, { kind: 'owner_joined', to: 'managers', botId, actorId: userId, data: {}, at });
}

/**
 * Changes what a co-owner may do, from the next request on, and tells them. That of an invitation is only changed.
 *
 * @param changedBy the owner
 * @throws {InvalidInputError} when the user is neither a co-owner nor invited
 * @throws {ForbiddenError} when the owner has changed
 */
export async function setCoOwnerRole(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  userId: string,
  role: TeamRole,
  changedBy: string,
): Promise<void> {
  if (!isSnowflake(botId) || !isSnowflake(userId)) throw notCoOwner();
  const at = now();
  await db.orm.transaction(async (orm) => {
    await requireItsOwner(orm, botId, changedBy);
    const its = and(eq(botOwners.botId, botId), eq(botOwners.userId, userId), eq(botOwners.isCoOwner, true));
    const [coOwner] = await orm.select().from(botOwners).where(its).for('update');
    if (!coOwner) throw notCoOwner();
    if (coOwner.role === role) return;
    const since = coOwner.acceptedAt ?? coOwner.readsSince;
    const columns = {
      manage: { acceptedAt: since, readsSince: null },
      reports: { acceptedAt: null, readsSince: since },
    };
    await orm
      .update(botOwners)
      .set({ role, ...columns[role] })
      .where(its);
    await noteEvent(orm, { botId, kind: 'role_changed', userId: changedBy, otherId: userId, role, at });
    if (!since) return;
    const told = { to: [userId], botId, actorId: changedBy, data: {}, at };
    await addNotices(orm, { ...told, kind: 'owner_role_changed' });
  });
}

/**
 * Removes a co-owner or an invitation. A co-owner whom somebody else removes is told, and the inviter of somebody who
 * declines.
 *
 * @param removedBy who does it; the user when it is left out
 * @throws {InvalidInputError} when the user is neither a co-owner nor invited
 * @throws {ForbiddenError} when somebody else removes them who is not the owner any more
 */
export async function removeCoOwner(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  userId: string,
  removedBy: string = userId,
): Promise<void> {
  if (!isSnowflake(botId) || !isSnowflake(userId)) throw notCoOwner();
  await db.orm.transaction(async (orm) => {
    if (removedBy !== userId) await requireItsOwner(orm, botId, removedBy);
    await remove(orm, botId, userId, removedBy, now());
  });
}

async function remove(
  orm: Transaction,
  botId: string,
  userId: string,
  removedBy: string,
  at: Date,
): Promise<void> {
  const [removed] = await orm
    .delete(botOwners)
    .where(and(eq(botOwners.botId, botId), eq(botOwners.userId, userId), eq(botOwners.isCoOwner, true)))
    .returning({
      isInvited: sql<boolean>`${IS_INVITED}`,
      invitedAt: botOwners.invitedAt,
      invitedBy: botOwners.invitedBy,
    });
  if (!removed) throw notCoOwner();
  const { isInvited, invitedAt, invitedBy } = removed;
  const isSelf = removedBy === userId;
  const told = { botId, actorId: removedBy, data: {}, at };
  if (isSelf) await noteEvent(orm, { botId, kind: isInvited ? 'declined' : 'left', userId, at });
  else await noteEvent(orm, { botId, kind: 'removed', userId: removedBy, otherId: userId, at });
  if (isInvited && invitedAt) await retractNotice(orm, 'owner_invited', subjectAt(botId, invitedAt));
  if (isInvited && isSelf && invitedBy) {
    await addNotices(orm, { ...told, kind: 'owner_declined', to: [invitedBy] });
  } else if (!isInvited && !isSelf) {
    await addNotices(orm, { ...told, kind: 'owner_removed', to: [userId] });
  }
}

function notCoOwner(): InvalidInputError {
  return new InvalidInputError('owner.notCoOwner');
}
