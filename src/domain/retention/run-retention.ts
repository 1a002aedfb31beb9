import { forgetAttemptBodies, forgetDeliveries, forgetTimings } from '../delivery/forget.ts';
import { STATISTICS_DAYS } from '../delivery/statistics.ts';
import { forgetSessions } from '../identity/forget-sessions.ts';
import type { Swept } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { forgetClaims, forgetNotes, forgetReports } from '../moderation/forget.ts';
import { CHART_DAYS } from '../stats/charts.ts';
import { forgetDays } from '../stats/forget-days.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many days old rows are kept; 0 keeps them for ever. */
export interface RetentionPolicy {
  /** Deliveries that have ended, and their attempts. */
  readonly deliveriesDays: number;
  /** The responses of receivers, which are the larger part of an attempt. */
  readonly attemptBodiesDays: number;
  /** Reports that moderators have closed, and moderators' notes. */
  readonly reportsDays: number;
  /** The daily numbers of votes and servers. What the charts show is always kept. */
  readonly dailyCountsDays: number;
}

/** How many rows of each kind a run deleted. */
export interface RetentionCounts {
  readonly deliveries: number;
  /** Responses that were emptied; their attempts stay. */
  readonly attemptBodies: number;
  readonly reports: number;
  readonly notes: number;
  readonly sessions: number;
  readonly dailyCounts: number;
  /** False when the signal ended the run before its end. */
  readonly isComplete: boolean;
}

/**
 * Deletes what is older than the policy keeps, in small batches with pauses. Votes, vote windows, pending deliveries
 * and open reports stay. Several runs at once do no harm.
 *
 * @param options.signal ends the run after the batch in progress; another run continues
 * @throws when the database does not respond; earlier batches are committed by then
 */
export async function runRetention(
  services: WithDatabase & WithClock,
  policy: RetentionPolicy,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<RetentionCounts> {
  const now = services.now();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const unlessForEver = async (days: number, work: (time: Date) => Promise<Swept>): Promise<Swept> =>
    days === 0 ? { changed: 0, isComplete: true } : work(before(days));

  await forgetClaims(services, now);
  const sessions = await forgetSessions(services, now, signal);
  const deliveries = await unlessForEver(policy.deliveriesDays, (time) =>
    forgetDeliveries(services, time, signal),
  );
  const attemptBodies = await unlessForEver(policy.attemptBodiesDays, (time) =>
    forgetAttemptBodies(services, time, signal),
  );
  const reports = await unlessForEver(policy.reportsDays, (time) => forgetReports(services, time, signal));
  const notes = await unlessForEver(policy.reportsDays, (time) => forgetNotes(services, time, signal));
  const dailyDays = policy.dailyCountsDays === 0 ? 0 : Math.max(policy.dailyCountsDays, CHART_DAYS);
  const dailyCounts = await unlessForEver(dailyDays, (time) =>
    forgetDays(services, time.toISOString().slice(0, 10), signal),
  );
  const timings = await forgetTimings(services, before(STATISTICS_DAYS).toISOString().slice(0, 10), signal);
  const all = { deliveries, attemptBodies, reports, notes, sessions, dailyCounts, timings };
  return {
    deliveries: deliveries.changed,
    attemptBodies: attemptBodies.changed,
    reports: reports.changed,
    notes: notes.changed,
    sessions: sessions.changed,
    dailyCounts: dailyCounts.changed,
    isComplete: Object.values(all).every(({ isComplete }) => isComplete),
  };
}
