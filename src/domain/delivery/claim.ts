import type { WithClock, WithDatabase } from '../kernel/needs.ts';

/**
 * The lease of a claim. If a dispatcher dies before it starts the workflows, others take its deliveries after this
 * time.
 */
const LEASE_MS = 10_000;

/** A way to wake the dispatcher. */
export interface WithDispatcher {
  /** Wakes the dispatcher after deliveries were committed. A lost wake-up only delays them. */
  readonly wakeDispatcher: () => void;
}

/** A delivery that this dispatcher has leased. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly botId: string;
  readonly userId: string;
  readonly round: number;
  /** The number of attempts in this round. It is above 0 when the workflow was lost. */
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  /** The duration of the bot's last attempt in milliseconds; null when there was none. */
  readonly lastTookMs: number | null;
  /** The span of the request that caused it; null when its trace is not recorded. */
  readonly traceparent: string | null;
  /** The end of the lease. */
  readonly leasedUntil: Date;
}

/** The limits of a claim. */
export interface ClaimBounds {
  /** The maximum number of deliveries. */
  readonly limit: number;
  /** The maximum per bot, including those that are under way. */
  readonly limitOfOne: number;
  /** The number of each bot's deliveries under way: they count as if this claim had found them. */
  readonly underWay: ReadonlyMap<string, number>;
  /** Bots with a maximum of their own. They take turns like all others. */
  readonly slow?: { readonly bots: readonly string[]; readonly limitOfOne: number };
}

/**
 * Leases deliveries that have no workflow. Bots with the fewest running deliveries come first, and the oldest
 * delivery of each bot first. Concurrent dispatchers do not wait for each other and never get the same delivery. The
 * cost depends on the number of bots in the outbox, not on the number of deliveries.
 *
 * @returns the deliveries in the order of their start
 */
export async function claimDeliveries(
  { db, now }: WithDatabase & WithClock,
  { limit, limitOfOne, underWay, slow = { bots: [], limitOfOne } }: ClaimBounds,
): Promise<ClaimedDelivery[]> {
  const at = now();
  const leasedUntil = new Date(at.getTime() + LEASE_MS);
  const { sql } = db;
  const due = sql`coalesce(next_attempt_at, created_at)`;
  const most = sql`case when bot_id = any(${slow.bots}::text[]) then ${slow.limitOfOne}::int else ${limitOfOne}::int end`;
  // A lease with an end in the far future comes from a wrong clock, and is ignored.
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
      select bot_id, coalesce(count, 0) as count, ${most} as most, due from waiting
        left join unnest(${[...underWay.keys()]}::text[], ${[...underWay.values()]}::int[])
          as under_way(bot_id, count) using (bot_id)
      where coalesce(count, 0) < ${most}
      order by count, due limit ${limit}
    ), oldest as materialized (
      select id, due, count + row_number() over (partition by bot_id order by due) as place
      from (
        select chosen.bot_id, chosen.count, of_bot.id, of_bot.due from chosen cross join lateral (
          select id, ${due} as due from deliveries where ${isFree} and bot_id = chosen.bot_id
          order by ${due} limit least(${limit}::int, chosen.most - chosen.count) for update skip locked
        ) of_bot
      ) free
      order by place, due, id limit ${limit}
    ), claimed as (
      update deliveries set leased_until = ${leasedUntil} from oldest where deliveries.id = oldest.id
      returning deliveries.*, oldest.place, oldest.due
    )
    select id, bot_id as "botId", user_id as "userId", round, next_attempt_at as "nextAttemptAt",
      leased_until as "leasedUntil", traceparent,
      (select count(*)::int from delivery_attempts made
        where made.delivery_id = claimed.id and made.round = claimed.round) as attempts,
      (select duration_ms from delivery_attempts last
        where last.bot_id = claimed.bot_id order by started_at desc limit 1) as "lastTookMs"
    from claimed order by place, due, id`;
}

/**
 * Removes deliveries from the outbox after Temporal accepted them. One that somebody returned to the outbox meanwhile
 * has lost its lease, and stays there.
 */
export async function markDispatched(
  { db, now }: WithDatabase & WithClock,
  ids: readonly string[],
): Promise<void> {
  await db.sql`
    update deliveries set dispatched_at = ${now()}
    where id = any(${ids}::uuid[]) and dispatched_at is null and leased_until is not null`;
}

/** Ends the lease of deliveries that Temporal did not accept. A newer lease of another dispatcher stays. */
export async function releaseDeliveries(
  { db }: WithDatabase,
  claimed: readonly Pick<ClaimedDelivery, 'id' | 'leasedUntil'>[],
): Promise<void> {
  await db.sql`
    update deliveries set leased_until = null
    from unnest(
      ${claimed.map(({ id }) => id)}::uuid[],
      ${claimed.map(({ leasedUntil }) => leasedUntil.toISOString())}::text[]
    ) as claimed(id, until)
    where deliveries.id = claimed.id and leased_until = claimed.until::timestamptz and dispatched_at is null`;
}

/** A delivery whose next step is overdue. */
export interface OverdueDelivery {
  readonly id: string;
  readonly round: number;
  readonly dueAt: Date;
}

/**
 * Finds deliveries whose next step is overdue although Temporal has them. Their workflow may be lost.
 *
 * @param overdueMs the minimum delay in milliseconds
 * @param limit the maximum number of deliveries
 * @param after the last delivery of the previous page
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

/** Returns deliveries with a lost workflow to the outbox. They continue with their next attempt. */
export async function returnToOutbox({ db }: WithDatabase, ids: readonly string[]): Promise<void> {
  await db.sql`
    update deliveries set dispatched_at = null, leased_until = null
    where id = any(${ids}::uuid[]) and state = 'pending'`;
}

/** The deliveries that have not ended. */
export interface Backlog {
  /** Deliveries without a workflow. */
  readonly inOutbox: number;
  /** Deliveries that wait for a retry. */
  readonly waiting: number;
  /** The age of the oldest delivery in seconds; 0 when there is none. */
  readonly oldestSeconds: number;
  /** The delay of the most overdue step in seconds; 0 when none is late. */
  readonly lateSeconds: number;
}

/** Measures the backlog. It reads two partial indexes that contain only these deliveries. */
export async function measureBacklog({ db, now }: WithDatabase & WithClock): Promise<Backlog> {
  const at = now();
  const [row] = await db.sql<{ inOutbox: number; waiting: number; oldest: Date | null; due: Date | null }[]>`
    select outbox.deliveries as "inOutbox", taken.waiting, least(outbox.oldest, taken.oldest) as oldest,
      least(outbox.due, taken.due) as due
    from (
      select count(*)::int as deliveries, min(created_at) as oldest, min(coalesce(next_attempt_at, created_at)) as due
      from deliveries where state = 'pending' and dispatched_at is null
    ) outbox, (
      select count(*) filter (where next_attempt_at is not null)::int as waiting, min(created_at) as oldest,
        min(coalesce(next_attempt_at, dispatched_at)) as due
      from deliveries where state = 'pending' and dispatched_at is not null
    ) taken`;
  const secondsSince = (time: Date | null | undefined) =>
    Math.max(0, (at.getTime() - (time ?? at).getTime()) / 1000);
  return {
    inOutbox: row?.inOutbox ?? 0,
    waiting: row?.waiting ?? 0,
    oldestSeconds: secondsSince(row?.oldest),
    lateSeconds: secondsSince(row?.due),
  };
}
