import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { deliveries, deliveryTimings, replays, webhooks } from '../../db/delivery-tables.ts';
import { listingEdits, listingMoves } from '../../db/moderation-tables.ts';
import { notices } from '../../db/notice-tables.ts';
import {
  apiTokens,
  botAvatars,
  botOwners,
  botStats,
  bots,
  dailyServerCounts,
  type ListingState,
  listingEvents,
  listingImages,
  listingNews,
  listingTexts,
  listingTransfers,
  POPULARITY_CLASSES,
} from '../../db/tables.ts';
import { dailyVotes } from '../../db/vote-tables.ts';
import type { ListingFields } from '../../terms/listing-fields.ts';
import { requireUnblocked } from '../identity/blocks.ts';
import { ConflictError, type FieldProblem, InvalidListingError } from '../kernel/errors.ts';
import { isSnowflake, snowflakeTime } from '../kernel/ids.ts';
import { requestSignal, untilDone } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { type PlainReason, refusalOf } from '../kernel/refusal.ts';
import { readListingFields } from './fields.ts';
import { moveListing } from './moves.ts';

/** The most listings of an owner, without removed ones. */
export const MAX_LISTINGS = 100;

/** A valid submission of a bot. */
export interface Submission {
  readonly botId: string;
  /** The user who submits the bot and becomes its owner. */
  readonly userId: string;
  readonly fields: ListingFields;
}

/**
 * Validates a submission before it counts against the user's rate limit.
 *
 * @param input by field name
 * @throws {InvalidListingError} with one problem for each invalid field, the id first. The id must belong to an
 *   application that exists already.
 */
export function readSubmission(
  { now }: WithClock,
  botId: string,
  input: Readonly<Record<string, unknown>>,
): Omit<Submission, 'userId'> {
  const problems = [];
  if (!isSnowflake(botId)) problems.push(aboutId('botId.malformed'));
  else if (snowflakeTime(botId) > now()) problems.push(aboutId('botId.future'));
  return { botId, fields: readListingFields(input, problems) };
}

/**
 * Submits a bot for review. Anybody may submit the id of a removed listing again, because a moderator reviews it. The
 * same holds for the id of a rejected listing, except for its managers, who edit and resubmit it. So nobody can block
 * an id with a listing that moderators reject.
 *
 * If the user managed the removed listing (as its owner or as a co-owner who had accepted), votes, numbers and
 * history continue. For any other user they start empty. All other data of the old listing is deleted.
 *
 * @param submission a result of {@link readSubmission}
 * @throws {BlockedError} when a moderator has blocked the user from submitting
 * @throws {InvalidListingError} when the bot is listed already, the user owns {@link MAX_LISTINGS} listings, or very many
 *   deliveries of the old listing are being deleted
 */
export async function submitListing(
  { db, now }: WithDatabase & WithClock,
  submission: Submission,
): Promise<void> {
  const { botId, userId } = submission;
  await requireUnblocked({ sql: db.sql, now }, userId, 'submit');
  await requireFewListings({ db }, userId);
  const at = now();
  await deleteEarlier({ db }, submission);
  await db.orm.transaction(async (transaction) => {
    const isNew = await insertListing(transaction, submission, at);
    if (!isNew) await replaceListing(transaction, submission, at);
    await transaction.insert(botOwners).values({ botId, userId });
    await transaction.insert(botStats).values({ botId }).onConflictDoNothing();
  });
}

/** Submissions of a user have a small budget per day, so a few at once may exceed the number by as few. */
async function requireFewListings({ db }: WithDatabase, userId: string): Promise<void> {
  const [{ owned } = { owned: 0 }] = await db.sql<{ owned: number }[]>`
    select count(*)::int as owned from bot_owners join bots on bots.id = bot_id and bots.state <> 'removed'
    where user_id = ${userId} and not is_co_owner`;
  if (owned >= MAX_LISTINGS) {
    throw new InvalidListingError({
      field: 'botId',
      ...refusalOf('listings.tooMany', { max: MAX_LISTINGS }),
    });
  }
}

/** @returns false when a listing with this id exists */
async function insertListing(
  transaction: Transaction,
  { botId, userId, fields }: Submission,
  at: Date,
): Promise<boolean> {
  const inserted = await transaction
    .insert(bots)
    .values({ id: botId, ...fields, state: 'pending', createdAt: at, updatedAt: at, stateChangedAt: at })
    .onConflictDoNothing()
    .returning({ id: bots.id });
  if (inserted.length === 0) return false;
  await transaction.insert(listingMoves).values({ botId, toState: 'pending', userId, movedAt: at });
  return true;
}

/**
 * Deletes what a listing that this submission replaces may have any number of, in batches: one statement would take
 * longer than a request may. The transaction that follows deletes the rest.
 *
 * @throws {InvalidListingError} when there is too much of it; the next try continues
 */
