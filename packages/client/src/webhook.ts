import { WebhookError } from './errors.ts';

/** A user has voted, or an owner tests the webhook. */
export interface VoteEvent {
  readonly event: 'vote.create';
  /** The same in each attempt of a delivery. */
  readonly deliveryId: string;
  readonly botId: string;
  readonly userId: string;
  readonly votedAt: Date;
  /** An owner sent it to test the webhook. It is no vote: do not reward it. */
  readonly isTest: boolean;
}

/** An event that this version of the package does not know. Respond to it with 2xx. */
export interface OtherEvent {
  readonly event: 'other';
  readonly deliveryId: string;
  /** `X-Webhook-Event`. */
  readonly name: string;
  /** The body as JSON. */
  readonly body: unknown;
}

export type WebhookEvent = VoteEvent | OtherEvent;

/** Headers of a Web `Request`, or those of Node, whose names are in any case. */
export type HeaderSource =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request as it arrived. */
export interface SignedRequest {
  readonly headers: HeaderSource;
  /** The raw body: the bytes, or the text that they are in UTF-8. JSON that was parsed does not match. */
  readonly body: string | Uint8Array | ArrayBuffer;
}

/** The algorithm of the signature. */
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Checks that a request is from the service: its secret and the signature of its body (contract, section 6). Web Crypto
 * compares both in constant time.
 *
 * @param secret the webhook's secret, `whsec_…`
 * @throws {WebhookError} when it is not; `status` is what to respond with
 * @throws {TypeError} when the secret is empty, or the body is not raw
 */
export async function verifyWebhook({
  secret,
  headers,
  body,
}: SignedRequest & { readonly secret: string }): Promise<WebhookEvent> {
  if (!secret) throw new TypeError('The webhook needs its secret.');
  const bytes = rawBytes(body);
  const header = (name: string): string => {
    const value = read(headers, name);
    if (!value) throw new WebhookError(`The request has no ${name} header.`, 'MISSING_HEADER');
    return value;
  };

  const text = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', text.encode(secret), HMAC, false, ['sign', 'verify']);
  // HMACs of both are compared, which hides where they differ, and how long they are.
  const ofSecret = await crypto.subtle.sign(HMAC, key, text.encode(secret));
  if (!(await crypto.subtle.verify(HMAC, key, ofSecret, text.encode(header('authorization'))))) {
    throw new WebhookError('The Authorization header is not the secret.', 'WRONG_SECRET');
  }
  const signature = fromHex(header('x-webhook-signature-256'));
  if (!signature || !(await crypto.subtle.verify(HMAC, key, signature, bytes))) {
    throw new WebhookError('The signature does not match the raw body.', 'WRONG_SIGNATURE');
  }
  return readEvent(header('x-webhook-event'), header('x-webhook-delivery'), bytes);
}

function readEvent(name: string, deliveryId: string, bytes: BufferSource): WebhookEvent {
  let body: Record<string, string> & { readonly test?: unknown };
  try {
    body = Object(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw new WebhookError('The body is not JSON.', 'INVALID_BODY');
  }
  if (name !== 'vote.create') return { event: 'other', deliveryId, name, body };
  const { event, bot_id: botId, user_id: userId, voted_at } = body;
  const votedAt = new Date(voted_at ?? '');
  if (event !== name || !botId || !userId || Number.isNaN(votedAt.getTime())) {
    throw new WebhookError('The body is not a vote.', 'INVALID_BODY');
  }
  // The signature covers the body, but not the header `X-Webhook-Test`.
  return { event, deliveryId, botId, userId, votedAt, isTest: body.test === true };
}

function rawBytes(body: unknown): BufferSource {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body as BufferSource;
  throw new TypeError('The webhook needs the raw body, before anything has parsed it.');
}

function read(headers: HeaderSource, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : undefined;
}

/** @returns undefined when it is not `sha256=` and 32 bytes in hexadecimal */
function fromHex(signature: string): Uint8Array<ArrayBuffer> | undefined {
  const [, hex] = /^sha256=([\da-f]{64})$/i.exec(signature) ?? [];
  return hex === undefined
    ? undefined
    : Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}
