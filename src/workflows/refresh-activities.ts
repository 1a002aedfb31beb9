import { heartbeat } from '@temporalio/activity';
import type { WithClock, WithDatabase, WithSender } from '../domain/kernel/needs.ts';
import { listDueListings, refreshApplication } from '../domain/listing/follow-platform.ts';
import type { WithPlatform } from '../domain/platform/look-up.ts';
import { pause } from '../pause.ts';

const BATCH = 50;
/** At most two look-ups a second: the platform limits those who ask more. */
const PACE_MS = 500;
/** After as many look-ups without an answer the platform is away, or asks for a pause. */
const PATIENCE = 3;

export interface RefreshActivities {
  /**
   * Refreshes the next listings that are due, one after the other.
   *
   * @param after the id to go on after
   * @throws when the platform does not answer; what was refreshed by then is no longer due
   */
  refreshBatch(after: string): Promise<RefreshedBatch>;
}

export interface RefreshedBatch {
  readonly refreshed: number;
  readonly unanswered: number;
  /** The id to go on after; null at the end. */
  readonly next: string | null;
}

/** @param stopping ends a batch early, so that the service need not wait for it: whoever asks next goes on there */
export function createRefreshActivities(
  services: WithDatabase & WithClock & WithPlatform & WithSender,
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
