import type { DeliveryState } from '../../db/delivery-tables.ts';
import { within } from '../../lib/within.ts';
import type { Sender, SendOutcome } from '../../net/sender.ts';
import { RETRY_AFTER_MS } from '../../terms/schedule.ts';
import { isId } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithSecrets } from '../kernel/needs.ts';
import {
  type AttemptRecord,
  type AttemptRequest,
  type PreparedAttempt,
  prepareAttempt,
  storeAttempt,
} from './attempt-statements.ts';
import { cancelPending } from './cancel.ts';
import { NEXT_SECRET } from './explain.ts';
import { bodyIn, headersIn } from './formats.ts';
import { holdDelivery, isClosed } from './hold.ts';
import { keepHeaders } from './request.ts';
import { activateTested } from './rotation.ts';
import { verifyWebhook } from './webhook.ts';

/**
 * A hanging database raises no error, so statements have a time limit. Preparing (5 s), the POST (10 s) and recording
 * (5 s) together stay below 30 s. After that time the workflow repeats the attempt.
 */
const DATABASE_TIMEOUT_MS = 5000;
/** The redirect statuses of RFC 9110, section 15.4. Other 3xx statuses are no redirects. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The length of `whsec_`, the prefix of every secret. */
const SECRET_PREFIX_LENGTH = 6;

/** The state of a delivery after an attempt. */
export interface AttemptResult {
  readonly state: DeliveryState;
  /** While `pending`: the delay until the next attempt. */
  readonly retryInMs?: number;
  /** The status code or the reason of the failure, as one word. */
  readonly said: string;
  /** The time that the request took, in milliseconds; absent when nothing was sent. */
  readonly tookMs?: number;
  /** For a delivery in the first round: the time since it was recorded, in milliseconds. */
  readonly deliveredAfterMs?: number;
  /** This database has no such delivery. Another database may have it. */
  readonly isUnknown?: true;
  /** The process ends and has interrupted the request. Another process must make the attempt. */
  readonly isInterrupted?: true;
  /**
   * The attempt was made, but the database did not record it. The workflow records it later and does not send it
   * again.
   */
  readonly unrecorded?: AttemptRecord;
}

/**
 * No key of this process opens the webhook's secret. The receiver did not cause that, so it does not count as an
 * attempt. The delivery waits for a process with the key, or for a new secret.
 */
export class UnreadableSecretError extends Error {}

/** This process ends and has interrupted the request. Nothing is recorded: another process makes the attempt again. */
export class AttemptInterruptedError extends Error {}

type Dependencies = WithDatabase & WithClock & WithSecrets & { readonly sender: Pick<Sender, 'post'> };

/**
 * Makes one attempt of a delivery and records it (section 6 of the contract). It uses the current URL and secret.
 * Without a webhook the delivery ends as `cancelled`, and while its owner pauses the webhook it is held. A recorded
 * attempt is not made again, so a call may be repeated.
 *
 * @param timeoutMs the time limit of the database, before the POST and again after it, in milliseconds
 * @throws {UnreadableSecretError} when no key opens the secret; nothing was sent or recorded
 * @throws {AttemptInterruptedError} when this process interrupted the request
 * @throws when the database does not respond before the POST; the call may be repeated
 */
