import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Webhook as TopggWebhook, type WebhookPayload } from '@top-gg/sdk';
import express from 'express';
import { expect, test } from 'vitest';
import type { WebhookFormat } from '../../../src/db/delivery-tables.ts';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import { findShape, showRequest } from '../../../src/domain/delivery/formats.ts';
import { changeWebhook, findWebhook, sendTest, setWebhook } from '../../../src/domain/delivery/webhook.ts';
import { InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { given } from '../../kit/given.ts';
import { givenDelivery } from '../../kit/given-delivery.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';

const DISCORD = 'https://discord.com/api/webhooks/123456789012345678/abc-DEF_123';
const SLACK = 'https://hooks.slack.com/services/T0AAA/B0BBB/cccDDD';
const PUBLIC = 'https://8.8.8.8/hook';
const service = await forFile(startOwnService());
const { sql } = service.services.db;
/** Nothing is looked up. */
const services = {
  ...service.services,
  sender: { ...service.services.sender, vet: async () => ({ kind: 'public' }) as never },
};

/** Makes the first attempt of a vote in a format, and of a test. The names are texts that try everything. */
async function requestsIn(format: WebhookFormat, url: string) {
  const { bot, userId, request, deliveryId } = await givenDelivery(service.services);
  await sql`update bots set name = '*Bot* <!channel> & [x](http://a.example)' where id = ${bot.id}`;
  await sql`insert into users (id, name, created_at) values (${userId}, '@everyone **b**', now())
    on conflict (id) do update set name = excluded.name`;
  await changeWebhook(services, bot.id, bot.ownerId, url, format);
  const test = await sendTest(service.services, bot.id, userId);
  const sender = fakeSender(answered(204));
  await attemptDelivery({ ...service.services, sender }, request(1));
  await attemptDelivery({ ...service.services, sender }, { ...request(1), deliveryId: test.id });
  const [vote, tested] = sender.posts.map(({ headers, body, url }) => {
    return { url, headers, body: Buffer.from(body).toString() };
  });
  return { bot, userId, deliveryId, vote: first([vote]), tested: first([tested]) };
}

const PLAIN = { 'Content-Type': 'application/json', 'User-Agent': 'Listing-Webhook/1' };

test('for Discord a vote is a message without mentions, whose names are escaped, and no secret goes along', async () => {
  const { bot, vote, tested } = await requestsIn('discord', DISCORD);
  const said = String.raw`\@everyone \*\*b\*\* voted for \*Bot\* \<!channel\> & \[x\]\(http\://a.example\).`;
  expect(JSON.parse(vote?.body ?? '')).toEqual({ content: said, allowed_mentions: { parse: [] } });
  expect(vote).toMatchObject({ url: DISCORD, headers: PLAIN });
  expect(Object.keys(vote?.headers ?? {})).toHaveLength(2);
  expect(JSON.parse(tested?.body ?? '').content).toBe(`This is a test. A vote looks like this: ${said}`);
  expect(JSON.stringify([vote, tested])).not.toContain(bot.webhookSecret);
});

test('for Slack a vote is a plain text, whose names are escaped, and no secret goes along', async () => {
  const { bot, vote, tested } = await requestsIn('slack', SLACK);
  const said = '@everyone **b** voted for *Bot* &lt;!channel&gt; &amp; [x](http://a.example).';
  expect(JSON.parse(vote?.body ?? '')).toEqual({ text: said, mrkdwn: false, unfurl_links: false });
  expect(vote).toMatchObject({ url: SLACK, headers: PLAIN });
  expect(JSON.parse(tested?.body ?? '').text).toBe(`This is a test. A vote looks like this: ${said}`);
  expect(JSON.stringify([vote, tested])).not.toContain(bot.webhookSecret);
});

test('for top.gg v0 the listener of its own library reads vote and test, and refuses another secret', async () => {
  const { bot, userId, deliveryId, vote, tested } = await requestsIn('topgg', PUBLIC);
  expect(vote?.headers).toEqual({
    ...PLAIN,
    Authorization: bot.webhookSecret,
    'X-Webhook-Delivery': deliveryId,
  });
  const got: WebhookPayload[] = [];
  const receiver = new TopggWebhook(bot.webhookSecret);
  const app = express();
  app.post(
    '/',
    receiver.listener((payload) => void got.push(payload)),
  );
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const send = async (request: typeof vote, more = {}) =>
    (
      await fetch(url, {
        method: 'POST',
        headers: { ...request?.headers, ...more },
        body: request?.body ?? '',
      })
    ).status;
  expect([await send(vote), await send(tested), await send(vote, { Authorization: 'other' })]).toEqual([
    204, 204, 403,
  ]);
  server.close();
  const payload = { bot: bot.id, user: userId, isWeekend: false, query: '' };
  expect(got).toEqual([
    { ...payload, type: 'upvote' },
    { ...payload, type: 'test' },
  ]);
});

/** The payloads in the tests of `@top-gg/sdk` 4. npm has no version 4 yet. */
const TOPGG_PROJECT = {
  id: '803190510032756736',
  type: 'bot',
  platform: 'discord',
  platform_id: '160105994217586689',
};
const TOPGG_USER = {
  id: '160105994217586689',
  platform_id: '160105994217586689',
  name: 'username',
  avatar_url: '<avatar url>',
};
const TOPGG_V1 = {
  vote: {
    type: 'vote.create',
    data: {
      id: '808499215864008704',
      weight: 1,
      created_at: '2026-02-09T00:47:14.2510149+00:00',
      expires_at: '2026-02-09T12:47:14.2510149+00:00',
      project: TOPGG_PROJECT,
      query: { key1: 'value', key2: 'value2' },
      user: TOPGG_USER,
    },
  },
  test: { type: 'webhook.test', data: { project: TOPGG_PROJECT, user: TOPGG_USER } },
};

/** Names and types of all members, without the names in `query`, which come from the address of the page. */
function shapeOf(value: unknown, name = ''): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  if (name === 'query') return 'query';
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member, key)]));
}

