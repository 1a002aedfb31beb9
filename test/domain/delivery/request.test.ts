import { describe, expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import { listAttempts } from '../../../src/domain/delivery/read.ts';
import { bodyOf, keepHeaders, shownHeadersOf } from '../../../src/domain/delivery/request.ts';
import { sendTest } from '../../../src/domain/delivery/webhook.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { givenDelivery } from '../../kit/given-delivery.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { isStoredAnywhere } from '../../kit/stored.ts';

const { services } = await forFile(startOwnService());

test('a test says so in a header and at the end of its body', async () => {
  const { bot, request } = await givenDelivery(services);
  const { id, votedAt } = await sendTest(services, bot.id, bot.ownerId);
  const sender = fakeSender();
  await attemptDelivery({ ...services, sender }, { ...request(1), deliveryId: id });
  const { headers, body } = first(sender.posts);
  expect(headers['X-Webhook-Test']).toBe('true');
  expect(Buffer.from(body).toString()).toBe(
    `{"event":"vote.create","bot_id":"${bot.id}","user_id":"${bot.ownerId}","voted_at":"${votedAt.toISOString()}","test":true}`,
  );
});

test('a vote has neither, and exactly the bytes of the contract', async () => {
  const { bot, userId, votedAt, request } = await givenDelivery(services);
  const sender = fakeSender();
  await attemptDelivery({ ...services, sender }, request(1));
  const { headers, body } = first(sender.posts);
  expect(Object.keys(headers).map((name) => name.toLowerCase())).not.toContain('x-webhook-test');
  expect(Buffer.from(body).toString()).toBe(
    `{"event":"vote.create","bot_id":"${bot.id}","user_id":"${userId}","voted_at":"${votedAt.toISOString()}"}`,
  );
});

test('owners see the request that was sent, without the secret and the signature', async () => {
  const { bot, deliveryId, userId, votedAt, request } = await givenDelivery(services);
  const sender = fakeSender();
  await attemptDelivery({ ...services, sender }, request(1));
  const { headers, body } = first(sender.posts);
  const parts = { id: deliveryId, botId: bot.id, kind: 'vote', userId, votedAt, requestId: null } as const;
  expect(bodyOf(parts)).toBe(Buffer.from(body).toString());
  const shown = shownHeadersOf(parts);
  const hidden = ['Authorization', 'X-Webhook-Signature-256', 'webhook-signature'];
  // The timestamp differs between attempts.
  const { 'webhook-timestamp': _, ...same } = headers;
  expect(shown).toEqual(
    Object.entries(same).map(([name, value]) => [name, hidden.includes(name) ? null : value]),
  );
});

test('the response headers are kept with the attempt, and never the secret', async () => {
  const { bot, deliveryId, request } = await givenDelivery(services);
  const sender = fakeSender();
  sender.outcome = ({ headers }) =>
    answered(500, {
      headers: { server: 'nginx', 'set-cookie': ['a=1', 'b=2'], 'x-echo': `got ${headers.Authorization}` },
    });
  await attemptDelivery({ ...services, sender }, request(1));
  const [attempt] = await listAttempts(services, deliveryId);
  expect(attempt?.responseHeaders).toEqual([
    ['server', 'nginx'],
    ['set-cookie', null],
    ['set-cookie', null],
    ['x-echo', null],
  ]);
  expect(await isStoredAnywhere(services, bot.webhookSecret)).toBe(false);
});

describe('Of the response headers', () => {
  const length = (headers: ReturnType<typeof keepHeaders>) =>
    headers.reduce((sum, [name, value]) => sum + name.length + (value?.length ?? 0), 0);

  test('2 KiB are kept, however many or long they are', () => {
    const long = { one: 'x'.repeat(10_000), two: 'y' };
    expect(length(keepHeaders(long, 'secret'))).toBeLessThanOrEqual(2048);
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`x-${index}`, 'v']));
    expect(length(keepHeaders(many, 'secret'))).toBeLessThanOrEqual(2048);
    expect(keepHeaders(many, 'secret').slice(0, 2)).toEqual([
      ['x-0', 'v'],
      ['x-1', 'v'],
    ]);
  });

  test('the database can store what a cut or a receiver made of them', async () => {
    const { deliveryId, request } = await givenDelivery(services);
    const headers = { 'x-null': 'a\0b\u202ec', 'x-cut': `${'x'.repeat(2025)}😀😀😀` };
    const sender = fakeSender(answered(200, { headers }));
    const result = await attemptDelivery({ ...services, sender }, request(1));
    expect(result.unrecorded).toBeUndefined();
    const [attempt] = await listAttempts(services, deliveryId);
    expect(attempt?.responseHeaders?.[0]).toEqual(['x-null', 'abc']);
  });
});
