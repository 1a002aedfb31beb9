import { createHmac, randomUUID } from 'node:crypto';
import { newBotId, newUserId } from '../kit/ids.ts';

export const SECRET = 'whsec_the-secret';

/** Signs a body as the service does (contract, section 6). */
export const sign = (body: string | Buffer, secret = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

export interface SignedDelivery {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** What the service sends for a vote. */
export function signedVote(): SignedDelivery {
  const vote = { event: 'vote.create', bot_id: newBotId(), user_id: newUserId(), voted_at: VOTED_AT };
  return signed(JSON.stringify(vote));
}

export const VOTED_AT = '2026-01-31T12:00:00.007Z';

export function signed(body: string, headers: Record<string, string> = {}): SignedDelivery {
  return {
    body,
    headers: {
      'content-type': 'application/json',
      authorization: SECRET,
      'x-webhook-event': 'vote.create',
      'x-webhook-delivery': randomUUID(),
      'x-webhook-signature-256': sign(body),
      ...headers,
    },
  };
}

/** Changes one character to another one. */
export const altered = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1);
