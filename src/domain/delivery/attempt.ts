import { createHmac } from 'node:crypto';
import type { DeliveryState } from '../../db/tables.ts';
import type { Sender, SendOutcome } from '../../net/sender.ts';
import type { WithSecrets } from '../identity/secret-box.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { isId } from '../kernel/new-id.ts';
import { within } from '../kernel/within.ts';
import type {
  AttemptRecord,
  AttemptRequest,
  AttemptStatements,
  PreparedAttempt,
} from './attempt-statements.ts';

/** Section 6 of the contract: how long after each failed attempt the next one follows. */
const RETRY_AFTER_MS = [60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000];
/**
 * A server that hangs refuses nothing. Preparing (5 s), the POST (10 s) and recording (5 s) together stay within the 30 s
 * after which the workflow would have the attempt made again.
 */
const DATABASE_TIMEOUT_MS = 5000;
/** Statuses that send a client elsewhere (RFC 9110, section 15.4); the other 3xx do not. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const USER_AGENT = 'Listing-Webhook/1';
const EVENT = 'vote.create';
/** `whsec_`: what every secret begins with. */
const SECRET_PREFIX_LENGTH = 6;

/** Where the delivery stands after an attempt. */
export interface AttemptResult {
  readonly state: DeliveryState;
  /** Only while `pending`: when the next attempt is due. */
  readonly retryInMs?: number;
  /** What the receiver or the network said, in one word or number. */
  readonly said: string;
  /** How long the receiver took, in milliseconds; absent when nothing was sent. */
  readonly tookMs?: number;
  /** Delivered in the first round: how long after it was committed, in milliseconds. */
  readonly deliveredAfterMs?: number;
  /** This database has no such delivery: another one may. */
  readonly isUnknown?: true;
  /** The attempt was made, and the database could not be told: to be told later, without sending again. */
  readonly unrecorded?: AttemptRecord;
}

/**
 * The webhook's secret does not open with the keys of this process. That is no fault of the receiver, so it uses up none of the
 * delivery's attempts: it waits for a process that has the key, or for an owner to rotate the secret.
 */
export class UnreadableSecretError extends Error {}

type Dependencies = AttemptStatements &
  WithDatabase &
  WithClock &
  WithSecrets & {
    readonly sender: Pick<Sender, 'post'>;
  };

/**
 * Makes one attempt of a delivery and records it (section 6 of the contract). The URL and the secret are those in
 * force at this moment; with no webhook any more the delivery ends `cancelled`. Repeating the call is harmless: an
 * attempt that is recorded is not made again.
 *
 * @param timeoutMs how long the database may take, before the POST and after it, in milliseconds
 * @throws {UnreadableSecretError} when the secret does not open; nothing was sent or recorded
 * @throws when the database does not answer before anything was sent; the call may then be repeated
 */
export async function attemptDelivery(
  services: Dependencies,
  request: AttemptRequest,
  timeoutMs = DATABASE_TIMEOUT_MS,
): Promise<AttemptResult> {
  const { deliveryId, botId, round, number } = request;
  // One that is no id, as of a workflow started by hand, would fail every attempt of its batch.
  if (!isId(deliveryId)) return { state: 'cancelled', said: 'no such delivery' };
  const prepared = await within(services.prepareAttempt(request), timeoutMs, databaseIsLate);
  // The database is another one, or was restored to a time before it; or the listing was submitted anew.
  if (!prepared) return { state: 'cancelled', said: 'no such delivery', isUnknown: true };
  if (prepared.recordedStatus !== null || prepared.recordedFailure !== null) {
    return resultOf(prepared.recordedFailure, prepared.recordedStatus, number);
  }
  if (prepared.state !== 'pending' || prepared.round !== round) {
    return { state: prepared.state === 'pending' ? 'cancelled' : prepared.state, said: 'already ended' };
  }
  if (prepared.url === null || prepared.sealedSecret === null) {
    await cancelDelivery(services, deliveryId);
    return { state: 'cancelled', said: 'no webhook' };
  }
  const secret = openSecret(services, prepared.sealedSecret, botId);
  const startedAt = services.now().toISOString();
  const body = bodyOf(botId, prepared);
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
  const record: AttemptRecord = {
    ...request,
    startedAt,
    durationMs: Math.round(outcome.durationMs),
    ...(outcome.kind === 'response'
      ? {
          statusCode: outcome.status,
          excerpt: withoutSecret(outcome.excerpt, secret),
          retryAfterSeconds: outcome.retryAfterSeconds ?? null,
        }
      : { statusCode: null, excerpt: '', retryAfterSeconds: null }),
    failure: failureOf(outcome),
  };
  const standing = resultOf(record.failure, record.statusCode, number);
  const result: AttemptResult = {
    ...standing,
    tookMs: record.durationMs,
    ...(standing.state === 'delivered' &&
      round === 1 && { deliveredAfterMs: services.now().getTime() - prepared.createdAt.getTime() }),
  };
  try {
    await within(recordAttempt(services, record), timeoutMs, databaseIsLate);
    return result;
  } catch {
    return { ...result, unrecorded: { ...record, excerpt: '' } };
  }
}

