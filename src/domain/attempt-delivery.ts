import { createHmac } from 'node:crypto';
import type { DeliveryState } from '../db/tables.ts';
import type { SendOutcome } from '../net/sender.ts';
import type { Services } from './services.ts';

/** Section 6 of the contract: how long after each failed attempt the next one follows. */
const RETRY_AFTER_MS = [60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000];
const USER_AGENT = 'Listing-Webhook/1';
const EVENT = 'vote.create';

export interface AttemptRequest {
  readonly deliveryId: string;
  /** 1 to 5. */
  readonly number: number;
}

/** Where the delivery stands after an attempt. */
export interface AttemptResult {
  readonly state: DeliveryState;
  /** Only while `pending`: when the next attempt is due. */
  readonly retryInMs?: number;
  /** What the receiver or the network said, in one word or number. */
  readonly said: string;
}

type Dependencies = Pick<Services, 'db' | 'now' | 'secrets' | 'sender'>;

interface PreparedAttempt {
  readonly botId: string;
  readonly userId: string;
  readonly votedAt: Date;
  readonly state: DeliveryState;
  readonly url: string | null;
  readonly sealedSecret: Buffer | null;
  readonly recordedStatus: number | null;
  readonly recordedFailure: string | null;
}

/**
 * Makes one attempt of a delivery and records it. The URL and the secret are those in force at this moment; with
 * no webhook any more the delivery ends `cancelled`. Repeating the call is harmless: an attempt that is
 * recorded is not made again.
 *
 * @throws when the database does not answer; the call may then be repeated
 */
export async function attemptDelivery(
  services: Dependencies,
  { deliveryId, number }: AttemptRequest,
): Promise<AttemptResult> {
  const prepared = await prepare(services, deliveryId, number);
  if (prepared.recordedStatus !== null || prepared.recordedFailure !== null) {
    return resultOf(prepared.state, number, prepared.recordedFailure ?? String(prepared.recordedStatus));
  }
  if (prepared.state !== 'pending') return { state: prepared.state, said: 'already ended' };
  if (prepared.url === null || prepared.sealedSecret === null) {
    await cancel(services, deliveryId);
    return { state: 'cancelled', said: 'no webhook' };
  }
  const secret = services.secrets.open(prepared.sealedSecret, prepared.botId);
  const startedAt = services.now();
  const body = Buffer.from(
    JSON.stringify({
      event: EVENT,
      bot_id: prepared.botId,
      user_id: prepared.userId,
      voted_at: prepared.votedAt.toISOString(),
    }),
  );
  const outcome = await services.sender.post({
    url: prepared.url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      Authorization: secret,
      'X-Webhook-Event': EVENT,
      'X-Webhook-Delivery': deliveryId,
      'X-Webhook-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    body,
  });
  return record(services, { deliveryId, number, botId: prepared.botId, startedAt, outcome });
}

async function prepare({ db }: Dependencies, deliveryId: string, number: number): Promise<PreparedAttempt> {
  const [prepared] = await db.sql<PreparedAttempt[]>`
    select delivery.bot_id as "botId", delivery.user_id as "userId", delivery.voted_at as "votedAt", delivery.state,
      webhook.url, webhook.sealed_secret as "sealedSecret",
      attempt.status_code as "recordedStatus", attempt.failure as "recordedFailure"
    from deliveries delivery
    left join webhooks webhook on webhook.bot_id = delivery.bot_id
    left join delivery_attempts attempt on attempt.delivery_id = delivery.id and attempt.number = ${number}
    where delivery.id = ${deliveryId}`;
  if (!prepared) throw new Error(`There is no delivery ${deliveryId}.`);
  return prepared;
}

async function cancel({ db, now }: Dependencies, deliveryId: string): Promise<void> {
  await db.sql`
    update deliveries set state = 'cancelled', finished_at = ${now()}, next_attempt_at = null
    where id = ${deliveryId} and state = 'pending'`;
}

async function record(
  { db, now }: Dependencies,
  attempt: { deliveryId: string; number: number; botId: string; startedAt: Date; outcome: SendOutcome },
): Promise<AttemptResult> {
  const { deliveryId, number, botId, startedAt, outcome } = attempt;
  const status = outcome.kind === 'response' ? outcome.status : null;
  const failure = failureOf(outcome);
  const delay = RETRY_AFTER_MS[number - 1];
  const state: DeliveryState = failure === null ? 'delivered' : delay === undefined ? 'failed' : 'pending';
  const at = now();
  await db.sql`
    with attempt as (
      insert into delivery_attempts
        (delivery_id, number, bot_id, started_at, duration_ms, status_code, failure, excerpt)
      values (${deliveryId}, ${number}, ${botId}, ${startedAt}, ${Math.round(outcome.durationMs)}, ${status},
        ${failure}, ${outcome.kind === 'response' ? outcome.excerpt : ''})
      on conflict do nothing
    )
    update deliveries set
      state = ${state},
      dispatched_at = coalesce(dispatched_at, ${at}),
      finished_at = ${state === 'pending' ? null : at},
      next_attempt_at = ${state === 'pending' && delay !== undefined ? new Date(at.getTime() + delay) : null}
    where id = ${deliveryId} and state = 'pending'`;
  return resultOf(state, number, failure ?? String(status));
}

function failureOf(outcome: SendOutcome): string | null {
  if (outcome.kind === 'failure') return outcome.reason;
  if (outcome.status >= 200 && outcome.status < 300) return null;
  return outcome.status >= 300 && outcome.status < 400 ? 'redirect' : 'status';
}

function resultOf(state: DeliveryState, number: number, said: string): AttemptResult {
  const retryInMs = state === 'pending' ? RETRY_AFTER_MS[number - 1] : undefined;
  return { state, said, ...(retryInMs !== undefined && { retryInMs }) };
}
