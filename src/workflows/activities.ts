import { Context } from '@temporalio/activity';
import {
  type AttemptResult,
  attemptDelivery,
  cancelDelivery,
  recordAttempt,
} from '../domain/attempt-delivery.ts';
import type { AttemptRecord, AttemptRequest } from '../domain/attempt-statements.ts';
import type { Services } from '../domain/services.ts';
import { UNANSWERED_MS } from './endpoint-pace.ts';

/** Longer than an attempt usually takes, so that few cost a heartbeat, and within the workflow's heartbeat time-out. */
const HEARTBEAT_MS = 6000;

export interface Activities {
  /** Makes an attempt and records it. */
  attempt(request: AttemptRequest): Promise<AttemptResult>;
  /** Records an attempt that was made while the database was away. */
  record(record: AttemptRecord): Promise<void>;
  /** Ends a delivery that waits. */
  cancel(deliveryId: string): Promise<void>;
}

/**
 * @param services what an attempt needs
 * @param onAttempt told after each attempt, made or failed to be made
 * @param onUnanswered told when an attempt has been under way for a second
 */
export function createActivities(
  services: Pick<Services, 'batches' | 'db' | 'now' | 'secrets' | 'sender'>,
  onAttempt: (request: AttemptRequest, result: AttemptResult | undefined) => void,
  onUnanswered: (request: AttemptRequest) => void,
): Activities {
  return {
    async attempt(request) {
      let result: AttemptResult | undefined;
      const patience = setTimeout(onUnanswered, UNANSWERED_MS, request);
      try {
        result = await whileBeating(attemptDelivery(services, request));
        return result;
      } finally {
        clearTimeout(patience);
        onAttempt(request, result);
      }
    },
    record: (record) => whileBeating(recordAttempt(services, record)),
    cancel: (deliveryId) => whileBeating(cancelDelivery(services, deliveryId)),
  };
}

/** Tells Temporal that this worker still works on it: what a killed one held is given to another all the sooner. */
async function whileBeating<Result>(work: Promise<Result>): Promise<Result> {
  const { heartbeat, info } = Context.current();
  // A local one has none.
  if (info.isLocal) return work;
  const beating = setInterval(heartbeat, HEARTBEAT_MS);
  try {
    return await work;
  } finally {
    clearInterval(beating);
  }
}
