import { createHmac } from 'node:crypto';
import type { DeliveryKind, ShownHeader } from '../../db/tables.ts';

const USER_AGENT = 'Listing-Webhook/1';
const EVENT = 'vote.create';
/** They prove that the request comes from this service, so nobody may read them later. */
const HIDDEN = new Set(['Authorization', 'X-Webhook-Signature-256']);

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

/** Builds the headers of a delivery (section 6 of the contract). */
export function headersOf(parts: RequestParts, body: Buffer, secret: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    Authorization: secret,
    'X-Webhook-Event': EVENT,
    'X-Webhook-Delivery': parts.id,
    ...(parts.kind === 'test' && { 'X-Webhook-Test': 'true' }),
    ...(parts.requestId !== null && { 'X-Request-Id': parts.requestId }),
    'X-Webhook-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  };
}

/** The headers of a delivery for its owner. Nothing of them is stored: they follow from the delivery. */
export function shownHeadersOf(parts: RequestParts): ShownHeader[] {
  const headers = headersOf(parts, Buffer.alloc(0), '');
  return Object.entries(headers).map(([name, value]) => [name, HIDDEN.has(name) ? null : value]);
}
