import { heartbeat } from '@temporalio/activity';
import type { WithClock, WithDatabase, WithSender } from '../../domain/kernel/needs.ts';
import { listDueListings, refreshApplication } from '../../domain/listing/follow-platform.ts';
import type { WithPlatform } from '../../domain/platform/look-up.ts';
import type { WithPictureCheck } from '../../domain/platform/picture.ts';
import { pause } from '../../lib/pause.ts';

const BATCH = 50;
/** At most two look-ups a second, because the platform limits the rate. */
const PACE_MS = 500;
/** After this many look-ups in a row without a response, the platform is away or wants a pause. */
const PATIENCE = 3;

export interface RefreshActivities {
  /**
   * Refreshes the next due listings, one after the other.
   *
   * @param after the batch starts after this id
   * @throws when the platform does not respond; the listings that were refreshed by then are no longer due
   */
  refreshBatch(after: string): Promise<RefreshedBatch>;
}

export interface RefreshedBatch {
  readonly refreshed: number;
  readonly unanswered: number;
  /** The next batch starts after this id; null after the last batch. */
  readonly next: string | null;
}

/** @param stopping ends a batch early, so that the service can stop; the next batch continues there */
export function createRefreshActivities(
  services: WithDatabase & WithClock & WithPlatform & WithSender & WithPictureCheck,
  stopping: AbortSignal,
): RefreshActivities {
  return {
    async refreshBatch(after) {
      const due = services.platform ? await listDueListings(services, after, BATCH) : [];
      let next = after;
      let refreshed = 0;
      let unanswered = 0;
      let silence = 0;
      for (const id of due) {
        const paced = pause(PACE_MS, { signal: stopping });
        const isAnswered = await refreshApplication(services, id, stopping);
        if (stopping.aborted) return { refreshed, unanswered, next };
        if (isAnswered) refreshed += 1;
        else unanswered += 1;
        silence = isAnswered ? 0 : silence + 1;
        if (silence === PATIENCE) throw new Error('The platform does not answer.');
        next = id;
        heartbeat();
        await paced;
      }
      return { refreshed, unanswered, next: due.length < BATCH ? null : next };
    },
  };
}
