import postgres from 'postgres';
import { DAY_MS } from '../../lib/day.ts';
import type { WithDispatcher } from '../delivery/claim.ts';
import type { Origin } from '../delivery/read.ts';
import { findBlock } from '../identity/blocks.ts';
import { gathered } from '../kernel/batch.ts';
import {
  AccountTooYoungError,
  BlockedError,
  type DomainError,
  type ErrorCode,
  NotFoundError,
  VoteWindowActiveError,
} from '../kernel/errors.ts';
import { isSnowflake, newId, snowflakeTime } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { isWindowActive, nextVoteAt, VOTE_WINDOW_MS } from '../kernel/vote-window.ts';
import { isProbe } from './probe.ts';

/**
 * Requires the minimum age of the user's account, if one is configured.
 *
 * @throws {AccountTooYoungError} with the time at which the account may vote
 */
export function requireOldEnough(
  { voteMinAccountAgeDays, now }: { readonly voteMinAccountAgeDays: number } & WithClock,
  userId: string,
): void {
  if (voteMinAccountAgeDays === 0) return;
  const mayVoteAt = new Date(snowflakeTime(userId).getTime() + voteMinAccountAgeDays * DAY_MS);
  if (now() < mayVoteAt) throw new AccountTooYoungError(mayVoteAt);
}

/**
 * Casts a vote: one per user and bot in 12 hours, also under concurrency (section 3 of the contract). One statement
 * records the vote, its window, the count of the day and, if they are wanted, the delivery and the reminder of the next
 * vote: all of them or none.
 *
 * @param origin what the delivery, and the table of addresses, keep of the user's request
 * @throws {NotFoundError} when there is no approved listing with this id
 * @throws {BlockedError} when a moderator has blocked the user from voting
 * @throws {VoteWindowActiveError} with the time of the next possible vote
 */
export async function castVote(
  services: WithDatabase & WithClock & WithRandom & WithDispatcher,
  botId: string,
  userId: string,
  origin: CastOrigin = {},
): Promise<{ votedAt: Date; nextVoteAt: Date }> {
  if (!isSnowflake(botId)) throw new NotFoundError();
  const at = services.now();
  const cast = { botId, userId, at, deliveryId: newId(services, at), origin };
  let outcome = await recordVote(services, cast);
  if (outcome === 'unseen') outcome = await recordVoteOnceFree(services, cast);
  if (outcome === 'unseen') throw new NotFoundError();
  if (outcome === 'refused') throw await refusal(services, botId, userId, at);
  return { votedAt: outcome, nextVoteAt: nextVoteAt(outcome) };
}

/** Only a refused vote asks why: those that count need no other statement. */
async function refusal(
  services: WithDatabase & WithClock,
  botId: string,
  userId: string,
  now: Date,
): Promise<DomainError> {
  const block = await findBlock({ sql: services.db.sql, now: services.now }, userId, 'vote');
  if (block) return new BlockedError(block.kind, block.reason, block.endsAt);
  const [last] = await services.db.sql<{ votedAt: Date | null }[]>`
    select vote_windows.voted_at as "votedAt"
    from bots left join vote_windows on vote_windows.bot_id = bots.id and vote_windows.user_id = ${userId}
      and vote_windows.voted_at >= bots.owned_since
    where bots.id = ${botId} and bots.state = 'approved'`;
  if (!last?.votedAt) return new NotFoundError();
  // The window may end between the two statements. Then the next vote is possible now.
  return new VoteWindowActiveError(isWindowActive(last.votedAt, now) ? nextVoteAt(last.votedAt) : now);
}

/** What is kept of the request of a vote. */
export interface CastOrigin extends Origin {
  /** The keyed hash of the address. */
  readonly addressHash?: string | null;
}

/** A vote that a user wants to cast. */
export interface Cast {
  readonly botId: string;
  readonly userId: string;
  readonly at: Date;
  /** The id of its delivery, if the bot has a webhook. */
  readonly deliveryId: string;
  readonly origin?: CastOrigin;
}

/** What became of a vote: its time, a refusal by its window or a block, or no approved listing that could be locked. */
export type Outcome = Date | 'refused' | 'unseen';

type Needs = WithDatabase & WithDispatcher;
/** What became of votes, by user and bot. */
type Outcomes<Kind = Outcome> = ReadonlyMap<string, Kind>;

/**
 * Errors of a row or of a deadlock. Another statement may do better without that row. Where the server cannot serve
 * at all, a repetition for each vote would only add to its trouble.
 */
