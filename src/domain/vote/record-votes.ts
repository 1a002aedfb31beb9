import postgres from 'postgres';
import type { WithDispatcher } from '../delivery/claim.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { VOTE_WINDOW_MS } from './window.ts';

/** A vote that a user wants to cast. */
export interface Cast {
  readonly botId: string;
  readonly userId: string;
  readonly at: Date;
  /** The id of its delivery, if the bot has a webhook. */
  readonly deliveryId: string;
}

type Services = WithDatabase & WithDispatcher;
/** The times of recorded votes, and the errors of votes that failed, by user and bot. */
type Outcomes = ReadonlyMap<string, Date | Error>;

/**
 * Records votes in one statement. Each vote is decided by its own window. When PostgreSQL refuses the statement, it has
 * written nothing, and each vote is recorded alone. So a vote that cannot be written fails no others. When the
 * connection is lost, all of them fail. They may have been written, so none is repeated.
 *
 * @returns for each cast, in their order: the time of the vote, undefined for a refusal, or the error that it failed
 *   with. The time is later than `at` if the clock that wrote the last take-over is ahead.
 */
export async function recordVotes(
  services: Services,
  casts: readonly Cast[],
): Promise<(Date | undefined | Error)[]> {
  // Of several votes of one user for one bot, the first is tried. The others are refused, as if they came later.
  const firsts = new Map<string, Cast>();
  for (const cast of casts) if (!firsts.has(pairOf(cast))) firsts.set(pairOf(cast), cast);
  const outcomes = await recordDistinct(services, [...firsts.values()]);
  return casts.map((cast) => {
    const outcome = outcomes.get(pairOf(cast));
    return firsts.get(pairOf(cast)) === cast || outcome instanceof Error ? outcome : undefined;
  });
}

async function recordDistinct(services: Services, casts: readonly Cast[]): Promise<Outcomes> {
  try {
    return await recordTogether(services, casts);
  } catch (error) {
    const isUndone = error instanceof postgres.PostgresError && error.severity === 'ERROR';
    if (!isUndone || casts.length === 1) throw error;
    const alone = casts.map((cast) =>
      recordTogether(services, [cast]).catch(
        (failure: Error): Outcomes => new Map([[pairOf(cast), failure]]),
      ),
    );
    return new Map((await Promise.all(alone)).flatMap((outcomes) => [...outcomes]));
  }
}

/**
 * Writes votes, windows, counts and deliveries in one statement: all of them or none.
 *
 * Every process takes locks in the same order: listings, windows, numbers of bots, and each of them by id. So two
 * statements cannot deadlock. FOR KEY SHARE conflicts only with FOR UPDATE, which every move of a listing takes. So a
 * vote comes before a take-over or is refused, and votes do not wait for each other there.
 */
async function recordTogether(
  { db: { sql }, wakeDispatcher }: Services,
  casts: readonly Cast[],
): Promise<Outcomes> {
  const rows = await sql<{ botId: string; userId: string; votedAt: Date; anyDelivery: boolean }[]>`
    with vote as materialized (
      select bot_id, user_id, at::timestamptz as at, delivery_id::uuid as delivery_id
      from unnest(
        (select ${casts.map(({ botId }) => botId)}::text[]),
        (select ${casts.map(({ userId }) => userId)}::text[]),
        (select ${casts.map(({ at }) => at.toISOString())}::text[]),
        (select ${casts.map(({ deliveryId }) => deliveryId)}::text[])
      ) as vote(bot_id, user_id, at, delivery_id)
    ), listing as materialized (
      select id, owned_since from bots
      where id = any((select ${casts.map(({ botId }) => botId)}::text[])::text[]) and state = 'approved'
      order by id for key share
    ), vote_window as (
      -- The clock of this process may be behind the clock that wrote owned_since.
      insert into vote_windows (bot_id, user_id, voted_at)
      select bot_id, user_id, greatest(at, owned_since) from vote join listing on id = bot_id
      order by bot_id, user_id
      on conflict (bot_id, user_id) do update set voted_at = excluded.voted_at
        where vote_windows.voted_at <= excluded.voted_at - ${VOTE_WINDOW_MS}::int * interval '1 ms'
          or vote_windows.voted_at < (select owned_since from listing where id = vote_windows.bot_id)
      returning bot_id, user_id, voted_at
    ), logged as (
      insert into votes (bot_id, user_id, voted_at) select bot_id, user_id, voted_at from vote_window
    ), locked as materialized (
      select stats.bot_id, votes
      from (select bot_id, count(*) as votes from vote_window group by bot_id) bot join bot_stats stats using (bot_id)
      order by stats.bot_id for update of stats
    ), counted as (
      update bot_stats set vote_count = vote_count + votes from locked where bot_stats.bot_id = locked.bot_id
    ), daily as (
      -- The lock of a bot's numbers also protects its row in this table.
      insert into daily_votes (bot_id, day, votes)
      select bot_id, (voted_at at time zone 'utc')::date as day, count(*)
      from vote_window join locked using (bot_id) group by bot_id, day
      on conflict (bot_id, day) do update set votes = daily_votes.votes + excluded.votes
    ), delivery as (
      insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at)
      select delivery_id, bot_id, 'vote', user_id, voted_at, 'pending', at
      from vote_window join vote using (bot_id, user_id) join webhooks using (bot_id)
      returning id
    )
    select bot_id as "botId", user_id as "userId", voted_at as "votedAt",
      exists (select from delivery) as "anyDelivery"
    from vote_window`;
  if (rows[0]?.anyDelivery) wakeDispatcher();
  return new Map(rows.map((row) => [pairOf(row), row.votedAt]));
}

function pairOf({ botId, userId }: { botId: string; userId: string }): string {
  return `${botId} ${userId}`;
}
