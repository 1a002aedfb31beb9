import type { WithDispatcher } from '../delivery/claim.ts';
import { NotFoundError, VoteWindowActiveError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { newId } from '../kernel/new-id.ts';
import { isSnowflake } from '../kernel/snowflake.ts';
import { isWindowActive, nextVoteAt, windowStart } from './window.ts';

/**
 * Casts a vote: one per user and bot in 12 hours, also under concurrency (section 3 of the contract). One statement
 * records the vote, its window, the count of the day and, if there is a webhook, the delivery: all of them or none.
 * FOR KEY SHARE conflicts only with FOR UPDATE, which every move of a listing takes. So a vote comes before a
 * take-over or is refused, and votes do not wait for each other.
 *
 * @throws {NotFoundError} when there is no approved listing with this id
 * @throws {VoteWindowActiveError} with the time of the next possible vote
 */
export async function castVote(
  services: WithDatabase & WithClock & WithRandom & WithDispatcher,
  botId: string,
  userId: string,
): Promise<{ votedAt: Date; nextVoteAt: Date }> {
  if (!isSnowflake(botId)) throw new NotFoundError();
  const now = services.now();
  const deliveryId = newId(services, now);
  const { sql } = services.db;
  const [recorded] = await sql<{ votedAt: Date; hasDelivery: boolean }[]>`
    with listing as materialized (
      -- The clock of this process may be behind the clock that wrote owned_since.
      select id, owned_since, greatest(${now}::timestamptz, owned_since) as voted_at
      from bots where id = ${botId} and state = 'approved' for key share
    ), vote_window as (
      insert into vote_windows (bot_id, user_id, voted_at)
      select id, ${userId}, voted_at from listing
      on conflict (bot_id, user_id) do update set voted_at = excluded.voted_at
        where vote_windows.voted_at <= ${windowStart(now)}
          or vote_windows.voted_at < (select owned_since from listing)
      returning bot_id, user_id, voted_at
    ), logged as (
      insert into votes (bot_id, user_id, voted_at) select bot_id, user_id, voted_at from vote_window
    ), daily as (
      insert into daily_votes (bot_id, day, votes)
      select bot_id, (voted_at at time zone 'utc')::date, 1 from vote_window
      on conflict (bot_id, day) do update set votes = daily_votes.votes + 1
    ), counted as (
      update bot_stats set vote_count = vote_count + 1 where bot_id in (select bot_id from vote_window)
    ), delivery as (
      insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at)
      select ${deliveryId}::uuid, vote_window.bot_id, 'vote', user_id, voted_at, 'pending', ${now}
      from vote_window join webhooks on webhooks.bot_id = vote_window.bot_id
      returning id
    )
    select voted_at as "votedAt", exists (select from delivery) as "hasDelivery" from vote_window`;
  if (recorded) {
    if (recorded.hasDelivery) services.wakeDispatcher();
    return { votedAt: recorded.votedAt, nextVoteAt: nextVoteAt(recorded.votedAt) };
  }
  throw await refusal(services, botId, userId, now);
}

async function refusal(services: WithDatabase, botId: string, userId: string, now: Date) {
  const [last] = await services.db.sql<{ votedAt: Date | null }[]>`
    select vote_windows.voted_at as "votedAt"
    from bots left join vote_windows on vote_windows.bot_id = bots.id and vote_windows.user_id = ${userId}
      and vote_windows.voted_at >= bots.owned_since
    where bots.id = ${botId} and bots.state = 'approved'`;
  if (!last?.votedAt) return new NotFoundError();
  // The window may end between the two statements. Then the next vote is possible now.
  return new VoteWindowActiveError(isWindowActive(last.votedAt, now) ? nextVoteAt(last.votedAt) : now);
}