/** Verifies a signature as version 4 of top.gg's library does, and gives the status it responds with. */
function verifyAsTopgg({ headers, body }: { headers: Record<string, string>; body: string }, secret: string) {
  const parts = (headers['x-topgg-signature'] ?? '').split(',').map((part) => part.split('='));
  const { t, v1 } = Object.fromEntries(parts);
  if (!t || !v1) return 422;
  return createHmac('sha256', secret).update(`${t}.${body}`).digest('hex') === v1 ? 200 : 403;
}

test('for top.gg v1 vote and test have all members of its payloads, and the user who voted', async () => {
  const { bot, userId, deliveryId, vote, tested } = await requestsIn('topgg_v1', PUBLIC);
  const [sent, sentTest] = [JSON.parse(vote?.body ?? ''), JSON.parse(tested?.body ?? '')];
  expect(shapeOf(sent)).toEqual(shapeOf(TOPGG_V1.vote));
  expect(shapeOf(sentTest)).toEqual(shapeOf(TOPGG_V1.test));
  expect([sent.type, sentTest.type]).toEqual(['vote.create', 'webhook.test']);
  const of = {
    project: { type: 'bot', platform: 'discord', platform_id: bot.id },
    user: { platform_id: userId, name: '@everyone **b**' },
  };
  expect(sent.data).toMatchObject({ ...of, id: deliveryId, weight: 1 });
  expect(sentTest.data).toMatchObject(of);
  const [votedAt, expiresAt] = [Date.parse(sent.data.created_at), Date.parse(sent.data.expires_at)];
  expect(expiresAt - votedAt).toBe(12 * 60 * 60 * 1000);
});

test('for top.gg v1 the signature is of the time of the attempt and the raw body, and no secret goes along', async () => {
  const { bot, deliveryId, vote, tested } = await requestsIn('topgg_v1', PUBLIC);
  for (const sent of [vote, tested]) {
    if (!sent) throw new Error('Nothing was sent.');
    expect(verifyAsTopgg(sent, bot.webhookSecret)).toBe(200);
    expect(verifyAsTopgg({ ...sent, body: `${sent.body} ` }, bot.webhookSecret)).toBe(403);
    expect(verifyAsTopgg(sent, `${bot.webhookSecret}x`)).toBe(403);
    expect(sent.headers['x-topgg-signature']).toMatch(/^t=\d{10},v1=[\da-f]{64}$/);
    expect(JSON.stringify(sent)).not.toContain(bot.webhookSecret);
  }
  expect(vote?.headers).toEqual({
    ...PLAIN,
    'x-topgg-signature': expect.any(String),
    'X-Webhook-Delivery': deliveryId,
  });
});

test.each(['contract', 'discord', 'slack', 'topgg', 'topgg_v1'] as const)(
  'what an owner sees of a request in the format %s is what was sent, but for secrets',
  async (format) => {
    const url = { contract: PUBLIC, discord: DISCORD, slack: SLACK, topgg: PUBLIC, topgg_v1: PUBLIC }[format];
    const { bot, userId, deliveryId, vote } = await requestsIn(format, url);
    const [{ votedAt } = { votedAt: new Date() }] = await sql<{ votedAt: Date }[]>`
      select voted_at as "votedAt" from deliveries where id = ${deliveryId}`;
    const shape = await findShape(service.services, { botId: bot.id, userId });
    const parts = { id: deliveryId, botId: bot.id, kind: 'vote', userId, votedAt, requestId: null } as const;
    const shown = showRequest(shape, parts);
    expect(shown.body).toBe(vote?.body);
    for (const [name, value] of shown.headers) expect(value ?? vote?.headers[name]).toBe(vote?.headers[name]);
    expect(JSON.stringify(shown)).not.toContain(bot.webhookSecret);
    expect(await findWebhook(service.services, bot.id)).toMatchObject({
      format,
      verifiedAt: expect.any(Date),
    });
  },
);

test.each([
  ['discord', SLACK, 'channel.notDiscord'],
  ['discord', PUBLIC, 'channel.notDiscord'],
  ['discord', 'https://discord.com/channels/1/2', 'channel.notDiscord'],
  ['discord', DISCORD.replace('discord.com', 'discord.com.evil.example'), 'channel.notDiscord'],
  ['slack', DISCORD, 'channel.notSlack'],
  ['slack', 'https://hooks.slack.com/other', 'channel.notSlack'],
] as const)('the format %s refuses the URL %s, and what was set stays', async (format, url, reason) => {
  const { id, ownerId } = await given(service.services).listing().withWebhook(PUBLIC).approved();
  for (const act of [setWebhook, changeWebhook]) {
    const refused = act(services, id, ownerId, url, format);
    await expect(refused).rejects.toThrow(InvalidInputError);
    await expect(refused).rejects.toMatchObject({ reason });
  }
  expect(await findWebhook(service.services, id)).toMatchObject({ url: PUBLIC, format: 'contract' });
});

test('setting or changing the webhook without a format goes back to the contract', async () => {
  const { id, ownerId } = await given(service.services).listing().approved();
  const made = await setWebhook(services, id, ownerId, DISCORD, 'discord');
  expect(made.webhook.format).toBe('discord');
  expect(await changeWebhook(services, id, ownerId, PUBLIC)).toMatchObject({ format: 'contract' });
});
