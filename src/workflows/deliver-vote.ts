import { proxyActivities, proxyLocalActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { Activities } from './activities.ts';

/** Retried until the database answers: a failed *delivery* is a result, not an error. */
const retry = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' } as const;
/** Most deliveries succeed at once: a local activity saves them two round trips and five events of history. */
const atOnce = proxyLocalActivities<Activities>({ startToCloseTimeout: '30 seconds', retry });
/** A later attempt may be made by any worker, and shows in the history as it is scheduled. */
const later = proxyActivities<Activities>({ startToCloseTimeout: '30 seconds', retry });

export interface DeliverVoteInput {
  readonly deliveryId: string;
}

/**
 * Delivers one event to a webhook: an attempt at once and, as long as attempts fail, up to four more after durable
 * timers (section 6 of the contract). The workflow's id is the delivery's. URL, secret and answer stay in the
 * database; the history holds the state alone.
 *
 * @returns how the delivery ended
 */
export async function deliverVote({
  deliveryId,
}: DeliverVoteInput): Promise<{ state: string; attempts: number }> {
  for (let number = 1; ; number += 1) {
    const { attempt } = number === 1 ? atOnce : later;
    const result = await attempt({ deliveryId, number });
    if (result.retryInMs === undefined) {
      setCurrentDetails(`${result.state} after attempt ${number}: ${result.said}`);
      return { state: result.state, attempts: number };
    }
    setCurrentDetails(`Attempt ${number} of 5 failed (${result.said}); waiting for the next one.`);
    await sleep(result.retryInMs, { summary: `retry ${number + 1} of 5` });
  }
}
