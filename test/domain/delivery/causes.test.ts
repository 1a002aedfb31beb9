import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import { readHealth } from '../../../src/domain/delivery/health.ts';
import { findWebhook, rotateSecret } from '../../../src/domain/delivery/webhook.ts';
import { createSender, type Sender } from '../../../src/net/sender.ts';
import type { Services } from '../../../src/schema/context.ts';
import { ATTEMPTS } from '../../../src/terms/schedule.ts';
import { LANGUAGES } from '../../../src/web/words/language.ts';
import { CATALOGUES } from '../../../src/web/words/messages.ts';
import { noticeWords } from '../../../src/web/words/notice-text.ts';
import { type GivenDelivery, givenDelivery } from '../../kit/given-delivery.ts';
import { first, present } from '../../kit/present.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { forFile, startService } from '../../kit/service.ts';
import { after, at, NOON } from '../../kit/time.ts';
import { makeCertificate } from '../../net/support/certificate.ts';
import { type Answer, startRawServer } from '../../net/support/raw-server.ts';

const service = await forFile(startService());
const { services } = service;
const { sql } = services.db;

const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const each of opened) await each.close();
});

/** A receiver on loopback that answers each request so; with a certificate, over TLS. */
async function receiver(answer: Answer, tls?: TlsOptions): Promise<string> {
  const server = await startRawServer(answer, tls && { tls });
  opened.push(server);
  return `http${tls ? 's' : ''}://127.0.0.1:${server.port}/hook`;
}

const reply =
  (status: number, header = ''): Answer =>
  (socket) =>
    socket.end(`HTTP/1.1 ${status} Any\r\n${header}Content-Length: 0\r\nConnection: close\r\n\r\n`);
const hangUp: Answer = (socket: Socket) => socket.destroy();
const silence: Answer = () => {};

async function plainReceiver() {
  const started = await startReceiver();
  opened.push(started);
  return started;
}

async function closedPort(): Promise<string> {
  const server = await startRawServer(silence);
  await server.close();
  return `http://127.0.0.1:${server.port}/hook`;
}

const known = makeCertificate(['hooks.example.com']);
const expired = makeCertificate(['127.0.0.1'], Date.now() - 1000);

/** The sender of the service; it trusts loopback, as an operator may let it, and some certificates. */
function sender(trustedNetworks = ['127.0.0.0/8']): Sender {
  const made = createSender({ trustedNetworks, timeoutMs: 500, ca: known.cert + expired.cert });
  opened.push(made);
  return made;
}
const trusting = sender();

async function attempt(delivery: GivenDelivery, number: number, time: Date, through: Sender = trusting) {
  await attemptDelivery({ ...at(services, time), sender: through }, delivery.request(number));
}

async function givenReceiver(url: string): Promise<GivenDelivery> {
  const delivery = await givenDelivery(services);
  await sql`update webhooks set url = ${url} where bot_id = ${delivery.bot.id}`;
  return delivery;
}

async function causeOf({ bot }: GivenDelivery, of: Services = services) {
  return (await readHealth(of, present(await findWebhook(of, bot.id)))).cause;
}

const OLD_TLS = {
  ...expired,
  minVersion: 'TLSv1.1',
  maxVersion: 'TLSv1.1',
  ciphers: 'DEFAULT@SECLEVEL=0',
} as const;

/** A port at an https URL that answers the hello of TLS with these bytes, or hangs up. */
async function hello(bytes: string | null): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      if (bytes === null) socket.destroy();
      else if (bytes !== '') socket.end(bytes, 'latin1');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  opened.push({ close: async () => void server.close() });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

