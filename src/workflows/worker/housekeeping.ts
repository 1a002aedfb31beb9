import type { Logger } from 'pino';
import { measureBacklog } from '../../domain/delivery/claim.ts';
import { tellOfHeld } from '../../domain/delivery/release.ts';
import { rankListings } from '../../domain/directory/ranking.ts';
import { rankTrends } from '../../domain/directory/trends.ts';
import type { WithAdmins } from '../../domain/identity/grant-role.ts';
import { ConflictError } from '../../domain/kernel/errors.ts';
import { untilDone } from '../../domain/kernel/in-batches.ts';
import { doIfDue } from '../../domain/kernel/job.ts';
import type { WithClock, WithDatabase, WithRandom } from '../../domain/kernel/needs.ts';
import { settleReports } from '../../domain/moderation/reports-of-moves.ts';
import { tellFollowers, tellModerators, tellOfSilence } from '../../domain/notices/rounds.ts';
import { finishErasures } from '../../domain/privacy/erase-user.ts';
import type { WithOwnDataJob } from '../../domain/privacy/own-data-job.ts';
import { type RetentionPolicy, runRetention } from '../../domain/retention/run-retention.ts';
import { makeVoteMonths } from '../../domain/vote/months.ts';
import { tellDue } from '../../domain/vote/reminders.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/day.ts';
import { faultOf, orWarn } from '../../lib/log.ts';
import { repeat } from '../../lib/repeat.ts';
import { LONGEST_RETENTION_MS, NOTICES, RETENTION, VOTE_MONTHS } from './jobs.ts';

/** How often a worker looks whether a job is due. At a start, the database has more urgent work. */
const LOOK_MS = 5 * MINUTE_MS;
/** Each step is due at once or at a known time. When one is this late, something is wrong. */
const LATE_SECONDS = 300;

type HouseServices = WithDatabase & WithClock & WithRandom & WithOwnDataJob;

/**
 * Deletes old rows every six hours, and finishes erasures and decisions. Once a day, makes the partitions of the coming
 * months. All workers look whether a job is due, and one of them does it. This needs no Temporal, so it also works while
 * Temporal is away.
 */
export function keepHouse(
  services: HouseServices,
  policy: RetentionPolicy,
  log: Logger,
): { close(): Promise<void> } {
  const work = async (closing: AbortSignal) => {
    await makeComingMonths(services, log);
    await finishOpenErasures(services, log);
    // Decisions on listings with very many reports had no time for all of them.
    const settled = settleReports(services, { signal: closing });
    await orWarn(log, settled, 'Reports could not be closed. The next run closes them.');
    await deleteOldRows(services, policy, log, closing);
  };
  return repeat(LOOK_MS, work, LOOK_MS);
}

/** Deletes old rows if that is due. It never throws. */
export async function deleteOldRows(
  services: WithDatabase & WithClock,
  policy: RetentionPolicy,
  log: Logger,
  closing: AbortSignal,
): Promise<void> {
  const work = doIfDue(services, RETENTION, async () => {
    const started = performance.now();
    const signal = AbortSignal.any([closing, AbortSignal.timeout(LONGEST_RETENTION_MS)]);
    const counts = await runRetention(services, policy, { signal });
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    log.info({ ...counts, seconds }, 'Deleted old rows.');
    if (closing.aborted) return 0;
    return counts.isComplete ? 6 * HOUR_MS : HOUR_MS;
  });
  await orWarn(log, work, 'Old rows could not be deleted. The next run deletes them.');
}

/** Finishes erasures of users that a fault or the end of a process has interrupted. It never throws. */
export async function finishOpenErasures(services: HouseServices, log: Logger): Promise<void> {
  const onFault = (error: unknown) =>
    log.warn(
      { fault: faultOf(error) },
      'The erasure of a user could not be finished. The next run continues.',
    );
  const { now, randomBytes } = services;
  try {
    const users = await services.ownDataJob((db) => finishErasures({ db, now, randomBytes }, onFault));
    if (users > 0) log.info({ users }, 'Finished erasures of users.');
  } catch (error) {
    // While this process does another one, the next run is soon enough.
    if (!(error instanceof ConflictError)) onFault(error);
  }
}

/** Makes the partitions of the coming months if that is due. It never throws. */
export async function makeComingMonths(services: WithDatabase & WithClock, log: Logger): Promise<void> {
  const work = doIfDue(services, VOTE_MONTHS, async () => {
    const partitions = await makeVoteMonths(services);
    if (partitions > 0) log.info({ partitions }, 'Made partitions for the votes of the coming months.');
    return DAY_MS;
  });
  const until = 'Until they exist, such votes are in the partition without an end.';
  await orWarn(log, work, `Partitions for votes of coming months could not be made. ${until}`);
}

/** Updates the popularity classes of listings, which searches use, and their trends, from their votes. */
export function keepRanked(services: WithDatabase & WithClock, log: Logger): { close(): Promise<void> } {
  const rank = async () => {
    await rankListings(services);
    await rankTrends(services);
  };
  const sentence = 'Listings could not be ranked. Searches use the previous ranking.';
  return repeat(HOUR_MS, () => orWarn(log, rank(), sentence), LOOK_MS);
}

/** How soon followers begin to be told of news, and voters that they can vote again. */
const NEWS_MS = 3000;
/** Reminders that one statement tells at most. */
const REMINDERS = 500;

/**
 * Tells users of what no request causes: that they can vote again, news of bots that they follow, silent bots, held
 * deliveries that end soon, and what waits for moderators.
 */
export function keepTold(
  services: WithDatabase & WithClock & WithAdmins,
  { retentionDeliveriesDays }: Pick<RetentionPolicy, 'retentionDeliveriesDays'>,
  log: Logger,
): { close(): Promise<void> } {
  const keep = (everyMs: number, work: (closing: AbortSignal) => Promise<unknown>) => {
    const sentence = 'Notices could not be written. The next round writes them.';
    return repeat(everyMs, (closing) => orWarn(log, work(closing), sentence), everyMs);
  };
  const lateness = () =>
    doIfDue(services, NOTICES, async () => {
      await tellOfSilence(services);
      await tellModerators(services);
      await tellOfHeld(services, retentionDeliveriesDays);
      return HOUR_MS;
    });
  const kept = [
    // A popular bot has many batches of followers. Another process goes on where this one ends.
    keep(NEWS_MS, (closing) => tellFollowers(services, closing)),
    keep(NEWS_MS, (closing) => untilDone((size) => tellDue(services, size), closing, REMINDERS)),
    keep(LOOK_MS, lateness),
  ];
  return { close: async () => void (await Promise.all(kept.map((each) => each.close()))) };
}

/** Logs a warning while deliveries are late, whatever the cause: Temporal is away, or the workers are overloaded. */
export function watchBacklog(services: WithDatabase & WithClock, log: Logger): { close(): Promise<void> } {
  return repeat(MINUTE_MS, async () => {
    // The dispatcher logs when the database is away.
    const backlog = await measureBacklog(services).catch(() => undefined);
    if (backlog && backlog.lateSeconds > LATE_SECONDS) {
      log.warn(backlog, 'Deliveries are later than their schedule allows.');
    }
  });
}
