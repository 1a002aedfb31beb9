import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import {
  botStats,
  bots,
  dailyServerCounts,
  dailyVotes,
  listingMoves,
  POPULARITY_CLASSES,
} from '../../db/tables.ts';

/** A database transaction. */
export type Transaction = Parameters<Parameters<Database['orm']['transaction']>[0]>[0];

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
    })
    .where(eq(botStats.botId, botId));
  for (const table of [dailyVotes, dailyServerCounts]) {
    await transaction.delete(table).where(eq(table.botId, botId));
  }
}