const CAUSES: readonly [name: string, url: () => Promise<string>, reason: string][] = [
  ['refuses the secret with 401', () => receiver(reply(401)), 'attempt.unauthorized'],
  ['refuses the secret with 403', () => receiver(reply(403)), 'attempt.unauthorized'],
  ['has no such path', () => receiver(reply(404)), 'attempt.path'],
  ['takes no POST', () => receiver(reply(405)), 'attempt.path'],
  ['finds the body too large', () => receiver(reply(413)), 'attempt.content'],
  ['takes no JSON', () => receiver(reply(415)), 'attempt.content'],
  ['limits requests', () => receiver(reply(429)), 'attempt.limited'],
  ['fails', () => receiver(reply(502)), 'attempt.fault'],
  ['redirects without saying where', () => receiver(reply(308)), 'attempt.redirect'],
  ['does not listen', closedPort, 'attempt.refused'],
  ['hangs up', () => receiver(hangUp), 'attempt.reset'],
  ['stays silent', () => receiver(silence), 'attempt.timeout'],
  ['speaks no HTTP', () => receiver((socket) => socket.end('SSH-2.0-OpenSSH\r\n')), 'attempt.protocol'],
  ['has an expired certificate', () => receiver(reply(200), expired), 'attempt.tls_expired'],
  ['has the certificate of another host', () => receiver(reply(200), known), 'attempt.tls_name'],
  [
    'has a self-signed certificate',
    () => receiver(reply(200), makeCertificate(['127.0.0.1'])),
    'attempt.tls_untrusted',
  ],
  ['speaks no TLS', async () => (await plainReceiver()).url.replace('http:', 'https:'), 'attempt.tls_plain'],
  ['speaks SSH where TLS is due', () => hello('SSH-2.0-OpenSSH\r\n'), 'attempt.tls_plain'],
  ['offers only TLS 1.1', () => receiver(reply(200), OLD_TLS), 'attempt.tls_version'],
  ['says nothing in the handshake', () => hello(''), 'attempt.tls_unfinished'],
  ['hangs up in the handshake', () => hello(null), 'attempt.tls_unfinished'],
];

/** Responses of what is in front of a receiver, and responses of receivers that look alike. */
const IN_FRONT: readonly [name: string, status: number, headers: string, body: string, reason: string][] = [
  ['Cloudflare, by a challenge', 403, 'cf-mitigated: challenge', '<html', 'firewall'],
  ['Cloudflare, by a rule', 403, 'Server: cloudflare', 'error code: 1020', 'firewall'],
  ['Cloudflare, by the User-Agent', 403, 'Server: cloudflare', 'error code: 1010', 'firewall'],
  ['Cloudflare, by a rate limit', 429, 'Server: cloudflare', 'error code: 1015', 'firewall'],
  ['AWS WAF', 405, 'x-amzn-waf-action: captcha', '', 'firewall'],
  ['a receiver behind Cloudflare that refuses the secret', 403, 'Server: cloudflare', 'no', 'unauthorized'],
  ['a receiver with an error code of its own', 403, 'Server: nginx', 'error code: 10201', 'unauthorized'],
  ['a receiver behind Cloudflare that fails', 500, 'Server: cloudflare', '', 'fault'],
  ['Cloudflare, with 520', 520, 'Server: cloudflare', '', 'edge_reply'],
  ['Cloudflare, with 521', 521, 'Server: cloudflare', '', 'edge_unreachable'],
  ['Cloudflare, with 522', 522, 'Server: cloudflare', '', 'edge_unreachable'],
  ['Cloudflare, with 523', 523, 'Server: cloudflare', '', 'edge_unreachable'],
  ['Cloudflare, with 524', 524, 'Server: cloudflare', '', 'edge_timeout'],
  ['Cloudflare, with 525', 525, 'Server: cloudflare', '', 'edge_tls'],
  ['Cloudflare, with 526', 526, 'Server: cloudflare', '', 'edge_tls'],
];