async function deleteEarlier({ db: { sql } }: WithDatabase, { botId, userId }: Submission): Promise<void> {
  const [earlier] = await sql<{ isTakenOver: boolean }[]>`
    select not exists (
      select from bot_owners where bot_id = bots.id and user_id = ${userId} and accepted_at is not null) as "isTakenOver"
    from bots where id = ${botId} and state = 'removed'`;
  if (!earlier) return;
  const signal = requestSignal();
  const deleteFrom = (table: 'deliveries' | 'notices') =>
    untilDone(
      (size) => sql`
        delete from ${sql(table)} where id = any(array(
          select id from ${sql(table)} where bot_id = ${botId} limit ${size}))`,
      signal,
    );
  const deleted = [await deleteFrom('deliveries')];
  if (earlier.isTakenOver) deleted.push(await deleteFrom('notices'));
  if (deleted.some(({ isComplete }) => !isComplete))
    throw new InvalidListingError(aboutId('listing.clearing'));
}

async function replaceListing(
  transaction: Transaction,
  { botId, userId, fields }: Submission,
  at: Date,
): Promise<void> {
  // The lock comes before the managers are read: another user may submit and remove the listing at the same time.
  await transaction.select({ id: bots.id }).from(bots).where(eq(bots.id, botId)).for('update');
  const [own] = await transaction
    .select({ userId: botOwners.userId })
    .from(botOwners)
    .where(and(eq(botOwners.botId, botId), eq(botOwners.userId, userId), isNotNull(botOwners.acceptedAt)));
  const from: ListingState[] = own ? ['removed'] : ['removed', 'rejected'];
  try {
    const move = { botId, from, to: 'pending', userId } as const;
    await moveListing({ db: { orm: transaction }, now: () => at }, move);
  } catch (error) {
    if (error instanceof ConflictError) throw new InvalidListingError(aboutId('listing.exists'));
    throw error;
  }
  await transaction
    .update(bots)
    .set({
      ...fields,
      createdAt: at,
      updatedAt: at,
      commands: [],
      platformCheckedAt: null,
      bannerHash: null,
      bannerThumbnailHash: null,
      screenshots: [],
      textImages: [],
    })
    .where(eq(bots.id, botId));
  if (!own) await leaveBehind(transaction, botId, at);
  // Deleting deliveries also deletes their attempts, which contain responses for the previous owner.
  const tables = [
    botOwners,
    apiTokens,
    webhooks,
    replays,
    botAvatars,
    listingEdits,
    listingImages,
    listingNews,
    listingTexts,
    listingTransfers,
    deliveries,
    deliveryTimings,
  ];
  for (const table of tables) {
    await transaction.delete(table).where(eq(table.botId, botId));
  }
}

function aboutId(reason: PlainReason): FieldProblem {
  return { field: 'botId', ...refusalOf(reason) };
}

/**
 * Resets the votes and numbers of a listing for a new owner. The log of votes and the vote windows are kept, because
 * they may be long. Only their entries after `owned_since` count. The old number of votes is stored with the move,
 * for moderators.
 *
 * @param transaction it holds the lock of the listing and has moved it
 * @param at the time of the take-over; the last vote may be later, from a process whose clock is ahead
 */
export async function leaveBehind(transaction: Transaction, botId: string, at: Date): Promise<void> {
  const afterLastVote = sql`(
    select max(voted_at) + interval '1 millisecond' from votes where bot_id = ${botId})`;
  await transaction
    .update(bots)
    .set({
      ownedSince: sql`greatest(${at.toISOString()}::timestamptz, ${afterLastVote})`,
      popularity: POPULARITY_CLASSES - 1,
      rankedVotes: null,
      rankedScore: null,
    })
    .where(eq(bots.id, botId));
  const takeOver = transaction
    .select({ id: listingMoves.id })
    .from(listingMoves)
    .where(eq(listingMoves.botId, botId))
    .orderBy(desc(listingMoves.id))
    .limit(1);
  await transaction
    .update(listingMoves)
    .set({ votesBefore: sql`coalesce((select vote_count from bot_stats where bot_id = ${botId}), 0)` })
    .where(eq(listingMoves.id, takeOver));
  await transaction
    .update(botStats)
    .set({
      voteCount: 0,
      weeklyVotes: 0,
      trend: 0,
      serverCount: null,
      serverCountChangedAt: null,
      checkedInAt: null,
      reportIntervalSeconds: null,
      recentCounts: [],
    })
    .where(eq(botStats.botId, botId));
  // Earlier managers no longer have to do with it, and others were told of another bot.
  for (const table of [dailyVotes, dailyServerCounts, listingEvents, notices]) {
    await transaction.delete(table).where(eq(table.botId, botId));
  }
}
