import { and, asc, count, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { botOwners, bots, users } from '../../db/tables.ts';
import { gathered, isOneOf, ofEach } from '../kernel/batch.ts';
import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import { isSnowflake } from '../kernel/ids.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { addNotices, retractNotice } from '../notices/add.ts';
import { type ConfirmedSite, confirmedSite } from './confirm-site.ts';

const MAX_CO_OWNERS = 10;

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

/** A user who manages a listing, or is invited to. */
export interface Owner {
  readonly userId: string;
  readonly name: string;
  readonly isCoOwner: boolean;
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
          isAccepted: sql<boolean>`${botOwners.acceptedAt} is not null`,
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
      return keys[index]?.withInvited ? owners : owners.filter(({ isAccepted }) => isAccepted);
    });
  },
);

/**
 * Lists the owner and the co-owners of a listing, the owner first.
 *
 * @param withInvited whether to include users who have not accepted yet; only managers may see them
 */
export function listOwners(
  services: WithDatabase & WithClock,
  botId: string,
  withInvited = false,
): Promise<Owner[]> {
  return ownersOf(services, { botId, withInvited });
}

/** An invitation to manage a listing as a co-owner. */
export interface CoOwnerInvitation {
  readonly botId: string;
  readonly name: string;
}

/** Lists the open invitations of a user, by the name of the listing. */
export function listInvitations({ db }: WithDatabase, userId: string): Promise<CoOwnerInvitation[]> {
  return db.orm
    .select({ botId: bots.id, name: bots.name })
    .from(botOwners)
    .innerJoin(bots, eq(bots.id, botOwners.botId))
    .where(and(eq(botOwners.userId, userId), isNull(botOwners.acceptedAt), ne(bots.state, 'removed')))
    .orderBy(asc(bots.name), asc(bots.id));
}

/**
 * Invites a user to become a co-owner. Until the user accepts, they have no rights to the listing, and the public
 * does not see their name with it. Otherwise an owner could name anybody, or take away a moderator's right to decide
 * on the listing.
 *
 * @param invitedBy the owner, whom the notice names
 * @throws {InvalidInputError} when the user has never signed in, manages the listing or is invited already, or when
 *   the listing has ten co-owners and invitations
 */
export async function addCoOwner(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  userId: string,
  invitedBy?: string,
): Promise<void> {
  // Text that is not an id may contain characters that PostgreSQL rejects.
  const [user] = isSnowflake(userId)
    ? await db.orm.select({ id: users.id }).from(users).where(eq(users.id, userId))
    : [];
  if (!user) {
    throw new InvalidInputError('owner.neverSignedIn');
  }
  const at = now();
  await db.orm.transaction(async (transaction) => {
    // The lock makes concurrent calls wait, so that each one counts the co-owners correctly.
    await transaction.select({ id: bots.id }).from(bots).where(eq(bots.id, botId)).for('update');
    const [coOwners] = await transaction
      .select({ count: count() })
      .from(botOwners)
      .where(and(eq(botOwners.botId, botId), eq(botOwners.isCoOwner, true)));
    if (coOwners && coOwners.count >= MAX_CO_OWNERS) {
      throw new InvalidInputError('owner.tooMany', { max: MAX_CO_OWNERS });
    }
    const added = await transaction
      .insert(botOwners)
      .values({ botId, userId, isCoOwner: true, acceptedAt: null, invitedAt: at })
      .onConflictDoNothing()
      .returning({ userId: botOwners.userId });
    if (added.length === 0) {
      throw new InvalidInputError('owner.already');
    }
    const notice = { kind: 'owner_invited', subject: `${botId} ${at.toISOString()}`, to: [userId] } as const;
    await addNotices(transaction, { ...notice, botId, actorId: invitedBy, data: {}, at });
  });
}

/**
 * Accepts an invitation.
 *
 * @throws {NotFoundError} when the user is not invited to manage this listing
 */
export async function acceptCoOwnership(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  userId: string,
): Promise<void> {
  if (!isSnowflake(botId)) throw new NotFoundError();
  const at = now();
  const invitation = and(
    eq(botOwners.botId, botId),
    eq(botOwners.userId, userId),
    isNull(botOwners.acceptedAt),
    eq(bots.id, botOwners.botId),
    ne(bots.state, 'removed'),
  );
  await db.orm.transaction(async (orm) => {
    const accepted = await orm
      .update(botOwners)
      .set({ acceptedAt: at })
      .from(bots)
      .where(invitation)
      .returning({ userId: botOwners.userId });
    if (accepted.length === 0) throw new NotFoundError();
    const notice = { kind: 'owner_joined', subject: `${botId} ${at.toISOString()}` } as const;
    await addNotices(orm, { ...notice, to: 'managers', botId, actorId: userId, data: {}, at });
  });
}

/**
 * Removes a co-owner or an invitation. A co-owner whom somebody else removes is told.
 *
 * @param removedBy who does it
 * @throws {InvalidInputError} when the user is neither a co-owner nor invited
 */
export async function removeCoOwner(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  userId: string,
  removedBy?: string,
): Promise<void> {
  if (!isSnowflake(botId) || !isSnowflake(userId)) throw notCoOwner();
  const at = now();
  await db.orm.transaction(async (orm) => {
    const [removed] = await orm
      .delete(botOwners)
      .where(and(eq(botOwners.botId, botId), eq(botOwners.userId, userId), eq(botOwners.isCoOwner, true)))
      .returning({ acceptedAt: botOwners.acceptedAt, invitedAt: botOwners.invitedAt });
    if (!removed) throw notCoOwner();
    const { acceptedAt, invitedAt } = removed;
    if (!acceptedAt && invitedAt) {
      await retractNotice(orm, 'owner_invited', `${botId} ${invitedAt.toISOString()}`);
    } else if (removedBy) {
      const notice = {
        kind: 'owner_removed',
        subject: `${botId} ${at.toISOString()}`,
        to: [userId],
      } as const;
      await addNotices(orm, { ...notice, botId, actorId: removedBy, data: {}, at });
    }
  });
}

function notCoOwner(): InvalidInputError {
  return new InvalidInputError('owner.notCoOwner');
}