const REPEATABLE = /^(22|23)|^(40P01|P0001)$/;

/**
 * Records a vote together with others that arrive at the same time. It does not wait for a listing that a transaction
 * moves, since the others would wait, too.
 *
 * @returns what became of the vote. Its time is later than `at` if the bot has a vote of that time already or gets
 *   others with it, or the clock that wrote its last take-over is ahead.
 * @throws the error that this vote failed with
 */
export const recordVote = gathered((services: Needs, casts: readonly Cast[]) =>
  recordVotes(services, casts, false),
);

/**
 * Records a vote like {@link recordVote}, and waits for a transaction that moves its listing. One statement waits at a
 * time, so that those who wait take one connection.
 */
export const recordVoteOnceFree = gathered(
  (services: Needs, casts: readonly Cast[]) => recordVotes(services, casts, true),
  1,
);

/**
 * Records votes in one statement. Each vote is decided by its own window. When PostgreSQL refuses the statement because
 * of a row, it has written nothing, and each vote is recorded alone. So a vote that cannot be written fails no others.
 * A vote that was alone is recorded again, too.
 * Other errors fail all of them: when the connection is lost, they may have been written, so none is repeated.
 *
 * @param isPatient whether to wait for listings that are locked; otherwise their votes are `unseen`
 * @returns for each cast, in their order: what became of it, or the error that it failed with
 */
export async function recordVotes(
  services: Needs,
  casts: readonly Cast[],
  isPatient: boolean,
): Promise<(Outcome | Error)[]> {
  // Of several votes of one user for one bot, the first is tried. The others are refused, as if they came later.
  const firsts = new Map<string, Cast>();
  for (const cast of casts) if (!firsts.has(pairOf(cast))) firsts.set(pairOf(cast), cast);
  const outcomes = await recordDistinct(services, [...firsts.values()], isPatient);
  return casts.map((cast) => {
    const outcome = outcomes.get(pairOf(cast)) ?? 'unseen';
    return outcome instanceof Date && firsts.get(pairOf(cast)) !== cast ? 'refused' : outcome;
  });
}

async function recordDistinct(
  services: Needs,
  casts: readonly Cast[],
  isPatient: boolean,
): Promise<Outcomes<Outcome | Error>> {
  try {
    return await record(services, casts, isPatient);
  } catch (error) {
    if (!(error instanceof postgres.PostgresError && REPEATABLE.test(error.code))) throw error;
    const alone = casts.map((cast) =>
      record(services, [cast], isPatient).catch((failure: Error) => new Map([[pairOf(cast), failure]])),
    );
    return new Map<string, Outcome | Error>((await Promise.all(alone)).flatMap((outcomes) => [...outcomes]));
  }
}

/**
 * Writes votes, windows, counts, deliveries and reminders in one statement: all of them or none.
 *
 * These statements take locks in the same order in every process: listings, numbers of bots, windows, reminders, and
 * each of them by id. So two of them cannot deadlock. FOR KEY SHARE conflicts only with FOR UPDATE, which every move of
 * a listing takes. So a vote comes before a take-over or is refused, and votes do not wait for each other there.
 */
