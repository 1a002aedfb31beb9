import type { WithClock, WithDatabase } from '../kernel/needs.ts';

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