/**
 * Writes an attempt into the log and moves its delivery on. Repeating it is harmless.
 *
 * @throws when the database does not answer
 */
export function recordAttempt(
  { storeAttempt, now }: AttemptStatements & WithClock,
  record: AttemptRecord,
): Promise<void> {
  const { state, retryInMs } = resultOf(record.failure, record.statusCode, record.number);
  const at = now();
  const nextAttemptAt = retryInMs === undefined ? null : new Date(at.getTime() + retryInMs);
  return storeAttempt({ ...record, state, at, nextAttemptAt });
}

function databaseIsLate(): never {
  throw new Error('The database did not answer in time.');
}

/** Ends a delivery that waits, without another attempt. */
export async function cancelDelivery(
  { db, now }: WithDatabase & WithClock,
  deliveryId: string,
): Promise<void> {
  await db.sql`
    update deliveries set state = 'cancelled', finished_at = ${now()}, next_attempt_at = null
    where id = ${deliveryId} and state = 'pending'`;
}

/** Tells whether this database has a delivery, ended or not. */
export async function isKnownDelivery({ db }: WithDatabase, deliveryId: string): Promise<boolean> {
  const rows = await db.sql`select from deliveries where id = ${deliveryId}`;
  return rows.length > 0;
}

function openSecret({ secrets }: Dependencies, sealed: Buffer, botId: string): string {
  try {
    return secrets.open(sealed, botId);
  } catch {
    throw new UnreadableSecretError('The secret of the webhook cannot be read.');
  }
}

/** A receiver that answers with what it got must not lead the secret into the log of attempts, whole or cut off. */
function withoutSecret(excerpt: string, secret: string): string {
  const hidden = excerpt.replaceAll(secret, '[secret]');
  const last = hidden.lastIndexOf(secret.slice(0, SECRET_PREFIX_LENGTH));
  return last >= 0 && secret.startsWith(hidden.slice(last)) ? `${hidden.slice(0, last)}[secret]` : hidden;
}

function bodyOf(botId: string, { userId, votedAt }: PreparedAttempt): Buffer {
  return Buffer.from(
    JSON.stringify({ event: EVENT, bot_id: botId, user_id: userId, voted_at: votedAt.toISOString() }),
  );
}

function failureOf(outcome: SendOutcome): string | null {
  if (outcome.kind === 'failure') return outcome.reason;
  if (outcome.status >= 200 && outcome.status < 300) return null;
  return REDIRECTS.has(outcome.status) ? 'redirect' : 'status';
}

/** Section 3 of the contract, webhook delivery. */
function resultOf(failure: string | null, statusCode: number | null, number: number): AttemptResult {
  const said = failure === null || failure === 'status' ? String(statusCode) : failure;
  if (failure === null) return { state: 'delivered', said };
  const retryInMs = RETRY_AFTER_MS[number - 1];
  return retryInMs === undefined ? { state: 'failed', said } : { state: 'pending', retryInMs, said };
}