test.each(IN_FRONT)(
  'the cause is named when the answer is from %s',
  async (_, status, headers, body, reason) => {
    const answer: Answer = (socket) =>
      socket.end(
        `HTTP/1.1 ${status} Any\r\n${headers}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
    const delivery = await givenReceiver(await receiver(answer));
    await attempt(delivery, 1, NOON);
    const cause = present(await causeOf(delivery));
    expect(cause).toMatchObject({ reason: `attempt.${reason}`, parameters: { statusCode: status } });
    if (reason === 'firewall') expect(cause.message).toContain('Allow the User-Agent Listing-Webhook/1');
    expect(await explanationsOf(delivery)).toEqual([`attempt.${reason}`]);
  },
);

test.each([
  [401, 'attempt.unauthorized'],
  [403, 'attempt.status'],
  [404, 'attempt.path'],
  [405, 'attempt.status'],
])(
  'once the response with %i is deleted, its cause says no more than its status: %s',
  async (status, reason) => {
    const delivery = await givenReceiver(await receiver(reply(status, 'cf-mitigated: challenge\r\n')));
    await attempt(delivery, 1, NOON);
    expect(await explanationsOf(delivery)).toEqual(['attempt.firewall']);
    await sql`update delivery_attempts set excerpt = '', response_headers = null where bot_id = ${delivery.bot.id}`;
    expect(await explanationsOf(delivery)).toEqual([reason]);
    expect((await causeOf(delivery))?.reason).toBe(reason);
  },
);

test('a firewall in front of a receiver that worked before is no refusal of a new secret', async () => {
  const accepting = await plainReceiver();
  const delivery = await givenReceiver(accepting.url);
  await accept(delivery, accepting);
  await rotateSecret(at(services, after(NOON, 1000)), delivery.bot.id, delivery.bot.ownerId);
  const blocked = await receiver(reply(403, 'cf-mitigated: challenge\r\n'));
  await sql`update webhooks set url = ${blocked} where bot_id = ${delivery.bot.id}`;
  const next = await nextDelivery(delivery);
  await attempt(next, 1, after(NOON, 2000));
  expect((await causeOf(next))?.reason).toBe('attempt.firewall');
});

test.each(LANGUAGES)('every cause has a sentence of its own and advice: %s', (language) => {
  const causes = Object.entries<string>(CATALOGUES[language].refusals).filter(
    ([reason]) => reason.startsWith('attempt.') && reason !== 'attempt.delivered',
  );
  expect(causes.filter(([, sentence]) => !/\. .*\.$/.test(sentence))).toEqual([]);
  expect(new Set(causes.map(([, sentence]) => sentence)).size).toBe(causes.length);
});

test.each(CAUSES)('the cause is named when a receiver %s', async (_, url, reason) => {
  const delivery = await givenReceiver(await url());
  await attempt(delivery, 1, NOON);
  expect((await causeOf(delivery))?.reason).toBe(reason);
});

test.each([
  ['an address that is not public', 'https://127.0.0.1/hook'],
  ['a URL without https', 'http://receiver.example/hook'],
  ['a host that does not exist', 'https://receiver.invalid/hook'],
])('%s is named as the cause, without what DNS says', async (_, url) => {
  const delivery = await givenReceiver(url);
  await attempt(delivery, 1, NOON, sender([]));
  expect((await causeOf(delivery))?.reason).toBe('attempt.blocked');
});

test('a redirect says where it leads, as far as that fits into a sentence', async () => {
  const target = `https://www.example.com/hook?${'x'.repeat(500)}`;
  const delivery = await givenReceiver(await receiver(reply(301, `Location: ${target}\r\n`)));
  await attempt(delivery, 1, NOON);
  expect(await causeOf(delivery)).toMatchObject({
    reason: 'attempt.redirected',
    parameters: { statusCode: 301, location: target.slice(0, 200) },
    message: expect.stringContaining('a redirect to https://www.example.com/hook?'),
  });
});

test('a redirect to an address with the secret does not repeat it', async () => {
  const delivery = await givenReceiver('');
  const { secret } = await rotateSecret(at(services, NOON), delivery.bot.id, delivery.bot.ownerId);
  const url = await receiver(reply(302, `Location: https://example.com/${secret}\r\n`));
  await sql`update webhooks set url = ${url} where bot_id = ${delivery.bot.id}`;
  await attempt(delivery, 1, NOON);
  expect((await causeOf(delivery))?.reason).toBe('attempt.redirect');
});

test('a receiver that refuses a new secret, and accepted the one before, still has the old one', async () => {
  const accepting = await plainReceiver();
  const delivery = await givenReceiver(accepting.url);
  const { authorization } = (await accept(delivery, accepting)).headers;
  accepting.answer = ({ headers }) => (headers.authorization === authorization ? 200 : 401);
  await rotateSecret(at(services, after(NOON, 1000)), delivery.bot.id, delivery.bot.ownerId);
  const next = await nextDelivery(delivery);
  await attempt(next, 1, after(NOON, 2000));
  expect(await causeOf(next)).toMatchObject({ reason: 'attempt.outdated', parameters: { statusCode: 401 } });
  expect(await explanationsOf(next)).toEqual(['attempt.outdated']);

  // It gets the new secret: then the refusal before says no more than that it was one.
  accepting.answer = () => 200;
  await attempt(next, 2, after(NOON, 3000));
  expect(await causeOf(next)).toBeNull();
  expect(await explanationsOf(next)).toEqual(['attempt.unauthorized', 'attempt.delivered']);
});

async function accept(delivery: GivenDelivery, { received }: Awaited<ReturnType<typeof startReceiver>>) {
  await attempt(delivery, 1, NOON);
  return present(received.at(-1));
}

/** Another delivery of the same bot. */
async function nextDelivery(delivery: GivenDelivery): Promise<GivenDelivery> {
  const { bot, deliveryId } = delivery;
  const rows = await sql<{ id: string }[]>`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at)
    select gen_random_uuid(), bot_id, kind, user_id, voted_at, 'pending', created_at from deliveries
    where id = ${deliveryId} returning id`;
  const { id } = first(rows);
  return {
    ...delivery,
    deliveryId: id,
    request: (number, round = 1) => ({ deliveryId: id, botId: bot.id, round, number }),
  };
}

/** As an owner reads them beside each attempt. */
async function explanationsOf({ bot, deliveryId }: GivenDelivery): Promise<string[]> {
  const { data } = await service.graphql(
    `query ($id: ID!, $deliveryId: ID!) {
      bot(botId: $id) { delivery(id: $deliveryId) { attempts { explanationReason } } }
    }`,
    { id: bot.id, deliveryId },
    { cookie: await service.signIn(bot.ownerId) },
  );
  return present(data).bot.delivery.attempts.map(
    (each: { explanationReason: string }) => each.explanationReason,
  );
}

test('the notice of a failed delivery names the last cause, in each language', async () => {
  const delivery = await givenReceiver(await receiver(reply(404)));
  for (let number = 1; number < ATTEMPTS; number++)
    await attempt(delivery, number, after(NOON, number * 1000));
  await sql`update webhooks set url = ${await closedPort()} where bot_id = ${delivery.bot.id}`;
  await attempt(delivery, ATTEMPTS, after(NOON, ATTEMPTS * 1000));
  const { data } = await service.graphql(
    '{ viewer { notices(first: 9) { edges { node { kind cause { reason message } } } } } }',
    {},
    { cookie: await service.signIn(delivery.bot.ownerId) },
  );
  const nodes: { kind: string; cause: unknown }[] = present(data).viewer.notices.edges.map(
    ({ node }: { node: never }) => node,
  );
  expect(nodes.filter(({ kind }) => kind === 'WEBHOOK_FAILING')).toEqual([
    {
      kind: 'WEBHOOK_FAILING',
      cause: {
        reason: 'attempt.refused',
        message:
          'The connection was refused. No server listens on this port: start your receiver, or correct the port.',
      },
    },
  ]);
  const rows = await sql<{ data: object }[]>`
    select data from notices where kind = 'webhook_failing' and bot_id = ${delivery.bot.id}`;
  const notice = {
    kind: 'webhook_failing',
    botId: delivery.bot.id,
    botName: 'Bot',
    actorName: null,
  } as const;
  const bodies = LANGUAGES.map(
    (language) => noticeWords.notice({ ...notice, data: first(rows).data }, language).body,
  );
  expect(bodies[0]).toMatch(/^The connection was refused\. .* Then resend the delivery\.$/);
  expect(bodies[1]).toMatch(/^Die Verbindung wurde abgelehnt\./);
  expect(bodies[2]).toMatch(/^La connexion a été refusée\./);
});
