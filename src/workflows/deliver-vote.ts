import {
  CancellationScope,
  condition,
  defineQuery,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { AttemptResult } from '../domain/delivery/attempt.ts';
import type { Activities } from './activities.ts';
import { attemptNumber, deliveryState } from './search-attributes.ts';

/** Retried until the database answers: a failed *delivery* is a result, not an error. */
const retry = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '15 seconds' } as const;
/** Most deliveries succeed at once: a local activity saves them two round trips and five events of history. */
const atOnce = proxyLocalActivities<Activities>({ startToCloseTimeout: '30 seconds', retry });
/**
 * Holds no workflow task while it waits for a slow receiver, and may be made by any worker. Without heartbeats, one that
 * was handed to a worker or a connection that died would be missed for the whole half minute.
 */
const scheduled = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  heartbeatTimeout: '10 seconds',
  retry,
});

export interface DeliverVoteInput {
  readonly deliveryId: string;
  readonly botId: string;
  /** 1 at first; one more each time the delivery is sent again by hand. */
  readonly round: number;
  /** The attempt to begin with: above 1 where an earlier workflow of this round was lost. */
  readonly attempt: number;
  /** How long to wait before that attempt, in milliseconds. */
  readonly waitMs: number;
  /** The receiver is known to answer slowly or not at all. */
  readonly isSlow: boolean;
  /** Temporal did not know the search attributes: to name one would fail the workflow's task again and again. */
  readonly isUnfiltered?: boolean;
}

export interface DeliverVoteResult {
  readonly state: string;
  readonly attempts: number;
}

/** Makes the next attempt now instead of waiting for its time; the schedule goes on from there. */
export const retryNow = defineSignal('retryNow');
/** Ends the delivery before its next attempt. */
export const cancelDelivery = defineSignal('cancelDelivery');
/** Says where the delivery stands. */
export const status = defineQuery<string>('status');

/**
 * Delivers one event to a webhook: an attempt at once and, as long as attempts fail, up to four more after durable
 * timers (section 6 of the contract). The workflow's id is the delivery's. URL, secret and answer stay in the
 * database; the history holds the state alone. A request for the workflow's cancellation is the same as the signal.
 *
 * @returns how the delivery ended
 */
export async function deliverVote(input: DeliverVoteInput): Promise<DeliverVoteResult> {
  const { deliveryId, botId, round } = input;
  const { cancelRequested } = CancellationScope.current();
  let standing = `attempt ${input.attempt} of 5`;
  let isHurried = false;
  let isCancelled = false;
  setHandler(status, () => standing, { description: 'Where the delivery stands.' });
  setHandler(
    retryNow,
    () => {
      isHurried = true;
    },
    { description: 'Make the next attempt now.' },
  );
  setHandler(
    cancelDelivery,
    () => {
      isCancelled = true;
    },
    { description: 'Make no more attempts.' },
  );
  cancelRequested.catch(() => {
    isCancelled = true;
  });
  // What is under way goes on to its end: an attempt that was made has to be recorded.
  return CancellationScope.nonCancellable(run);

  function end(state: string, attempts: number, details: string): DeliverVoteResult {
    standing = details;
    setCurrentDetails(details);
    if (!input.isUnfiltered) upsertSearchAttributes([{ key: deliveryState, value: state }]);
    return { state, attempts };
  }

  async function run(): Promise<DeliverVoteResult> {
    let waitMs = input.waitMs;
    for (let number = input.attempt; ; number += 1) {
      if (waitMs > 0) {
        await condition(() => isHurried || isCancelled, waitMs, { summary: `retry ${number} of 5` });
        isHurried = false;
      }
      if (isCancelled) {
        await scheduled.cancel(deliveryId);
        return end('cancelled', number - 1, `Cancelled by an operator before attempt ${number}.`);
      }
      const isAtOnce = number === 1 && !input.isSlow;
      const request = { deliveryId, botId, round, number };
      let result = await (isAtOnce ? atOnce : scheduled).attempt(request);
      // Where a local activity is tried again its worker is the same; this one may be of another service.
      if (isAtOnce && result.isUnknown) result = await scheduled.attempt(request);
      if (result.unrecorded) await scheduled.record(result.unrecorded);
      if (result.retryInMs === undefined) {
        return end(result.state, number, `${result.state} at attempt ${number}: ${describe(result)}`);
      }
      waitMs = result.retryInMs;
      standing = `attempt ${number} of 5 failed (${describe(result)}); waiting for the next`;
      setCurrentDetails(standing);
      if (input.isUnfiltered) continue;
      upsertSearchAttributes([
        { key: deliveryState, value: 'waiting' },
        { key: attemptNumber, value: number },
      ]);
    }
  }
}

function describe({ said, tookMs }: AttemptResult): string {
  return tookMs === undefined ? said : `${said} after ${tookMs} ms`;
}
