import { type AttemptRequest, type AttemptResult, attemptDelivery } from '../domain/attempt-delivery.ts';
import type { Services } from '../domain/services.ts';

export interface Activities {
  attempt(request: AttemptRequest): Promise<AttemptResult>;
}

/**
 * @param services what an attempt needs
 * @param onAttempt told after each attempt, made or failed to be made
 */
export function createActivities(
  services: Pick<Services, 'db' | 'now' | 'secrets' | 'sender'>,
  onAttempt: (deliveryId: string) => void,
): Activities {
  return {
    async attempt(request) {
      try {
        return await attemptDelivery(services, request);
      } finally {
        onAttempt(request.deliveryId);
      }
    },
  };
}
