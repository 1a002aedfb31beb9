import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { RefreshActivities } from './refresh-activities.ts';

/**
 * A batch is of fifty listings, whose look-ups may all time out. A platform that is away is asked again for two hours; what
 * is left then is left to the next day.
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
/** Each batch leaves about ten events in the history. */
const BATCHES_A_RUN = 200;

/** How far a refresh has come. */
export interface RefreshProgress {
  /** The id of the last listing that was looked at; empty at first. */
  readonly after: string;
  readonly refreshed: number;
  /** Without an answer: they are due again at the next refresh. */
  readonly unanswered: number;
}

/**
 * Goes once through the listings that follow the chat platform and are due, one batch after the other.
 *
 * @returns how many there were
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
