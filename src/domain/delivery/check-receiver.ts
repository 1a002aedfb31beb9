import { HOUR_MS } from '../../lib/day.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type {
  WithClock,
  WithDatabase,
  WithHold,
  WithRandom,
  WithSecrets,
  WithSender,
} from '../kernel/needs.ts';
import { bodyOf, headersOf, type RequestParts, SIGNATURE_HEADERS } from './request.ts';
import { findSealedWebhook, newSecret, verifyWebhook } from './webhook.ts';

/**
 * What a receiver is asked, in this order, and whether a good one accepts it with a 2xx status. A receiver may verify the
 * `Authorization` header, our signature or that of Standard Webhooks, or several of them (section 6 of the contract,
 * rule 2). So a wrong request has no right credential of any kind.
 */
export const RECEIVER_CHECKS = {
  right: true,
  repeated: true,
  unknown_event: true,
  wrong_authorization: false,
  wrong_signature: false,
  changed_body: false,
  old: false,
} as const satisfies Record<string, boolean>;

export type ReceiverCheckName = keyof typeof RECEIVER_CHECKS;

/** How a receiver took one request. */
export interface ReceiverCheck {
  readonly name: ReceiverCheckName;
  readonly isPassed: boolean;
  /** Null without a response. */
  readonly statusCode: number | null;
  /** Why there was no response; null when there was one. */
  readonly failure: string | null;
}

interface CheckRequest {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** A response of the service has 12 seconds. */
const LONGEST_MS = 11_000;

/**
 * Sends right and wrong requests to the receiver of a webhook, all marked as tests, one after the other. It ends after a
 * request without a response, since the next ones would tell nothing more. When all pass, the webhook is verified.
 *
 * @param withinMs the time for all requests together, in milliseconds; the one that exceeds it counts as a timeout
 * @throws {InvalidInputError} when there is no webhook, its format is not that of the contract, or deliveries are held
 */
export async function checkReceiver(
  services: WithDatabase & WithClock & WithRandom & WithSecrets & WithSender & WithHold,
  botId: string,
  userId: string,
  withinMs = LONGEST_MS,
): Promise<ReceiverCheck[]> {
  if (services.isHeld()) throw new InvalidInputError('channel.held');
  const webhook = await findSealedWebhook(services, botId);
  if (!webhook) throw new InvalidInputError('webhook.neededToTest');
  if (webhook.format !== 'contract') throw new InvalidInputError('webhook.checkFormat');
  const secret = services.secrets.open(webhook.sealedSecret, botId);
  const at = services.now();
  const parts: RequestParts = {
    ...{ id: newId(services, at), botId, kind: 'test', userId, votedAt: at, requestId: null },
  };
  const checks: ReceiverCheck[] = [];
  const signal = AbortSignal.timeout(withinMs);
  const requests = requestsOf(parts, newId(services, at), secret, newSecret(services), at);
  for (const [name, request] of Object.entries(requests)) {
    const outcome = await services.sender.post({ url: webhook.url, ...request, signal });
    const isAccepted = outcome.kind === 'response' && outcome.status >= 200 && outcome.status < 300;
    checks.push({
      name: name as ReceiverCheckName,
      isPassed: outcome.kind === 'response' && isAccepted === RECEIVER_CHECKS[name as ReceiverCheckName],
      statusCode: outcome.kind === 'response' ? outcome.status : null,
      failure: outcome.kind === 'response' ? null : signal.aborted ? 'timeout' : outcome.reason,
    });
    if (outcome.kind !== 'response') break;
  }
  if (checks.every(({ isPassed }) => isPassed)) await verifyWebhook(services, botId, webhook.updatedAt);
  return checks;
}

function requestsOf(
  parts: RequestParts,
  otherId: string,
  secret: string,
  secretOfStranger: string,
  at: Date,
): Record<ReceiverCheckName, CheckRequest> {
  const body = Buffer.from(bodyOf(parts));
  const headers = headersOf(parts, body, secret, at);
  const right = { headers, body };
  const other = Buffer.from(body.toString().replace('vote.create', 'vote.unknown'));
  return {
    right,
    repeated: right,
    unknown_event: {
      headers: {
        ...headersOf({ ...parts, id: otherId }, other, secret, at),
        'X-Webhook-Event': 'vote.unknown',
      },
      body: other,
    },
    wrong_authorization: {
      headers: { ...without(headers, SIGNATURE_HEADERS), Authorization: `${secret}x` },
      body,
    },
    // All credentials are there and wrong, so a receiver that only looks for them fails.
    wrong_signature: {
      headers: { ...headersOf(parts, body, secretOfStranger, at), Authorization: `${secret}x` },
      body,
    },
    // One digit of the user's id is another.
    changed_body: {
      headers: without(headers, ['Authorization']),
      body: Buffer.from(
        body.toString().replace(/(?<="user_id":")\d/, (digit) => (digit === '9' ? '8' : '9')),
      ),
    },
    // It was recorded an hour ago. Our own signature has no time, so only the other can be too old.
    old: {
      headers: without(headersOf(parts, body, secret, new Date(at.getTime() - HOUR_MS)), [
        'Authorization',
        'X-Webhook-Signature-256',
      ]),
      body,
    },
  };
}

function without(headers: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
