import { createHmac, randomUUID } from 'node:crypto';
import { requestOf } from './listen.ts';

const RECEIVER_MS = 10_000;
const HOUR_S = 3600;
const SIGNATURES = ['X-Webhook-Signature-256', 'webhook-timestamp', 'webhook-signature'];

interface CheckRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Check {
  readonly name: string;
  /** Whether a good receiver answers with a 2xx status. */
  readonly isAccepted: boolean;
  /** What a good receiver does. */
  readonly good: string;
  readonly request: (right: CheckRequest, secret: string) => CheckRequest;
}

/**
 * The same as on the dashboard; a test compares their verdicts. A receiver may verify the `Authorization` header or a
 * signature, so a wrong request has neither of them right.
 */
const CHECKS: readonly Check[] = [
  {
    name: 'a right delivery',
    isAccepted: true,
    good: 'answers with a 2xx status',
    request: (right) => right,
  },
  {
    name: 'the same delivery again',
    isAccepted: true,
    good: 'answers with a 2xx status, and rewards a delivery id once',
    request: (right) => right,
  },
  {
    name: 'an event of an unknown kind',
    isAccepted: true,
    good: 'answers with a 2xx status, and does nothing',
    request: ({ body, headers }, secret) => {
      const other = body.replace('vote.create', 'vote.unknown');
      const id = randomUUID();
      return {
        body: other,
        headers: {
          ...headers,
          'X-Webhook-Event': 'vote.unknown',
          'X-Webhook-Delivery': id,
          'webhook-id': id,
          ...ours(other, secret),
          ...standard(id, other, secret, 0),
        },
      };
    },
  },
  {
    name: 'a wrong Authorization header, and no signature',
    isAccepted: false,
    good: 'answers 401: it compares the header with the secret, or requires a signature',
    request: ({ body, headers }, secret) => ({
      body,
      headers: { ...without(headers, SIGNATURES), Authorization: `${secret}x` },
    }),
  },
  {
    name: 'another secret: a wrong Authorization header and a wrong signature',
    isAccepted: false,
    good: 'answers 401: it compares the header with the secret, or the signature with the HMAC of the raw body',
    request: ({ body, headers }, secret) => {
      const other = `whsec_${createHmac('sha256', secret).digest('base64url')}`;
      const signatures = { ...ours(body, other), ...standard(headers['webhook-id'] ?? '', body, other, 0) };
      return { body, headers: { ...headers, Authorization: other, ...signatures } };
    },
  },
  {
    name: 'a body that was changed, and no Authorization header',
    isAccepted: false,
    good: 'answers 401: it computes the HMAC of the raw body, or requires Authorization',
    request: ({ body, headers }) => ({
      body: body.replace(/"user_id":"\d/, '"user_id":"9'),
      headers: without(headers, ['Authorization']),
    }),
  },
  {
    name: 'an old signature of Standard Webhooks, and nothing else',
    isAccepted: false,
    good: 'answers 401: it requires Authorization or our signature, or refuses timestamps older than five minutes',
    request: ({ body, headers }, secret) => ({
      body,
      headers: {
        ...without(headers, ['Authorization', 'X-Webhook-Signature-256']),
        ...standard(headers['webhook-id'] ?? '', body, secret, HOUR_S),
      },
    }),
  },
];

function without(headers: CheckRequest['headers'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

const ours = (body: string, secret: string) => ({
  'X-Webhook-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});

/** @param ageS how long ago it was signed, in seconds */
function standard(id: string, body: string, secret: string, ageS: number) {
  const timestamp = String(Math.floor(Date.now() / 1000) - ageS);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64url');
  return {
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  };
}

/**
 * Sends right and wrong requests to a receiver, all marked as tests, and says of each whether it did right. It ends after
 * one without a response.
 *
 * @param print gets a line for each check
 * @returns whether the receiver did all of them right
 */
export async function checkReceiver({
  url,
  secret,
  print,
}: {
  readonly url: string;
  readonly secret: string;
  readonly print: (line: string) => void;
}): Promise<boolean> {
  const vote = { userId: '100000000000000001', votedAt: new Date(), cursor: randomUUID() };
  const real = requestOf({ botId: '100000000000000000', secret }, vote);
  const body = JSON.stringify({ ...JSON.parse(real.body), test: true });
  const right: CheckRequest = {
    body,
    headers: {
      ...real.headers,
      'X-Webhook-Test': 'true',
      ...ours(body, secret),
      ...standard(real.headers['webhook-id'], body, secret, 0),
    },
  };
  let areAllRight = true;
  for (const { name, isAccepted, good, request } of CHECKS) {
    const status = await statusOf(url, request(right, secret));
    const isRight = typeof status === 'number' && (status >= 200 && status < 300) === isAccepted;
    print(`${isRight ? 'pass' : 'FAIL'}  ${name}: ${status}${isRight ? '' : `. A good receiver ${good}.`}`);
    areAllRight &&= isRight;
    if (typeof status !== 'number') return false;
  }
  return areAllRight;
}

/** @returns the status, or why there was none */
async function statusOf(url: string, request: CheckRequest): Promise<number | string> {
  try {
    const signal = AbortSignal.timeout(RECEIVER_MS);
    const response = await fetch(url, { method: 'POST', ...request, redirect: 'manual', signal });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    const { cause, message } = Object(error) as { cause?: { code?: string }; message?: string };
    return cause?.code ?? message ?? 'no response';
  }
}
