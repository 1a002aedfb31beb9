import { and, asc, eq, gt, inArray, isNotNull, lte, ne, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../db/client.ts';
import { botOwners, bots, type ListingState, listingTransfers, users } from '../../db/tables.ts';
import { DAY_MS } from '../../lib/day.ts';
import { replaceSecret } from '../delivery/webhook.ts';
import { replaceToken } from '../identity/tokens.ts';
import { gathered, isOneOf, ofEach } from '../kernel/batch.ts';
import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import { noteEvent } from '../kernel/events.ts';
import { isSnowflake } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithRandom, WithSecrets } from '../kernel/needs.ts';
import { addNotices, retractNotice, subjectAt } from '../notices/add.ts';
import { requireItsOwner, requireKnownUser } from './owners.ts';

/** How long an offer can be accepted. */
const OPEN_MS = 7 * DAY_MS;

/** An open offer to hand a listing over. */
export interface Transfer {
  readonly botId: string;
  readonly botName: string;
  readonly fromName: string;
  readonly toId: string;
  readonly toName: string;
  readonly ownerStays: boolean;
  /** It can be accepted before this time. */
  readonly endsAt: Date;
}

const isOpen = (now: Date) => gt(listingTransfers.offeredAt, new Date(now.getTime() - OPEN_MS));

const sender = alias(users, 'sender');

const selectOpen = ({ db, now }: WithDatabase & WithClock) =>
  db.orm
    .select({
      botId: bots.id,
      botName: bots.name,
      fromName: sender.name,
      toId: users.id,
      toName: users.name,
      ownerStays: listingTransfers.ownerStays,
      offeredAt: listingTransfers.offeredAt,
    })
    .from(listingTransfers)
    .innerJoin(bots, and(eq(bots.id, listingTransfers.botId), ne(bots.state, 'removed'), isOpen(now())))
    .innerJoin(sender, eq(sender.id, listingTransfers.fromId))
    .innerJoin(users, eq(users.id, listingTransfers.toId))
    .orderBy(asc(bots.name), asc(bots.id))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectOpen>>[number];

const withEnd = ({ offeredAt, ...offer }: Row): Transfer => ({
  ...offer,
  endsAt: new Date(offeredAt.getTime() + OPEN_MS),
});

/** Finds the open offer of a listing. */
export const findTransfer = gathered(
  async (services: WithDatabase & WithClock, botIds: readonly string[]) => {
    const rows = await selectOpen(services).where(isOneOf(listingTransfers.botId, botIds));
    return ofEach(botIds, rows.map(withEnd)).map(([transfer]): Transfer | undefined => transfer);
  },
);

/** Lists the open offers to a user, by the name of the listing. */
export async function listTransfersTo(
  services: WithDatabase & WithClock,
  userId: string,
): Promise<Transfer[]> {
  return (await selectOpen(services).where(eq(listingTransfers.toId, userId))).map(withEnd);
}

/** What the owner offers. */
export interface TransferOffer {
  readonly botId: string;
  /** The owner. */
  readonly fromId: string;
  readonly toId: string;
  /** Whether the owner becomes a co-owner who manages the listing. Otherwise they leave it. */
  readonly ownerStays: boolean;
}

/**
 * Offers a listing to another user, who has seven days to accept. Nothing changes before that.
 *
 * @throws {InvalidInputError} when the user has never signed in or is the owner, when there is an open offer, or when
 *   the listing is suspended
 * @throws {NotFoundError} when the listing is removed
 * @throws {ForbiddenError} when its owner has changed
 */
export async function offerTransfer(
  { db, now }: WithDatabase & WithClock,
  offer: TransferOffer,
): Promise<void> {
  const { botId, fromId, toId } = offer;
  if (toId === fromId) throw new InvalidInputError('transfer.toSelf');
  const at = now();
  const terms = { fromId, toId, ownerStays: offer.ownerStays, offeredAt: at };
  await db.orm.transaction(async (orm) => {
    await holdUsers(orm, inArray(users.id, [fromId, toId].filter(isSnowflake)));
    await requireKnownUser(orm, toId);
    const state = await lockListing(orm, botId);
    await requireItsOwner(orm, botId, fromId);
    requireUnsuspended(state);
    const [offered] = await orm
      .insert(listingTransfers)
      .values({ botId, ...terms })
      .onConflictDoUpdate({
        target: listingTransfers.botId,
        set: terms,
        setWhere: lte(listingTransfers.offeredAt, new Date(at.getTime() - OPEN_MS)),
      })
      .returning({ botId: listingTransfers.botId });
    if (!offered) throw new InvalidInputError('transfer.open');
    await noteEvent(orm, { botId, kind: 'transfer_offered', userId: fromId, otherId: toId, at });
    await addNotices(orm, { kind: 'transfer_offered', to: [toId], botId, actorId: fromId, data: {}, at });
  });
}

/**
 * Ends an open offer: its owner withdraws it, or the other user declines it. The one is told of what the other does.
 *
 * @throws {NotFoundError} when the user has no part in an open offer of this listing
 */
