import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { isId } from '../kernel/new-id.ts';
import type { WithDispatcher } from './claim.ts';
import { type Delivery, findDelivery } from './read.ts';
import { findWebhook } from './webhook.ts';

type Dependencies = WithDatabase & WithClock & WithDispatcher;

/**
 * Resends a failed delivery in a new round of five attempts. `X-Webhook-Delivery` stays the same.
 *
 * @throws {NotFoundError} when the listing has no such delivery
 * @throws {InvalidInputError} when the delivery has not failed, or there is no webhook
 */
export async function resendDelivery(
  services: Dependencies,
  botId: string,
  deliveryId: string,
): Promise<Delivery> {
  if (!isId(deliveryId)) throw new NotFoundError('Delivery not found.');
  await requireWebhook(services, botId);
  const resent = await services.db.sql<{ id: string }[]>`
    ${nextRound(services)} where id = ${deliveryId} and bot_id = ${botId} and state = 'failed' returning id`;
  const delivery = await findDelivery(services, botId, deliveryId);
  if (!delivery) throw new NotFoundError('Delivery not found.');
  if (resent.length === 0) throw new InvalidInputError('Only a failed delivery can be resent.');
  services.wakeDispatcher();
  return delivery;
}

/**
 * Resends the deliveries that failed at or after a time.
 *
 * @param since compared with the time of the last attempt; a delivery may have been recorded long before
 * @returns the number of deliveries
 * @throws {InvalidInputError} when there is no webhook
 */
export async function resendFailed(services: Dependencies, botId: string, since: Date): Promise<number> {
  await requireWebhook(services, botId);
  // The index of a bot's failed deliveries serves this. It holds no time of failure, so all of them are read.
  const { count } = await services.db.sql`
    ${nextRound(services)} where bot_id = ${botId} and state = 'failed' and finished_at >= ${since}`;
  if (count > 0) services.wakeDispatcher();
  return count;
}

/**
 * Starts a new round, due now. Deliveries of the same bot that were due earlier start first. Deliveries that are
 * resent together are due at the same time and start in any order.
 */
function nextRound({ db, now }: Dependencies) {
  return db.sql`
    update deliveries set state = 'pending', round = round + 1, leased_until = null, dispatched_at = null,
      next_attempt_at = ${now()}, finished_at = null`;
}

async function requireWebhook(services: Dependencies, botId: string): Promise<void> {
  if (!(await findWebhook(services, botId))) {
    throw new InvalidInputError('Set a webhook URL before you resend deliveries.');
  }
}
