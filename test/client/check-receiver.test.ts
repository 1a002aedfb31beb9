import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkReceiver as checkFromOutside } from '../../packages/client/src/check-receiver.ts';
import { verifyWebhook } from '../../packages/client/src/index.ts';
import { checkReceiver } from '../../src/domain/delivery/check-receiver.ts';
import { changeWebhook, findWebhook } from '../../src/domain/delivery/webhook.ts';
import { given } from '../kit/given.ts';
import { listenOnLoopback } from '../kit/loopback.ts';
import { forFile, startService } from '../kit/service.ts';

const { services } = await forFile(startService({ WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8' }));

interface Asked {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly raw: Buffer;
}

/** What a receiver answers, given its secret. */
type Receiver = (asked: Asked, secret: string) => number | Promise<number>;

const hmac = (secret: string, text: Buffer | string) =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const RECEIVERS: Readonly<Record<string, { readonly answers: Receiver; readonly fails: readonly string[] }>> =
  {
    'verifies with the client package': {
      answers: async ({ headers, raw }, secret) => {
        try {
          await verifyWebhook({ headers: headers as Record<string, string>, body: raw, secret });
          return 204;
        } catch {
          return 401;
        }
      },
      fails: [],
    },
    'verifies with a library of Standard Webhooks, and looks at the Authorization header': {
      answers: ({ headers, raw }, secret) => {
        try {
          new Webhook(secret).verify(raw.toString(), headers as Record<string, string>);
          return headers.authorization === secret ? 204 : 401;
        } catch {
          return 401;
        }
      },
      fails: [],
    },
    'accepts either credential: the Authorization header or a signature': {
      answers: ({ headers, raw }, secret) =>
        headers.authorization === secret ||
        isSame(hmac(secret, raw), headers['x-webhook-signature-256'] ?? '')
          ? 204
          : 401,
      fails: [],
    },
    'verifies with a library of Standard Webhooks, and nothing else': {
      answers: ({ headers, raw }, secret) => {
        try {
          new Webhook(secret).verify(raw.toString(), headers as Record<string, string>);
          return 204;
        } catch {
          return 401;
        }
      },
      fails: [],
    },
    'looks at the Authorization header only': {
      answers: ({ headers }, secret) => (headers.authorization === secret ? 204 : 401),
      fails: [],
    },
    'looks at our signature only': {
      answers: ({ headers, raw }, secret) =>
        isSame(hmac(secret, raw), headers['x-webhook-signature-256'] ?? '') ? 204 : 401,
      fails: [],
    },
    'verifies nothing': {
      answers: () => 204,
      fails: ['wrong_authorization', 'wrong_signature', 'changed_body', 'old'],
    },
    'requires only that the headers are there': {
      answers: ({ headers }) => (headers.authorization && headers['x-webhook-signature-256'] ? 204 : 401),
      fails: ['wrong_signature'],
    },
    'verifies only what is there': {
      answers: ({ headers, raw }, secret) => {
        const { authorization = secret, 'x-webhook-signature-256': signature = hmac(secret, raw) } = headers;
        return authorization === secret && isSame(hmac(secret, raw), signature) ? 204 : 401;
      },
      fails: ['old'],
    },
    'signs the JSON that it has parsed and put together again': {
      answers: ({ headers, raw }, secret) => {
        const { event, bot_id, user_id } = JSON.parse(raw.toString());
        const again = JSON.stringify({ event, bot_id, user_id });
        const isRight = isSame(hmac(secret, again), headers['x-webhook-signature-256'] ?? '');
        return headers.authorization === secret && isRight ? 204 : 401;
      },
      fails: ['right', 'repeated', 'unknown_event'],
    },
    'fails at events that it does not know, and refuses a delivery that comes again': {
      answers: (() => {
        const seen = new Set<unknown>();
        return ({ headers, raw }: Asked, secret: string) => {
          const isRight =
            headers.authorization === secret &&
            isSame(hmac(secret, raw), headers['x-webhook-signature-256'] ?? '');
          if (!isRight) return 401;
          if (headers['x-webhook-event'] !== 'vote.create') return 500;
          const isNew = !seen.has(headers['x-webhook-delivery']);
          seen.add(headers['x-webhook-delivery']);
          return isNew ? 204 : 409;
        };
      })(),
      fails: ['repeated', 'unknown_event'],
    },
  };

describe.each(Object.entries(RECEIVERS))('A receiver that %s', (_, { answers, fails }) => {
  let url: string;
  let secret: string;
  let bodies: { test?: boolean }[];
  let bot: { readonly id: string; readonly ownerId: string; readonly webhookSecret: string };
  beforeEach(async () => {
    bodies = [];
    const server = createServer(async (request, response) => {
      const raw = Buffer.concat(await request.toArray());
      bodies.push(JSON.parse(raw.toString()));
      const headers = request.headers as Record<string, string>;
      response.writeHead(await answers({ headers, raw }, secret)).end();
    });
    const { origin, close } = await listenOnLoopback(server);
    url = `${origin}/webhook`;
    bot = await given(services).listing().withWebhook(url).approved();
    secret = bot.webhookSecret;
    return close;
  });

  test('fails exactly the checks that it should, of tests only', async () => {
    const checks = await checkReceiver(services, bot.id, bot.ownerId);
    expect(checks.filter(({ isPassed }) => !isPassed).map(({ name }) => name)).toEqual(fails);
    expect(checks).toHaveLength(7);
    expect(bodies.every((body) => body.test === true)).toBe(true);
    expect(await services.db.sql`select from deliveries where bot_id = ${bot.id}`).toHaveLength(0);
  });

  test('verifies the webhook when it passes all checks, and only then', async () => {
    await checkReceiver(services, bot.id, bot.ownerId);
    const webhook = await findWebhook(services, bot.id);
    expect(webhook?.verifiedAt !== null).toBe(fails.length === 0);
    // A check of one that is verified keeps the first time.
    await checkReceiver(services, bot.id, bot.ownerId);
    expect(await findWebhook(services, bot.id)).toEqual(webhook);
  });

  test('gets the same verdicts for a manager whose id begins with another digit', async () => {
    const checks = await checkReceiver(services, bot.id, `9${bot.ownerId.slice(1)}`);
    expect(checks.filter(({ isPassed }) => !isPassed).map(({ name }) => name)).toEqual(fails);
  });

  test('gets the same verdicts from the program of the client package', async () => {
    const lines: string[] = [];
    const isGood = await checkFromOutside({ url, secret, print: (line) => lines.push(line) });
    const checks = await checkReceiver(services, bot.id, bot.ownerId);
    expect(lines.map((line) => line.startsWith('pass'))).toEqual(checks.map(({ isPassed }) => isPassed));
    expect(isGood).toBe(fails.length === 0);
  });
});

test('a slow receiver is not asked without end: the request that exceeds the time counts as a timeout', async () => {
  let arrived = 0;
  const server = createServer((_, response) => {
    arrived += 1;
    setTimeout(() => response.writeHead(204).end(), 300);
  });
  const { origin, close } = await listenOnLoopback(server);
  try {
    const bot = await given(services).listing().withWebhook(origin).approved();
    const checks = await checkReceiver(services, bot.id, bot.ownerId, 450);
    expect(checks.at(-1)).toMatchObject({ isPassed: false, statusCode: null, failure: 'timeout' });
    expect(arrived).toBe(checks.length);
    expect(arrived).toBeLessThan(7);
  } finally {
    await close();
  }
});

test('while deliveries are held, nothing is sent', async () => {
  const bot = await given(services).listing().withWebhook('http://127.0.0.1:9/').approved();
  const checked = checkReceiver({ ...services, isHeld: () => true }, bot.id, bot.ownerId);
  await expect(checked).rejects.toMatchObject({ reason: 'channel.held' });
});

test('a receiver that is not there is asked once', async () => {
  const bot = await given(services).listing().withWebhook('http://127.0.0.1:9/').approved();
  const checks = await checkReceiver(services, bot.id, bot.ownerId);
  expect(checks).toMatchObject([{ name: 'right', isPassed: false, statusCode: null }]);
});

test('without a webhook, and for a format without a signature, nothing is checked', async () => {
  const without = await given(services).listing().approved();
  await expect(checkReceiver(services, without.id, without.ownerId)).rejects.toMatchObject({
    reason: 'webhook.neededToTest',
  });
  const bot = await given(services).listing().withWebhook('http://127.0.0.1:9/').approved();
  await changeWebhook(services, bot.id, bot.ownerId, 'http://127.0.0.1:9/', 'topgg');
  const checked = checkReceiver(services, bot.id, bot.ownerId);
  await expect(checked).rejects.toMatchObject({ reason: 'webhook.checkFormat' });
});
