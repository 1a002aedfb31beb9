import type { WithClock, WithDatabase } from '../kernel/needs.ts';

/** A dispatcher that dies between claim and start leaves its deliveries to the others after this time. */
const LEASE_MS = 10_000;

export interface WithDispatcher {
  /** Tells the dispatcher that deliveries were committed. Losing the hint only costs time. */
  readonly wakeDispatcher: () => void;
}

export interface ClaimedDelivery {
  readonly id: string;
  readonly botId: string;
  readonly userId: string;
  readonly round: number;
  /** How many attempts of this round were made already: more than none when its workflow was lost. */
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  /** How long the last attempt for this bot took, in milliseconds; null when none was made. */
  readonly lastTookMs: number | null;
  /** Until then no other dispatcher takes it. */
  readonly leasedUntil: Date;
}

/** What a claim may take. */
export interface ClaimBounds {
  /** How many at most. */
  readonly limit: number;
  /** How many of one bot at most, together with what is under way for it. */
  readonly limitOfOne: number;
  readonly underWay: ReadonlyMap<string, number>;
  readonly bots: { readonly except: readonly string[] } | { readonly only: readonly string[] };
}

/**
 * Takes deliveries that no workflow works on, for this dispatcher alone: in turns those of the bots that have the fewest under
 * way, of each bot the oldest first. Several dispatchers at once do not wait for each other and never take the same one.
 * What it costs depends on how many bots have deliveries in the outbox, not on how many deliveries they have.
 *
 * @returns in the order in which they should start
 */
export async function claimDeliveries(
  { db, now }: WithDatabase & WithClock,
  { limit, limitOfOne, underWay, bots }: ClaimBounds,
): Promise<ClaimedDelivery[]> {
  const at = now();
  const leasedUntil = new Date(at.getTime() + LEASE_MS);
  const { sql } = db;
  const due = sql`coalesce(next_attempt_at, created_at)`;
  // A lease that ends later than any can, clocks being nearly right, is of a clock that was wrong.
  const isFree = sql`state = 'pending' and dispatched_at is null
    and (leased_until is null or leased_until <= ${at} or leased_until > ${new Date(at.getTime() + 2 * LEASE_MS)})`;
  return sql<ClaimedDelivery[]>`
    with recursive waiting as (
      (select bot_id, ${due} as due from deliveries where ${isFree} order by bot_id, ${due} limit 1)
      union all
      select next.bot_id, next.due from waiting cross join lateral (
        select bot_id, ${due} as due from deliveries where ${isFree} and bot_id > waiting.bot_id
        order by bot_id, ${due} limit 1
      ) next
    ), chosen as (
      select bot_id, coalesce(count, 0) as count, due from waiting
        left join unnest(${[...underWay.keys()]}::text[], ${[...underWay.values()]}::int[]) as under_way(bot_id, count) using (bot_id)
      where coalesce(count, 0) < ${limitOfOne}::int
        and ${'only' in bots ? sql`bot_id = any(${bots.only}::text[])` : sql`bot_id <> all(${bots.except}::text[])`}
      order by count, due limit ${limit}
    ), oldest as materialized (
      select id, due, count + row_number() over (partition by bot_id order by due) as place
      from (
        select chosen.bot_id, chosen.count, of_bot.id, of_bot.due from chosen cross join lateral (
          select id, ${due} as due from deliveries where ${isFree} and bot_id = chosen.bot_id
          order by ${due} limit least(${limit}::int, ${limitOfOne}::int - chosen.count) for update skip locked
        ) of_bot
      ) free
      order by place, due, id limit ${limit}
    ), claimed as (
      update deliveries set leased_until = ${leasedUntil} from oldest where deliveries.id = oldest.id
      returning deliveries.*, oldest.place, oldest.due
    )
    select id, bot_id as "botId", user_id as "userId", round, next_attempt_at as "nextAttemptAt",
      leased_until as "leasedUntil",
      (select count(*)::int from delivery_attempts made
        where made.delivery_id = claimed.id and made.round = claimed.round) as attempts,
      (select duration_ms from delivery_attempts last
        where last.bot_id = claimed.bot_id order by started_at desc limit 1) as "lastTookMs"
    from claimed order by place, due, id`;
}

/** Temporal has these: they leave the outbox. */
export async function markDispatched(
  { db, now }: WithDatabase & WithClock,
  ids: readonly string[],
): Promise<void> {
  await db.sql`
    update deliveries set dispatched_at = ${now()} where id = any(${ids}::uuid[]) and dispatched_at is null`;
}

/** Temporal did not take these: they are free for the next claim. What another dispatcher has claimed since stays with it. */
export async function releaseDeliveries(
  { db }: WithDatabase,
  claimed: readonly Pick<ClaimedDelivery, 'id' | 'leasedUntil'>[],
): Promise<void> {
  await db.sql`
    update deliveries set leased_until = null
    from unnest(${claimed.map(({ id }) => id)}::uuid[], ${claimed.map(({ leasedUntil }) => leasedUntil.toISOString())}::text[])
      as claimed(id, until)
    where deliveries.id = claimed.id and leased_until = claimed.until::timestamptz and dispatched_at is null`;
}

/** A delivery on which nothing has happened although something should have. */
export interface OverdueDelivery {
  readonly id: string;
  readonly round: number;
  readonly dueAt: Date;
}

/**
 * Finds deliveries that Temporal took and whose next step is overdue: its workflow may be gone.
 *
 * @param overdueMs how long after the due time, in milliseconds
 * @param after where the page before ended
 */
export function findOverdue(
  { db, now }: WithDatabase & WithClock,
  overdueMs: number,
  limit: number,
  after?: OverdueDelivery,
): Promise<OverdueDelivery[]> {
  return db.sql<OverdueDelivery[]>`
    select id, round, coalesce(next_attempt_at, dispatched_at) as "dueAt" from deliveries
    where state = 'pending' and dispatched_at is not null
      and coalesce(next_attempt_at, dispatched_at) < ${new Date(now().getTime() - overdueMs)}
      ${after ? db.sql`and (coalesce(next_attempt_at, dispatched_at), id) > (${after.dueAt}, ${after.id})` : db.sql``}
    order by coalesce(next_attempt_at, dispatched_at), id limit ${limit}`;
}

/** Puts deliveries whose workflow is gone back into the outbox, at the attempt they had reached. */
export async function returnToOutbox({ db }: WithDatabase, ids: readonly string[]): Promise<void> {
  await db.sql`
    update deliveries set dispatched_at = null, leased_until = null
    where id = any(${ids}::uuid[]) and state = 'pending'`;
}
