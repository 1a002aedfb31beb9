import type { SearchAttributePair } from '@temporalio/common';
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
import { ATTEMPTS } from '../terms/schedule.ts';
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

/** A delivery that runs, and what its operators want. */
interface Progress {
  /** Its state as a sentence. */
  standing: string;
  /** The next attempt is wanted now. */
  isHurried: boolean;
  /** The number of the attempt that is wanted now; 0 without one. */
  hurriedTo: number;
  isCancelled: boolean;
}

/**
 * Delivers one event to a webhook: one attempt at once and, while attempts fail, the others after durable timers
 * (section 6 of the contract). The workflow's id is the delivery's id. URL, secret and response stay in the database;
 * the history holds only the state. Cancelling the workflow has the same effect as the signal.
 *
 * @returns the final state, and how many attempts were made
 */
export async function deliverVote(input: DeliverVoteInput): Promise<DeliverVoteResult> {
  const { cancelRequested } = CancellationScope.current();
  const progress: Progress = {
    standing: `attempt ${input.attempt} of ${ATTEMPTS}`,
    isHurried: false,
    hurriedTo: 0,
    isCancelled: false,
  };
  setHandler(status, () => progress.standing, { description: 'The current state of the delivery.' });
  setHandler(
    retryNow,
    (attempt) => {
      if (attempt === undefined) progress.isHurried = true;
      else progress.hurriedTo = attempt;
    },
    { description: 'Make the next attempt now.' },
  );
  setHandler(
    cancelDelivery,
    () => {
      progress.isCancelled = true;
    },
    { description: 'Make no more attempts.' },
  );
  cancelRequested.catch(() => {
    progress.isCancelled = true;
  });
  // A running attempt is never cancelled, because it must be recorded.
  return CancellationScope.nonCancellable(() => makeAttempts(input, progress));
}

async function makeAttempts(input: DeliverVoteInput, progress: Progress): Promise<DeliverVoteResult> {
  const { deliveryId, botId, round } = input;
  let waitMs = input.waitMs;
  for (let number = input.attempt; ; number += 1) {
    if (waitMs > 0) {
      const isOver = () => progress.isHurried || progress.hurriedTo === number || progress.isCancelled;
      await condition(isOver, waitMs, { summary: `retry ${number} of ${ATTEMPTS}` });
      progress.isHurried = false;
    }
    if (progress.isCancelled) {
      await scheduled.cancel(deliveryId);
      const details = `Cancelled by an operator before attempt ${number}.`;
      show(input, progress, details, [{ key: deliveryState, value: 'cancelled' }]);
      return { state: 'cancelled', attempts: number - 1 };
    }
    const result = await makeAttempt({ deliveryId, botId, round, number }, number === 1 && !input.isSlow);
    const { state, retryInMs } = result;
    if (retryInMs === undefined) {
      const details = `${state} at attempt ${number}: ${describe(result)}`;
      show(input, progress, details, [{ key: deliveryState, value: state }]);
      return { state, attempts: number };
    }
    waitMs = retryInMs;
    const details = `attempt ${number} of ${ATTEMPTS} failed (${describe(result)}); waiting for the next`;
    show(input, progress, details, [
      { key: deliveryState, value: 'waiting' },
      { key: attemptNumber, value: number },
    ]);
  }
}

/** Makes an attempt, and sees to it that it is recorded. */
async function makeAttempt(
  request: Parameters<Activities['attempt']>[0],
  isAtOnce: boolean,
): Promise<AttemptResult> {
  let result = await (isAtOnce ? atOnce : scheduled).attempt(request);
  // A local activity is retried on the same worker, which ends or may have the wrong database. Let another one try.
  if (isAtOnce && (result.isUnknown || result.isInterrupted)) result = await scheduled.attempt(request);
  if (result.unrecorded) await scheduled.record(result.unrecorded);
  return result;
}

/** Shows operators the state of the delivery. */
function show(
  { isUnfiltered }: DeliverVoteInput,
  progress: Progress,
  details: string,
  attributes: SearchAttributePair[],
): void {
  progress.standing = details;
  setCurrentDetails(details);
  if (!isUnfiltered) upsertSearchAttributes(attributes);
}

function describe({ said, tookMs }: AttemptResult): string {
  return tookMs === undefined ? said : `${said} after ${tookMs} ms`;
}