async function record(
  { db: { sql }, wakeDispatcher }: Needs,
  casts: readonly Cast[],
  isPatient: boolean,
): Promise<Outcomes> {
  const probes = casts.filter(isProbe).map(({ botId }) => botId);
  const rows = await sql<{ botId: string; userId: string | null; votedAt: Date; anyDelivery: boolean }[]>`
    with vote as materialized (
      select bot_id, user_id, at::timestamptz as at, delivery_id::uuid as delivery_id, request_id,
        traceparent, address_hash
      from unnest(
        (select ${casts.map(({ botId }) => botId)}::text[]),
        (select ${casts.map(({ userId }) => userId)}::text[]),
        (select ${casts.map(({ at }) => at.toISOString())}::text[]),
        (select ${casts.map(({ deliveryId }) => deliveryId)}::text[]),
        (select ${casts.map(({ origin }) => origin?.requestId ?? null)}::text[]),
        (select ${casts.map(({ origin }) => origin?.traceparent ?? null)}::text[]),
        (select ${casts.map(({ origin }) => origin?.addressHash ?? null)}::text[])
      ) as vote(bot_id, user_id, at, delivery_id, request_id, traceparent, address_hash)
    ), listing as materialized (
      select id, owned_since from bots
      where id = any((select ${casts.map(({ botId }) => botId)}::text[])::text[])
        and (state = 'approved' or id = any((select ${probes}::text[])::text[]))
      order by id for key share ${isPatient ? sql`` : sql`skip locked`}
    ), locked as materialized (
      -- Held until the commit. So votes of a bot become visible in the order of their times, which streams rely on.
      select stats.bot_id, greatest(owned_since, last_voted_at + interval '1 ms') as earliest
      from listing join bot_stats stats on stats.bot_id = listing.id
      order by stats.bot_id for update of stats
    ), vote_window as (
      -- The clock of this process may be behind the clocks that wrote these times. No two votes of a bot have the same
      -- time: an erasure replaces a user, and must not move the vote before another one that a stream has passed.
      insert into vote_windows (bot_id, user_id, voted_at)
      select bot_id, user_id, greatest(at, earliest)
        + (row_number() over (partition by bot_id order by at, user_id) - 1) * interval '1 ms'
      from vote join locked using (bot_id)
      -- One look by key for each vote. As "not exists", the planner may read the whole table for each statement.
      where (
        select true from user_blocks block where block.user_id = vote.user_id and block.kind = 'vote'
          and block.lifted_at is null and (block.ends_at is null or block.ends_at > at)
        limit 1
      ) is null
      order by bot_id, user_id
      on conflict (bot_id, user_id) do update set voted_at = excluded.voted_at
        where vote_windows.voted_at <= excluded.voted_at - ${VOTE_WINDOW_MS}::int * interval '1 ms'
          or vote_windows.voted_at < (select owned_since from listing where id = vote_windows.bot_id)
      returning bot_id, user_id, voted_at
    ), logged as (
      insert into votes (bot_id, user_id, voted_at) select bot_id, user_id, voted_at from vote_window
    ), addressed as (
      insert into vote_addresses (bot_id, user_id, voted_at, address_hash)
      select bot_id, user_id, voted_at, address_hash from vote_window join vote using (bot_id, user_id)
      where address_hash is not null
    ), counted as (
      update bot_stats set vote_count = vote_count + votes, last_voted_at = latest
      from (select bot_id, count(*) as votes, max(voted_at) as latest from vote_window group by bot_id) cast_now
      where bot_stats.bot_id = cast_now.bot_id
    ), daily as (
      -- The lock of a bot's numbers also protects its row in this table.
      insert into daily_votes (bot_id, day, votes)
      select bot_id, (voted_at at time zone 'utc')::date as day, count(*)
      from vote_window group by bot_id, day
      on conflict (bot_id, day) do update set votes = daily_votes.votes + excluded.votes
    ), delivery as (
      insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, request_id, traceparent)
      select delivery_id, bot_id, 'vote', user_id, voted_at,
        case when hold is null then 'pending' else 'held' end, at, request_id, traceparent
      from vote_window join vote using (bot_id, user_id) join webhooks using (bot_id)
      returning id
    ), reminded as (
      insert into reminders (user_id, bot_id, due_at)
      select user_id, bot_id, voted_at + ${VOTE_WINDOW_MS}::int * interval '1 ms'
      from vote_window join vote using (bot_id, user_id) cross join lateral (
        -- The limit keeps these look-ups by key: without it, the planner may read whole tables.
        select from reminder_wishes wish where wish.user_id = vote.user_id and wish.bot_id = vote.bot_id
        union all
        select from favourites mark join users on users.id = mark.user_id and reminds_favourites
        where mark.bot_id = vote.bot_id and mark.user_id = vote.user_id
        limit 1
      ) wanted
      order by user_id, bot_id
      on conflict (user_id, bot_id) do update set due_at = excluded.due_at, is_ended = false
    )
    select id as "botId", user_id as "userId", voted_at as "votedAt", exists (select from delivery) as "anyDelivery"
    from listing left join vote_window on bot_id = id`;
  if (rows[0]?.anyDelivery) wakeDispatcher();
  const seen = new Set(rows.map(({ botId }) => botId));
  const votes = new Map(rows.map((row) => [pairOf(row), row.votedAt]));
  return new Map(
    casts
      .filter(({ botId }) => seen.has(botId))
      .map((cast) => [pairOf(cast), votes.get(pairOf(cast)) ?? 'refused']),
  );
}

function pairOf({ botId, userId }: { botId: string; userId: string | null }): string {
  return `${botId} ${userId}`;
}

/** Learns how each vote ended: accepted, failed because of a fault of the service, or the code of its refusal. */
export type OnVote = (outcome: 'accepted' | 'failed' | ErrorCode) => void;
