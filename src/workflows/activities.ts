import {
  type AttemptResult,
  attemptDelivery,
  cancelDelivery,
  recordAttempt,
} from '../domain/attempt-delivery.ts';
import type { AttemptRecord, AttemptRequest } from '../domain/attempt-statements.ts';
import type { Services } from '../domain/services.ts';

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
 */
export function createActivities(
  services: Pick<Services, 'batches' | 'db' | 'now' | 'secrets' | 'sender'>,
  onAttempt: (request: AttemptRequest, result: AttemptResult | undefined) => void,
): Activities {
  return {
    async attempt(request) {
      let result: AttemptResult | undefined;
      try {
        result = await attemptDelivery(services, request);
        return result;
      } finally {
        onAttempt(request, result);
      }
    },
    record: (record) => recordAttempt(services, record),
    cancel: (deliveryId) => cancelDelivery(services, deliveryId),
  };
}
