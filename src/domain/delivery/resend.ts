import type { Fragment, ISql } from 'postgres';
import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import { isId } from '../kernel/ids.ts';
import { requestSignal, type Swept, untilDone } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import type { PlainReason } from '../kernel/refusal.ts';
import type { WithDispatcher } from './claim.ts';
import { startNextRound } from './next-round.ts';
import { type Delivery, requireDelivery } from './read.ts';
import { requireWebhook } from './webhook.ts';

/**
 * Makes the next attempt of a waiting delivery now. The delivery returns to the outbox, due now, and the dispatcher
 * tells its workflow (docs/decisions/steered-deliveries.md). So the wish survives restarts, and the time while
 * Temporal is away. The round gets no more attempts by it.
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
  const { sql } = services.db;
  const { count } = await retry(sql, services.now(), sql`id = ${deliveryId} and bot_id = ${botId}`);
  const delivery = await requireDelivery(services, botId, deliveryId);
  if (count === 0) throw new InvalidInputError(refusalFor(delivery));
  services.wakeDispatcher();
  return delivery;
}

/** Sets the next attempt of waiting deliveries to now, and returns them to the outbox. */
const retry = (sql: ISql, at: Date, where: Fragment) => sql`
  update deliveries set next_attempt_at = ${at}, dispatched_at = null, leased_until = null
  where state = 'pending' and next_attempt_at > ${at} and ${where}`;

/** Deliveries that wait for a retry, of a bot or of all bots. Each part of those of all has an index of its own. */
const waiting = (sql: ISql, at: Date, botId: string | undefined): Fragment => sql`
  state = 'pending' and next_attempt_at > ${at} and ${
    botId === undefined
      ? sql`(dispatched_at is null or (dispatched_at is not null and coalesce(next_attempt_at, dispatched_at) > ${at}))`
      : sql`bot_id = ${botId}`
  }`;

/**
 * Counts the deliveries that wait for their next attempt.
 *
 * @param botId all bots when it is left out
 */
export async function countWaiting(
  { db: { sql }, now }: WithDatabase & WithClock,
  botId?: string,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from deliveries where ${waiting(sql, now(), botId)}`;
  return row?.count ?? 0;
}

/**
 * As {@link retryDelivery}, for all deliveries that wait for their next attempt, in batches. Each is sent once by it: one
 * whose attempt fails while later batches run waits as the schedule says.
 *
 * @param botId all bots when it is left out
 * @returns the number of deliveries
 */
export async function retryWaiting(services: Dependencies, botId?: string): Promise<number> {
  const { sql } = services.db;
  const at = services.now();
  const { changed } = await untilDone((size) =>
    retry(
      sql,
      at,
      sql`id = any(array(
        select id from deliveries where ${waiting(sql, at, botId)} and not exists (
          select from delivery_attempts made where made.delivery_id = deliveries.id
            and made.round = deliveries.round and made.started_at >= ${at})
        limit ${size} for update skip locked))`,
    ),
  );
  if (changed > 0) services.wakeDispatcher();
  return changed;
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
  const resent = await startNextRound(sql, services.now(), sql`id = ${deliveryId} and bot_id = ${botId}`, 1);
  const delivery = await requireDelivery(services, botId, deliveryId);
  if (resent === 0) throw new InvalidInputError('delivery.notResendable');
  services.wakeDispatcher();
  return delivery;
}

/**
 * Resends the deliveries that failed at or after a time, oldest first, in batches. When there are very many, a worker
 * resends the rest.
 *
 * @param since compared with the time of the last attempt; a delivery may have been recorded long before
 * @returns the number of deliveries
 * @throws {InvalidInputError} when there is no webhook
 */
export async function resendFailed(services: Dependencies, botId: string, since: Date): Promise<number> {
  await requireWebhook(services, botId, 'webhook.neededToResend');
  const [{ count } = { count: 0 }] = await services.db.sql<{ count: number }[]>`
    select count(*)::int as count from deliveries
    where bot_id = ${botId} and state = 'failed' and finished_at >= ${since}`;
  if (count === 0) return 0;
  const wish = { botId, since, until: services.now() };
  // Before the first batch: so a worker finishes it whatever happens to this process.
  await services.db.sql`
    update webhooks set resend_since = ${since}, resend_until = ${wish.until} where bot_id = ${botId}`;
  const { changed, isComplete } = await resendBatches(services, wish, requestSignal());
  if (changed > 0) services.wakeDispatcher();
  return isComplete ? changed : count;
}

/**
 * Resends what is left of wishes to resend failed deliveries. Several processes may do this at once.
 *
 * @param signal ends it after the batch in progress; the next call continues
 * @returns the number of deliveries
 */
export async function resendLeftOver(
  services: WithDatabase & WithClock,
  signal?: AbortSignal,
): Promise<number> {
  const wishes = await services.db.sql<Wish[]>`
    select bot_id as "botId", resend_since as since, resend_until as until from webhooks where resend_until is not null`;
  let resent = 0;
  for (const wish of wishes) resent += (await resendBatches(services, wish, signal)).changed;
  return resent;
}

/** Which failed deliveries of a bot to resend: those that failed in this time. Later ones may be of this resend. */
interface Wish {
  readonly botId: string;
  readonly since: Date;
  readonly until: Date;
}

async function resendBatches(
  { db: { sql }, now }: WithDatabase & WithClock,
  { botId, since, until }: Wish,
  signal?: AbortSignal,
): Promise<Swept> {
  const swept = await untilDone(
    (size) =>
      startNextRound(
        sql,
        now(),
        sql`bot_id = ${botId} and state = 'failed' and finished_at between ${since} and ${until}`,
        size,
      ),
    signal,
  );
  if (swept.isComplete)
    await sql`
      update webhooks set resend_since = null, resend_until = null
      where bot_id = ${botId} and resend_until <= ${until}`;
  return swept;
}
