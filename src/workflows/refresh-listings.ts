import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { RefreshActivities } from './worker/refresh-activities.ts';

/**
 * A batch has fifty listings, and each look-up may time out. While the platform is away, retries go on for two hours.
 * The next day's refresh does the rest.
 */
const { refreshBatch } = proxyActivities<RefreshActivities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '1 minute',
  retry: {
    initialInterval: '1 minute',
    backoffCoefficient: 2,
    maximumInterval: '1 hour',
    maximumAttempts: 8,
  },
});
/** Each batch adds about ten events to the history. */
const BATCHES_A_RUN = 200;

/** The progress of a refresh. */
export interface RefreshProgress {
  /** The id of the last listing that was handled; empty at first. */
  readonly after: string;
  readonly refreshed: number;
  /** Listings without a response: they are due again at the next refresh. */
  readonly unanswered: number;
}

/**
 * Refreshes all due listings that follow the chat platform, one batch after the other.
 *
 * @returns how many were refreshed, and how many got no response
 */
export async function refreshListings(
  progress: RefreshProgress = { after: '', refreshed: 0, unanswered: 0 },
): Promise<Omit<RefreshProgress, 'after'>> {
  let { after, refreshed, unanswered } = progress;
  for (let batch = 1; batch <= BATCHES_A_RUN; batch += 1) {
    const done = await refreshBatch(after);
    refreshed += done.refreshed;
    unanswered += done.unanswered;
    if (done.next === null) return { refreshed, unanswered };
    after = done.next;
  }
  return continueAsNew<typeof refreshListings>({ after, refreshed, unanswered });
}
