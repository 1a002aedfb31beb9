import type { Logger } from 'pino';
import { doIfDue, type NextRun } from '../../domain/kernel/job.ts';
import type { WithClock, WithDatabase, WithHold, WithSender } from '../../domain/kernel/needs.ts';
import { listDueListings, refreshApplication } from '../../domain/listing/follow-platform.ts';
import type { WithPlatform } from '../../domain/platform/look-up.ts';
import type { WithPictureCheck } from '../../domain/platform/picture.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/day.ts';
import { faultOf, orWarn } from '../../lib/log.ts';
import { pause } from '../../lib/pause.ts';
import { repeat } from '../../lib/repeat.ts';
import { jobsOf, REFRESH } from './jobs.ts';

const LOOK_MS = 5 * MINUTE_MS;
/** A look-up and its icon take half a minute at most, so a batch ends before its lease. */
const BATCH = 10;
/** At most two look-ups a second, because the platform limits the rate. */
const PACE_MS = 500;
/** After this many look-ups in a row without a response, the platform is away or wants a pause. */
const PATIENCE = 3;
const AWAY_MS = HOUR_MS;

type Needs = WithDatabase & WithClock & WithHold & WithPlatform & WithSender & WithPictureCheck;

/** Refreshes the listings that follow the chat platform once a day. Of all workers, one does a batch at a time. */
export function keepRefreshed(services: Needs, log: Logger): { close(): Promise<void> } {
  return repeat(LOOK_MS, (closing) => refreshListings(services, log, closing), LOOK_MS);
}

/**
 * Refreshes all due listings if that is due, one batch after the other. It never throws.
 *
 * @param closing ends a batch early; the next one continues there, in this process or another one
 */
export async function refreshListings(services: Needs, log: Logger, closing: AbortSignal): Promise<void> {
  if (!jobsOf(services).includes(REFRESH)) return;
  const batch = (place: string) => refreshBatch(services, place, log, closing);
  const work = async () => {
    while (!closing.aborted && (await doIfDue(services, REFRESH, batch)));
  };
  await orWarn(log, work(), 'Listings could not be refreshed. The next run continues.');
}

/** Listings that the platform does not respond about are passed over: they are due again the next day. */
async function refreshBatch(
  services: Needs,
  after: string,
  log: Logger,
  closing: AbortSignal,
): Promise<NextRun> {
  const due = await listDueListings(services, after, BATCH);
  let place = after;
  let silence = 0;
  for (const id of due) {
    const paced = pause(PACE_MS, { signal: closing });
    // A fault about one listing does not keep those after it waiting.
    const isAnswered = await refreshApplication(services, id, closing).catch((error: unknown) => {
      log.warn({ fault: faultOf(error) }, 'A listing could not be refreshed. It is due again the next day.');
      return false;
    });
    if (closing.aborted) return { inMs: 0, place };
    silence = isAnswered ? 0 : silence + 1;
    if (silence === PATIENCE) {
      log.warn('The chat platform does not respond. The refresh of listings continues in an hour.');
      return { inMs: AWAY_MS, place };
    }
    place = id;
    await paced;
  }
  return due.length < BATCH ? { inMs: DAY_MS, place: '' } : { inMs: 0, place };
}