export async function attemptDelivery(
  services: Dependencies,
  request: AttemptRequest,
  timeoutMs = DATABASE_TIMEOUT_MS,
): Promise<AttemptResult> {
  const { deliveryId, botId, round, number } = request;
  // A workflow that was started by hand may have any text as its id. It would fail the whole batch.
  if (!isId(deliveryId)) return { state: 'cancelled', said: 'no such delivery' };
  const prepared = await within(prepareAttempt(services.db, request), timeoutMs, databaseIsLate);
  // This is another database, an older backup of it, or the listing was submitted again.
  if (!prepared) return { state: 'cancelled', said: 'no such delivery', isUnknown: true };
  if (prepared.recordedStatus !== null || prepared.recordedFailure !== null) {
    return resultOf(prepared.recordedFailure, prepared.recordedStatus, number);
  }
  if (prepared.state !== 'pending' || prepared.round !== round) {
    return { state: prepared.state === 'pending' ? 'cancelled' : prepared.state, said: 'already ended' };
  }
  if (prepared.kind === 'vote' && isClosed(prepared)) {
    // If the hold has just ended, Temporal repeats the call.
    await holdDelivery(services, deliveryId);
    return { state: 'held', said: 'held' };
  }
  if (prepared.url === null || prepared.sealedSecret === null) {
    await cancelPending(services, deliveryId);
    return { state: 'cancelled', said: 'no webhook' };
  }
  const secret = openSecret(services, prepared.nextSealedSecret ?? prepared.sealedSecret, botId);
  const at = services.now();
  const format = prepared.format ?? 'contract';
  const parts = { ...prepared, id: deliveryId, botId };
  const body = Buffer.from(bodyIn({ ...prepared, format }, parts));
  const headers = headersIn(format, parts, body, secret, at);
  const outcome = await services.sender.post({ url: prepared.url, headers, body });
  if (outcome.kind === 'failure' && outcome.reason === 'aborted') {
    throw new AttemptInterruptedError('The process ends before the receiver responds.');
  }
  const record: AttemptRecord = {
    ...request,
    startedAt: at.toISOString(),
    durationMs: Math.round(outcome.durationMs),
    ...(outcome.kind === 'response'
      ? {
          statusCode: outcome.status,
          excerpt: withoutSecret(outcome.excerpt, secret),
          responseHeaders: keepHeaders(outcome.headers, secret),
          retryAfterSeconds: outcome.retryAfterSeconds ?? null,
        }
      : { statusCode: null, excerpt: '', responseHeaders: null, retryAfterSeconds: null }),
    failure: failureOf(outcome, prepared.nextSealedSecret !== null),
    ...(prepared.isVerified === false && { isOutdated: true }),
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
    await verify(services, prepared, record);
    return result;
  } catch {
    return { ...result, unrecorded: { ...record, excerpt: '', responseHeaders: null } };
  }
}

/**
 * Records an attempt and updates its delivery. The call may be repeated.
 *
 * @throws when the database does not respond
 */
export function recordAttempt({ db, now }: WithDatabase & WithClock, record: AttemptRecord): Promise<void> {
  const { state, retryInMs } = resultOf(record.failure, record.statusCode, record.number);
  const at = now();
  const nextAttemptAt = retryInMs === undefined ? null : new Date(at.getTime() + retryInMs);
  return storeAttempt(db, { ...record, state, at, nextAttemptAt });
}

/**
 * The first success of a webhook costs a statement, and so does the first success of its next secret. If that fails,
 * the next success is the first one.
 */
async function verify(
  services: WithDatabase & WithClock,
  { webhookUpdatedAt, isVerified, nextSecretAt, userId }: PreparedAttempt,
  { botId, failure }: AttemptRecord,
): Promise<void> {
  if (failure !== null || webhookUpdatedAt === null) return;
  if (nextSecretAt !== null) {
    const used = { updatedAt: webhookUpdatedAt, nextSecretAt };
    await activateTested(services, botId, userId, used).catch(() => {});
    return;
  }
  if (isVerified) return;
  await verifyWebhook(services, botId, webhookUpdatedAt).catch(() => {});
}

function databaseIsLate(): never {
  throw new Error('The database did not answer in time.');
}

/** Whether this database has a delivery, in any state. */
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

/** Removes the secret from a response that echoes the request, even when the excerpt cuts it off. */
function withoutSecret(excerpt: string, secret: string): string {
  const hidden = excerpt.replaceAll(secret, '[secret]');
  const last = hidden.lastIndexOf(secret.slice(0, SECRET_PREFIX_LENGTH));
  return last >= 0 && secret.startsWith(hidden.slice(last)) ? `${hidden.slice(0, last)}[secret]` : hidden;
}

function failureOf(outcome: SendOutcome, isOfNextSecret: boolean): string | null {
  if (outcome.kind === 'failure') return outcome.reason;
  if (outcome.status >= 200 && outcome.status < 300) return null;
  if (REDIRECTS.has(outcome.status)) return 'redirect';
  return isOfNextSecret ? NEXT_SECRET : 'status';
}

/** The state after an attempt (section 3 of the contract, webhook delivery). */
function resultOf(failure: string | null, statusCode: number | null, number: number): AttemptResult {
  const said = failure === 'redirect' ? failure : String(statusCode ?? failure);
  if (failure === null) return { state: 'delivered', said };
  const retryInMs = RETRY_AFTER_MS[number - 1];
  return retryInMs === undefined ? { state: 'failed', said } : { state: 'pending', retryInMs, said };
}
