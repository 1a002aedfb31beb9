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

export type Transaction = Parameters<Parameters<Database['orm']['transaction']>[0]>[0];

/**
 * Lets a listing start empty for somebody who did not manage it before. The log of votes and the windows stay where they
 * are, however long they are, and count only from `owned_since` on; the numbers start again. Their total is kept with the
 * move, for moderators.
 *
 * @param transaction which holds the listing's lock, and has moved it
 * @param at when; a vote of before may have been cast by a process whose clock is ahead of this
 */
export async function leaveBehind(transaction: Transaction, botId: string, at: Date): Promise<void> {
  const afterLastVote = sql`(
    select max(voted_at) + interval '1 millisecond' from votes where bot_id = ${botId})`;
  await transaction
    .update(bots)
    .set({
      ownedSince: sql`greatest(${at.toISOString()}::timestamptz, ${afterLastVote})`,
      popularity: POPULARITY_CLASSES - 1,
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
    .set({ voteCount: 0, serverCount: null, serverCountChangedAt: null, checkedInAt: null })
    .where(eq(botStats.botId, botId));
  for (const table of [dailyVotes, dailyServerCounts]) {
    await transaction.delete(table).where(eq(table.botId, botId));
  }
}
