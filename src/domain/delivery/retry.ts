import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { isId } from '../kernel/new-id.ts';
import type { PlainReason } from '../kernel/refusal.ts';
import type { WithDispatcher } from './claim.ts';
import { type Delivery, findDelivery } from './read.ts';

/**
 * Makes the next attempt of a waiting delivery now. The delivery returns to the outbox, due now, and the dispatcher
 * tells its workflow (decision 0047). So the wish survives restarts, and the time while Temporal is away. There are
 * still five attempts.
 *
 * @throws {NotFoundError} when the listing has no such delivery
 * @throws {InvalidInputError} when the delivery has ended, or an attempt is under way or due
 */
export async function retryDelivery(
  services: WithDatabase & WithClock & WithDispatcher,
  botId: string,
  deliveryId: string,
): Promise<Delivery> {
  if (!isId(deliveryId)) throw new NotFoundError('delivery.notFound');
  const now = services.now();
  const { count } = await services.db.sql`
    update deliveries set next_attempt_at = ${now}, dispatched_at = null, leased_until = null
    where id = ${deliveryId} and bot_id = ${botId} and state = 'pending' and next_attempt_at > ${now}`;
  const delivery = await findDelivery(services, botId, deliveryId);
  if (!delivery) throw new NotFoundError('delivery.notFound');
  if (count === 0) throw new InvalidInputError(refusalFor(delivery));
  services.wakeDispatcher();
  return delivery;
}

function refusalFor({ state }: Delivery): PlainReason {
  if (state === 'pending') return 'delivery.underWay';
  return state === 'failed' ? 'delivery.failedResend' : 'delivery.notWaiting';
}
