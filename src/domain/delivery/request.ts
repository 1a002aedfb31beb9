import { createHmac } from 'node:crypto';
import type { DeliveryKind, ShownHeader } from '../../db/delivery-tables.ts';
import type { ReplyHeaders } from '../../net/reply.ts';

export const USER_AGENT = 'Listing-Webhook/1';
const EVENT = 'vote.create';
/** What proves who sent a request, besides the secret itself. */
export const SIGNATURE_HEADERS = ['X-Webhook-Signature-256', 'webhook-timestamp', 'webhook-signature'];
/** They prove that the request comes from this service, so nobody may read them later. */
const HIDDEN_OF_REQUEST = new Set(['Authorization', 'X-Webhook-Signature-256', 'webhook-signature']);
const SECRET_PREFIX = 'whsec_';

/** What the request of a delivery consists of. */
export interface RequestParts {
  readonly id: string;
  readonly botId: string;
  readonly kind: DeliveryKind;
  readonly userId: string;
  readonly votedAt: Date;
  /** The id of the request that caused the delivery. */
  readonly requestId: string | null;
}

/**
 * Builds the body of a delivery (section 6 of the contract). It depends on nothing but the delivery, so all attempts
 * send the same bytes. Only a test has the member `test`, so no receiver takes it for a vote.
 */
export function bodyOf({ kind, botId, userId, votedAt }: RequestParts): string {
  return JSON.stringify({
    event: EVENT,
    bot_id: botId,
    user_id: userId,
    voted_at: votedAt.toISOString(),
    ...(kind === 'test' && { test: true }),
  });
}

/**
 * Builds the headers of a delivery: those of section 6 of the contract, and those of Standard Webhooks.
 *
 * @param at the time of the attempt
 */
export function headersOf(
  parts: RequestParts,
  body: Buffer,
  secret: string,
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    Authorization: secret,
    'X-Webhook-Event': EVENT,
    'X-Webhook-Delivery': parts.id,
    ...(parts.kind === 'test' && { 'X-Webhook-Test': 'true' }),
    ...(parts.requestId !== null && { 'X-Request-Id': parts.requestId }),
    'X-Webhook-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': parts.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', standardKey(secret))
      .update(`${parts.id}.${timestamp}.`)
      .update(body)
      .digest('base64')}`,
  };
}

/**
 * The key of Standard Webhooks: the bytes that the secret encodes. Older secrets are base64url, which receivers have to
 * convert; newer ones are valid in both alphabets.
 */
function standardKey(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64url');
}

/**
 * The headers of a delivery for its owner. Nothing of them is stored: they follow from the delivery. The timestamp of
 * Standard Webhooks differs between attempts, which have their times, so it is left out.
 */
export function shownHeadersOf(parts: RequestParts): ShownHeader[] {
  const { 'webhook-timestamp': _, ...headers } = headersOf(parts, Buffer.alloc(0), '', parts.votedAt);
  return Object.entries(headers).map(([name, value]) => [name, HIDDEN_OF_REQUEST.has(name) ? null : value]);
}

/** How much of the response's headers is kept, in characters of names and values. */
const MAX_LENGTH = 2048;
/** Values that give access to something. */
const HIDDEN_OF_RESPONSE = new Set(['authorization', 'proxy-authorization', 'set-cookie', 'cookie']);

/**
 * Keeps the start of the response's headers for the owner. Values of cookies and credentials are hidden, and so is
 * every value that repeats the webhook's secret.
 *
 * @param secret the secret, or its beginning
 */
export function keepHeaders(headers: ReplyHeaders, secret: string): ShownHeader[] {
  const kept: ShownHeader[] = [];
  let left = MAX_LENGTH;
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values ?? []].flat()) {
      left -= name.length;
      if (left <= 0) return kept;
      if (HIDDEN_OF_RESPONSE.has(name) || value.includes(secret)) {
        kept.push([name, null]);
        continue;
      }
      const shown = plain(value).slice(0, left).toWellFormed();
      left -= shown.length;
      kept.push([name, shown]);
    }
  }
  return kept;
}

/** As in the excerpt of the body: no control characters, and none that change the direction of writing. */
function plain(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '');
}
