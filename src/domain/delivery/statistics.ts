import type { TimingMeasure } from '../../db/delivery-tables.ts';
import { lastDays } from '../../lib/day.ts';
import { gathered, ofEach } from '../kernel/batch.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';

/** How many days the statistics cover, today included. */
export const STATISTICS_DAYS = 30;
/** Of the binary logarithm: see the table. */
const BUCKETS_OF_DOUBLING = 4;

/** Typical and slow durations in milliseconds, at most 9 % off. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

/** How the deliveries of votes went in the last days. Tests do not count. */
export interface DeliveryStatistics {
  /** Deliveries that succeeded. */
  readonly delivered: number;
  /** Deliveries whose last attempt failed. One that is resent counts as its last round ends. */
  readonly failed: number;
  /** From the vote to the response with a 2xx status, retries included. Null when nothing was delivered. */
  readonly untilDelivered: Percentiles | null;
  /** From the request of an attempt to its response or failure. Null without attempts. */
  readonly ofAttempt: Percentiles | null;
}

interface Counted {
  readonly botId: string;
  readonly measure: TimingMeasure;
  readonly bucket: number;
  readonly count: number;
}

const countsSince = gathered(
  async ({ db }: WithDatabase, keys: readonly { botId: string; start: string }[]) => {
    const botIds = keys.map(({ botId }) => botId);
    const rows = await db.sql<Counted[]>`
    select timing.bot_id as "botId", measure, bucket, sum(count)::int as count
    from (select distinct * from unnest(
      ${botIds}::text[], ${keys.map(({ start }) => start)}::text[]
    ) as key(bot_id, start)) as key
    join delivery_timings timing on timing.bot_id = key.bot_id and timing.day >= key.start::date
    group by timing.bot_id, measure, bucket order by bucket`;
    return ofEach(botIds, rows);
  },
);

/**
 * Reads the statistics of a listing's deliveries. The cost depends on how much the durations vary, not on the number of
 * deliveries: 30 days have a few hundred rows.
 */
export async function deliveryStatistics(
  services: WithDatabase & WithClock,
  botId: string,
): Promise<DeliveryStatistics> {
  const [start = ''] = lastDays(services.now(), STATISTICS_DAYS);
  const counts = await countsSince(services, { botId, start });
  const of = (measure: TimingMeasure) => counts.filter((row) => row.measure === measure);
  return {
    delivered: total(of('delivered')),
    failed: total(of('failed')),
    untilDelivered: percentilesOf(of('delivered')),
    ofAttempt: percentilesOf(of('attempt')),
  };
}

function total(rows: readonly Counted[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** @param rows ordered by bucket */
function percentilesOf(rows: readonly Counted[]): Percentiles | null {
  const all = total(rows);
  if (all === 0) return null;
  const at = (share: number) => {
    let left = Math.ceil(all * share);
    const found = rows.find(({ count }) => {
      left -= count;
      return left <= 0;
    });
    // The middle of the bucket, on the scale that the buckets have.
    return Math.round(2 ** (((found?.bucket ?? 0) + 0.5) / BUCKETS_OF_DOUBLING));
  };
  return { p50: at(0.5), p99: at(0.99) };
}
