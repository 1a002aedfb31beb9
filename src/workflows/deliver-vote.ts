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
import { ATTEMPTS } from '../domain/delivery/schedule.ts';
import { attemptNumber, deliveryState } from './search-attributes.ts';
import type { Activities } from './worker/activities.ts';

/** An activity is retried until the database responds. A failed *delivery* is a result, not an error. */
const retry = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '15 seconds' } as const;
/** Most deliveries succeed at once. A local activity saves them two round trips and five events of history. */
const atOnce = proxyLocalActivities<Activities>({ startToCloseTimeout: '30 seconds', retry });
/**
 * An ordinary activity holds no workflow task while a receiver is slow, and any worker may run it. Without heartbeats,
 * Temporal would notice the death of a worker or of its connection only after half a minute.
 */
const scheduled = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  heartbeatTimeout: '10 seconds',
  retry,
});

export interface DeliverVoteInput {
  readonly deliveryId: string;
  readonly botId: string;
  /** 1 at first, and one more each time somebody resends the delivery. */
  readonly round: number;
  /** The number of the first attempt: above 1 when an earlier workflow of this round was lost. */
  readonly attempt: number;
  /** The wait before that attempt, in milliseconds. */
  readonly waitMs: number;
  /** The receiver is known to be slow or silent. */
  readonly isSlow: boolean;
  /** Temporal does not know the search attributes. Using one would fail the workflow task again and again. */
  readonly isUnfiltered?: boolean;
}

export interface DeliverVoteResult {
  readonly state: string;
  readonly attempts: number;
}

/**
 * Makes the next attempt now instead of at its time. The schedule continues from there. With a number it is about that
 * attempt only, so a signal that comes late or twice hurries no other one.
 */
export const retryNow = defineSignal<[attempt?: number]>('retryNow');
/** Ends the delivery before its next attempt. */
export const cancelDelivery = defineSignal('cancelDelivery');
/** Returns the state of the delivery as a sentence. */
export const status = defineQuery<string>('status');

/**
 * Delivers one event to a webhook: one attempt at once and, while attempts fail, up to four more after durable timers
 * (section 6 of the contract). The workflow's id is the delivery's id. URL, secret and response stay in the database;
 * the history holds only the state. Cancelling the workflow has the same effect as the signal.
 *
 * @returns the final state, and how many attempts were made
 */
export async function deliverVote(input: DeliverVoteInput): Promise<DeliverVoteResult> {
  const { deliveryId, botId, round } = input;
  const { cancelRequested } = CancellationScope.current();
  let standing = `attempt ${input.attempt} of ${ATTEMPTS}`;
  let isHurried = false;
  let hurriedTo = 0;
  let isCancelled = false;
  setHandler(status, () => standing, { description: 'The current state of the delivery.' });
  setHandler(
    retryNow,
    (attempt) => {
      if (attempt === undefined) isHurried = true;
      else hurriedTo = attempt;
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
  // A running attempt is never cancelled, because it must be recorded.
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
        await condition(() => isHurried || hurriedTo === number || isCancelled, waitMs, {
          summary: `retry ${number} of ${ATTEMPTS}`,
        });
        isHurried = false;
      }
      if (isCancelled) {
        await scheduled.cancel(deliveryId);
        return end('cancelled', number - 1, `Cancelled by an operator before attempt ${number}.`);
      }
      const isAtOnce = number === 1 && !input.isSlow;
      const request = { deliveryId, botId, round, number };
      let result = await (isAtOnce ? atOnce : scheduled).attempt(request);
      // A local activity is retried on the same worker, which ends or may have the wrong database. Let another one try.
      if (isAtOnce && (result.isUnknown || result.isInterrupted)) result = await scheduled.attempt(request);
      if (result.unrecorded) await scheduled.record(result.unrecorded);
      if (result.retryInMs === undefined) {
        return end(result.state, number, `${result.state} at attempt ${number}: ${describe(result)}`);
      }
      waitMs = result.retryInMs;
      standing = `attempt ${number} of ${ATTEMPTS} failed (${describe(result)}); waiting for the next`;
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
