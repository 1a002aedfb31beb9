import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import { isId } from '../kernel/ids.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import type { PlainReason } from '../kernel/refusal.ts';
import type { WithDispatcher } from './claim.ts';
import { type Delivery, findDelivery } from './read.ts';
import { findWebhook } from './webhook.ts';

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
  if (state === 'held') return 'delivery.held';
  return state === 'failed' ? 'delivery.failedResend' : 'delivery.notWaiting';
}

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
  if (!isId(deliveryId)) throw new NotFoundError('delivery.notFound');
  await requireWebhook(services, botId);
  const resent = await services.db.sql<{ id: string }[]>`
    ${nextRound(services)} where id = ${deliveryId} and bot_id = ${botId} and state = 'failed' returning id`;
  const delivery = await findDelivery(services, botId, deliveryId);
  if (!delivery) throw new NotFoundError('delivery.notFound');
  if (resent.length === 0) throw new InvalidInputError('delivery.notFailed');
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
  const bots = await services.db.sql<{ botId: string }[]>`
    select distinct bot_id as "botId" from deliveries join webhooks using (bot_id)
    where state = 'failed' and finished_at >= ${since}`;
  let resent = 0;
  for (const { botId } of bots) {
    const { count } = await services.db.sql`
      ${nextRound(services)} where bot_id = ${botId} and state = 'failed' and finished_at >= ${since}
        and exists (select from webhooks where bot_id = ${botId})`;
    resent += count;
  }
  if (resent > 0) services.wakeDispatcher();
  return resent;
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
    throw new InvalidInputError('webhook.neededToResend');
  }
}
