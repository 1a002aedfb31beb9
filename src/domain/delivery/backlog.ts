import type { WithClock, WithDatabase } from '../kernel/needs.ts';

/** How deliveries stand that have not ended. */
export interface Backlog {
  /** Committed, and not yet with Temporal. */
  readonly inOutbox: number;
  /** Waiting for their next attempt. */
  readonly waiting: number;
  /** How long the oldest recorded one that has not ended has waited, in seconds; 0 when there is none. */
  readonly oldestSeconds: number;
  /** How late the step is that should have happened first, in seconds; 0 when none is late. */
  readonly lateSeconds: number;
}

/** Reads the two partial indexes of what has not ended: the rest of the table costs nothing. */
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
