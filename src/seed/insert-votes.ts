import { whileAway } from '../db/retry.ts';
import type { WithDatabase } from '../domain/kernel/needs.ts';
import { chunks } from './chunks.ts';
import type { PlannedVote } from './plan-votes.ts';

/**
 * Adds votes to the log, to the windows and to the counts.
 *
 * @param bots the ids to which the positions in the votes refer
 * @param users as `bots`
 */
export async function insertVotes(
  { db }: WithDatabase,
  bots: readonly string[],
  users: readonly string[],
  votes: readonly PlannedVote[],
): Promise<void> {
  for (const part of chunks(votes)) {
    await whileAway(
      () => db.sql`
      with vote as (
        select bot_id, user_id, voted_at::timestamptz as voted_at
        from unnest(${part.map(({ bot }) => bots[bot] ?? '')}::text[],
          ${part.map(({ user }) => users[user] ?? '')}::text[],
          ${part.map(({ votedAt }) => votedAt.toISOString())}::text[]) as vote(bot_id, user_id, voted_at)
      ), logged as (
        insert into votes (bot_id, user_id, voted_at) select bot_id, user_id, voted_at from vote
        on conflict do nothing returning bot_id, voted_at
      ), daily as (
        insert into daily_votes (bot_id, day, votes)
        select bot_id, (voted_at at time zone 'utc')::date, count(*) from logged group by 1, 2
        on conflict (bot_id, day) do update set votes = daily_votes.votes + excluded.votes
      ), newest as (
        insert into vote_windows (bot_id, user_id, voted_at)
        select bot_id, user_id, max(voted_at) from vote group by bot_id, user_id
        on conflict (bot_id, user_id) do update set voted_at = greatest(vote_windows.voted_at, excluded.voted_at)
      )
      update bot_stats set vote_count = vote_count + counted.votes
      from (select bot_id, count(*) as votes from logged group by bot_id) counted
      where counted.bot_id = bot_stats.bot_id`,
    );
  }
}
