import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import { isId } from '../kernel/ids.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import type { PlainReason } from '../kernel/refusal.ts';
import type { WithDispatcher } from './claim.ts';
import { startNextRound } from './next-round.ts';
import { type Delivery, findDelivery } from './read.ts';
import { requireWebhook } from './webhook.ts';

/**
 * Makes the next attempt of a waiting delivery now. The delivery returns to the outbox, due now, and the dispatcher
 * tells its workflow (decision 0047). So the wish survives restarts, and the time while Temporal is away. The round
 * gets no more attempts by it.
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
  if (state === 'held') return 'delivery.held';
  return state === 'failed' ? 'delivery.failedResend' : 'delivery.notWaiting';
}

type Dependencies = WithDatabase & WithClock & WithDispatcher;

/**
 * Resends a delivery that has ended, in a new round. `X-Webhook-Delivery` stays the same.
 *
 * @throws {NotFoundError} when the listing has no such delivery
 * @throws {InvalidInputError} when the delivery has not ended, its vote was voided or its voter is erased, or there is no
 *   webhook
 */
export async function resendDelivery(
  services: Dependencies,
  botId: string,
  deliveryId: string,
): Promise<Delivery> {
  if (!isId(deliveryId)) throw new NotFoundError('delivery.notFound');
  await requireWebhook(services, botId, 'webhook.neededToResend');
  const { sql } = services.db;
  const resent = await startNextRound(sql, services.now(), sql`id = ${deliveryId} and bot_id = ${botId}`);
  const delivery = await findDelivery(services, botId, deliveryId);
  if (!delivery) throw new NotFoundError('delivery.notFound');
  if (resent === 0) throw new InvalidInputError('delivery.notResendable');
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
  await requireWebhook(services, botId, 'webhook.neededToResend');
  // The index of a bot's failed deliveries serves this. It holds no time of failure, so all of them are read.
  const { sql } = services.db;
  const where = sql`bot_id = ${botId} and state = 'failed' and finished_at >= ${since}`;
  const count = await startNextRound(sql, services.now(), where);
  if (count > 0) services.wakeDispatcher();
  return count;
}

/** The failed deliveries of an outage, for an operator. */
export interface FailedDeliveries {
  readonly count: number;
  /** Failed deliveries of bots without a webhook. They cannot be resent. */
  readonly withoutWebhook: number;
}

/**
 * Counts the deliveries that failed at or after a time, of one bot or of all. For all bots it reads all failed
 * deliveries.
 */
export async function countFailed(
  { db: { sql } }: WithDatabase,
  since: Date,
  botId?: string,
): Promise<FailedDeliveries> {
  const [row] = await sql<FailedDeliveries[]>`
    select count(webhooks.bot_id)::int as count,
      count(*) filter (where webhooks.bot_id is null)::int as "withoutWebhook"
    from deliveries left join webhooks using (bot_id)
    where state = 'failed' and finished_at >= ${since} ${botId === undefined ? sql`` : sql`and bot_id = ${botId}`}`;
  return row ?? { count: 0, withoutWebhook: 0 };
}

/**
 * Resends the deliveries of all bots that failed at or after a time, bot by bot, so that no statement takes long.
 *
 * @returns the number of deliveries
 */
export async function resendAllFailed(services: Dependencies, since: Date): Promise<number> {
  const { sql } = services.db;
  const bots = await sql<{ botId: string }[]>`
    select distinct bot_id as "botId" from deliveries join webhooks using (bot_id)
    where state = 'failed' and finished_at >= ${since}`;
  let resent = 0;
  for (const { botId } of bots) {
    const where = sql`bot_id = ${botId} and state = 'failed' and finished_at >= ${since}
      and exists (select from webhooks where bot_id = ${botId})`;
    resent += await startNextRound(sql, services.now(), where);
  }
  if (resent > 0) services.wakeDispatcher();
  return resent;
}
