import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { isId } from '../kernel/new-id.ts';
import type { WithDispatcher } from './claim.ts';
import { type Delivery, findDelivery } from './read.ts';
import { findWebhook } from './webhook.ts';

type Dependencies = WithDatabase & WithClock & WithDispatcher;

/**
 * Sends a failed delivery again, under the same `X-Webhook-Delivery` and with five attempts of its own.
 *
 * @throws {NotFoundError} when the listing has no such delivery
 * @throws {InvalidInputError} when it has not failed, or there is no webhook to send it to
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
  if (resent.length === 0) throw new InvalidInputError('Only a failed delivery can be sent again.');
  services.wakeDispatcher();
  return delivery;
}

/**
 * Sends every failed delivery since a time again.
 *
 * @param since deliveries recorded at this time or later
 * @returns how many
 * @throws {InvalidInputError} when there is no webhook to send them to
 */
export async function resendFailed(services: Dependencies, botId: string, since: Date): Promise<number> {
  await requireWebhook(services, botId);
  const { count } = await services.db.sql`
    ${nextRound(services)} where bot_id = ${botId} and state = 'failed' and created_at >= ${since}`;
  if (count > 0) services.wakeDispatcher();
  return count;
}

/** Due now: behind what was recorded before, and ahead of what comes later. */
function nextRound({ db, now }: Dependencies) {
  return db.sql`
    update deliveries set state = 'pending', round = round + 1, leased_until = null, dispatched_at = null,
      next_attempt_at = ${now()}, finished_at = null`;
}

async function requireWebhook(services: Dependencies, botId: string): Promise<void> {
  if (!(await findWebhook(services, botId))) {
    throw new InvalidInputError('Set a webhook URL before sending deliveries again.');
  }
}
