import { createServer, type Server } from 'node:http';
import { createServerAdapter } from '@whatwg-node/server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  createWebhookHandler,
  expressWebhook,
  fastifyWebhook,
  honoWebhook,
  type VoteEvent,
  type WebhookOptions,
} from '../../packages/client/src/index.ts';
import { type GivenListing, given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { listenOnLoopback } from '../kit/loopback.ts';
import { onTemporal, startDelivering } from '../kit/on-temporal.ts';
import { present } from '../kit/present.ts';
import { type Received, type Receiver, startReceiver } from '../kit/receiver.ts';

const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename ... on CastVotePayload { votedAt } } }';

/** A bot's server in each framework, as the README shows. `/echo` is another route, which parses JSON. */
const SERVERS: Record<string, (options: WebhookOptions) => Promise<Server>> = {
  async Express(options) {
    const app = express();
    app.post('/webhook', expressWebhook(options));
    app.use(express.json());
    app.post('/echo', (request, response) => void response.json(request.body));
    return createServer(app);
  },
  async 'Express with express.raw()'(options) {
    const app = express();
    app.use('/webhook', express.raw({ type: '*/*' }));
    app.use(express.json());
    app.post('/webhook', expressWebhook(options));
    app.post('/echo', (request, response) => void response.json(request.body));
    return createServer(app);
  },
  async Fastify(options) {
    const app = fastify();
    app.register(fastifyWebhook(options), { prefix: '/webhook' });
    app.post('/echo', async (request) => request.body);
    await app.ready();
    return app.server;
  },
  async Hono(options) {
    const app = new Hono();
    app.post('/webhook', honoWebhook(options));
    app.post('/echo', async (context) => context.json(await context.req.json()));
    return createServer(createServerAdapter((request: Request) => app.fetch(request)));
  },
  async 'node:http'(options) {
    const handle = expressWebhook(options);
    return createServer((request, response) => {
      if (request.url === '/webhook') return handle(request, response);
      return request.pipe(response.setHeader('content-type', 'application/json'));
    });
  },
  async 'node:http with Web Request'(options) {
    const handle = createWebhookHandler(options);
    const echo = async (request: Request) => Response.json(await request.json());
    const route = (request: Request) => (request.url.endsWith('/webhook') ? handle : echo)(request);
    return createServer(createServerAdapter(route));
  },
};

const { service } = await onTemporal(startDelivering);

describe.skipIf(!inject('parts').temporal).each(Object.entries(SERVERS))('A bot with %s', (_, open) => {
  const opened = new AsyncDisposableStack();
  /** Between the service and the bot: it passes deliveries on as they are, and keeps them. */
  let relay: Receiver;
  let bot: GivenListing;
  let url: string;
  let votes: VoteEvent[];
  let mistakes: Error[];
  const statuses: number[] = [];

  const send = async (
    { headers, rawBody }: Pick<Received, 'headers' | 'rawBody'>,
    changed: Record<string, string | undefined> = {},
  ): Promise<number> => {
    const names = Object.keys(headers).filter((name) => /^(content-type|authorization|x-.*)$/.test(name));
    const sent = new Headers(names.map((name): [string, string] => [name, String(headers[name])]));
    for (const [name, value] of Object.entries(changed)) {
      if (value === undefined) sent.delete(name);
      else sent.set(name, value);
    }
    const response = await fetch(url, { method: 'POST', headers: sent, body: new Uint8Array(rawBody) });
    return response.status;
  };
  /** A user votes. @returns what the service sent to the bot */
  const vote = async (userId = newUserId()): Promise<Received> => {
    const before = statuses.length;
    await service.graphql(CAST, { id: bot.id }, { cookie: await service.signIn(userId) });
    await expect.poll(() => statuses.length, { timeout: 20_000 }).toBe(before + 1);
    return present(relay.received.at(-1));
  };

  beforeAll(async () => {
    relay = await startReceiver();
    opened.defer(() => relay.close());
    relay.answer = async (received) => {
      const status = await send(received);
      statuses.push(status);
      return status;
    };
    const made = await given(service.services).listing().withWebhook(relay.url).approved();
    bot = made;
    const onVote = (voted: VoteEvent) => {
      const mistake = mistakes.pop();
      if (mistake) throw mistake;
      votes.push(voted);
    };
    const server = await open({ secret: made.webhookSecret, onVote, onError: () => {} });
    const { origin, close } = await listenOnLoopback(server);
    opened.defer(close);
    url = `${origin}/webhook`;
  });
  afterAll(() => opened.disposeAsync());
  beforeEach(() => {
    votes = [];
    mistakes = [];
  });

  test('gets the vote of a user from the service', async () => {
    const userId = newUserId();
    const { headers, body } = await vote(userId);
    expect(statuses.at(-1)).toBe(204);
    expect(votes).toEqual([
      {
        event: 'vote.create',
        deliveryId: headers['x-webhook-delivery'],
        botId: bot.id,
        userId,
        votedAt: new Date(body.voted_at),
        isTest: false,
      },
    ]);
  });

  test('gets a delivery that arrives again once', async () => {
    const received = await vote();
    expect([await send(received), await send(received)]).toEqual([204, 204]);
    expect(votes).toHaveLength(1);
  });

  test('gets a vote again that it could not process', async () => {
    mistakes = [new Error('The database is away.')];
    const received = await vote();
    expect(statuses.at(-1)).toBe(500);
    expect(await send(received)).toBe(204);
    expect(votes).toHaveLength(1);
  });

  test.each<[string, Record<string, string | undefined>]>([
    ['a forged signature', { 'x-webhook-signature-256': `sha256=${'0'.repeat(64)}` }],
    ['no signature', { 'x-webhook-signature-256': undefined }],
    ['another secret', { authorization: 'whsec_another' }],
    ['no secret', { authorization: undefined }],
    ['no delivery id', { 'x-webhook-delivery': undefined }],
  ])('does not get a delivery with %s', async (_, changed) => {
    const received = await vote();
    expect(await send(received, { 'x-webhook-delivery': newUserId(), ...changed })).toBe(401);
    expect(votes).toHaveLength(1);
  });

  test('does not get a body that was altered, is empty, or is too large', async () => {
    const { headers, rawBody } = await vote();
    const changed = { 'x-webhook-delivery': newUserId() };
    const alteredBody = Buffer.from(rawBody.toString().replace(/"user_id":"\d/, '"user_id":"9'));
    expect(await send({ headers, rawBody: alteredBody }, changed)).toBe(401);
    expect(await send({ headers, rawBody: Buffer.alloc(0) }, changed)).toBe(401);
    // The connection may be cut before all is sent.
    const status = await send({ headers, rawBody: Buffer.alloc(3_000_000) }, changed).catch(() => 413);
    expect([401, 413]).toContain(status);
    expect(votes).toHaveLength(1);
  });

  test('still parses JSON on its other routes', async () => {
    const response = await fetch(url.replace('/webhook', '/echo'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"hello"}',
    });
    expect(await response.json()).toEqual({ text: 'hello' });
  });
});

test('Express says what is wrong when express.json() comes first', async () => {
  const errors: unknown[] = [];
  const app = express();
  app.use(express.json());
  const onError = (error: unknown) => errors.push(error);
  app.post('/webhook', expressWebhook({ secret: 'whsec_x', onVote: () => {}, onError }));
  const { origin, close } = await listenOnLoopback(createServer(app));
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${origin}/webhook`, { method: 'POST', headers, body: '{}' });
  await close();
  expect(status).toBe(500);
  expect(String(errors)).toContain('Put the webhook before body parsers.');
});