export async function endTransfer(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  userId: string,
): Promise<void> {
  if (!isSnowflake(botId)) throw isOver();
  const at = now();
  await db.orm.transaction(async (orm) => {
    const [ended] = await orm
      .delete(listingTransfers)
      .where(
        and(
          eq(listingTransfers.botId, botId),
          or(eq(listingTransfers.fromId, userId), eq(listingTransfers.toId, userId)),
          isOpen(at),
        ),
      )
      .returning();
    if (!ended) throw isOver();
    const isWithdrawn = ended.fromId === userId;
    await retractNotice(orm, 'transfer_offered', subjectAt(botId, ended.offeredAt));
    await noteEvent(orm, {
      botId,
      kind: isWithdrawn ? 'transfer_withdrawn' : 'transfer_declined',
      userId,
      ...(isWithdrawn && { otherId: ended.toId }),
      at,
    });
    const to = [isWithdrawn ? ended.toId : ended.fromId];
    await addNotices(orm, { kind: 'transfer_ended', to, botId, actorId: userId, data: {}, at });
  });
}

/** What the new owner gets. Each is shown only now, and null when the listing had none. */
export interface NewCredentials {
  readonly token: string | null;
  readonly secret: string | null;
  /** Votes still go there. */
  readonly webhookUrl: string | null;
}

/**
 * Accepts an offer. In one transaction the owner changes, and the API token and the webhook secret are replaced, so that
 * the former owner can use neither. Votes, numbers and co-owners stay. Of concurrent calls one succeeds.
 *
 * Deliveries that wait, also between two attempts, use the new secret from their next attempt on.
 *
 * @throws {NotFoundError} when there is no open offer to this user, or the listing is removed
 * @throws {InvalidInputError} while the listing is suspended
 */
export async function acceptTransfer(
  services: WithDatabase & WithClock & WithRandom & WithSecrets,
  botId: string,
  userId: string,
): Promise<NewCredentials> {
  if (!isSnowflake(botId)) throw isOver();
  const at = services.now();
  return services.db.orm.transaction(async (orm) => {
    const onTeam = orm.select({ id: botOwners.userId }).from(botOwners).where(eq(botOwners.botId, botId));
    await holdUsers(orm, or(eq(users.id, userId), inArray(users.id, onTeam)));
    const state = await lockListing(orm, botId);
    const [offer] = await orm
      .delete(listingTransfers)
      .where(and(eq(listingTransfers.botId, botId), eq(listingTransfers.toId, userId), isOpen(at)))
      .returning();
    // Others must not learn the state.
    if (!offer) throw isOver();
    requireUnsuspended(state);
    const { fromId, ownerStays } = offer;
    await requireItsOwner(orm, botId, fromId);
    const team = await orm
      .select({ userId: botOwners.userId })
      .from(botOwners)
      .where(and(eq(botOwners.botId, botId), isNotNull(botOwners.acceptedAt)));
    const former = and(eq(botOwners.botId, botId), eq(botOwners.userId, fromId));
    if (ownerStays) await orm.update(botOwners).set({ isCoOwner: true }).where(former);
    else await orm.delete(botOwners).where(former);
    const standing = { isCoOwner: false, role: 'manage', acceptedAt: at, readsSince: null } as const;
    await orm
      .insert(botOwners)
      .values({ botId, userId, ...standing })
      .onConflictDoUpdate({ target: [botOwners.botId, botOwners.userId], set: standing });
    const token = await replaceToken(services, orm, botId, at);
    const replaced = await replaceSecret(services, orm, botId, at);
    await noteEvent(orm, { botId, kind: 'transfer_accepted', userId, otherId: fromId, at });
    const to = team.map((member) => member.userId);
    await addNotices(orm, { kind: 'transfer_accepted', to, botId, actorId: userId, data: {}, at });
    return { token, secret: replaced?.secret ?? null, webhookUrl: replaced?.webhook.url ?? null };
  });
}

/**
 * Keeps users from being erased until the end of the transaction. An erasure locks its user first and then the listings,
 * so each transfer begins with this: the rows that it writes refer to users, which locks them too.
 */
async function holdUsers(orm: Transaction, which: SQL | undefined): Promise<void> {
  await orm.select({ id: users.id }).from(users).where(which).orderBy(asc(users.id)).for('key share');
}

/** Locks a listing, so that its state and its offer stay until the end of the transaction. Votes do not wait for it. */
async function lockListing(orm: Transaction, botId: string): Promise<ListingState> {
  const [listing] = await orm
    .select({ state: bots.state })
    .from(bots)
    .where(and(eq(bots.id, botId), ne(bots.state, 'removed')))
    .for('no key update');
  if (!listing) throw isOver();
  return listing.state;
}

function requireUnsuspended(state: ListingState): void {
  if (state === 'suspended') throw new InvalidInputError('transfer.suspended');
}

function isOver(): NotFoundError {
  return new NotFoundError('transfer.over');
}
