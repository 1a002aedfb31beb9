import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { attemptDelivery, UnreadableSecretError } from '../../../src/domain/delivery/attempt.ts';
import { createKeyring, createSecretBox } from '../../../src/domain/identity/secret-box.ts';
import type { PostRequest } from '../../../src/net/sender.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { type GivenDelivery, givenDelivery, RECEIVER } from '../../kit/given-delivery.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { attemptsOf, deliveryOf } from '../../kit/stored.ts';
import { after, at, NOON } from '../../kit/time.ts';

const service = await forFile(startOwnService());

const LATER = after(NOON, 1234);

async function attempt(delivery: GivenDelivery, number = 1): Promise<PostRequest> {
  const sender = fakeSender(answered(500));
  await attemptDelivery({ ...at(service.services, LATER), sender }, delivery.request(number));
  expect(sender.posts).toHaveLength(1);
  return first(sender.posts);
}

test('a delivery carries the six headers of the contract, the three of Standard Webhooks, and no other', async () => {
  const delivery = await givenDelivery(service.services);
  const { url, headers, body } = await attempt(delivery);
  const { webhookSecret } = delivery.bot;
  expect(url).toBe(RECEIVER);
  expect(headers).toEqual({
    'Content-Type': 'application/json',
    'User-Agent': 'Listing-Webhook/1',
    Authorization: webhookSecret,
    'X-Webhook-Event': 'vote.create',
    'X-Webhook-Delivery': delivery.deliveryId,
    'X-Webhook-Signature-256': `sha256=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`,
    'webhook-id': delivery.deliveryId,
    'webhook-timestamp': String(Math.floor(LATER.getTime() / 1000)),
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z\d+/]{43}=$/),
  });
});

test('the body is JSON with the four members of the contract, the time with milliseconds', async () => {
  const delivery = await givenDelivery(service.services, new Date('2026-03-04T12:00:00.120Z'));
  const { body } = await attempt(delivery);
  expect(Buffer.from(body).toString()).toBe(
    `{"event":"vote.create","bot_id":"${delivery.bot.id}","user_id":"${delivery.userId}","voted_at":"2026-03-04T12:00:00.120Z"}`,
  );
});

test('the signature is over the very bytes that are sent, by an implementation other than ours', async () => {
  const delivery = await givenDelivery(service.services);
  const { headers, body } = await attempt(delivery);
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(delivery.bot.webhookSecret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signature = Buffer.from(headers['X-Webhook-Signature-256']?.replace('sha256=', '') ?? '', 'hex');
  expect(await crypto.subtle.verify('HMAC', key, signature, Buffer.from(body))).toBe(true);
});

test('identifier, body and signature stay the same over the attempts of a delivery', async () => {
  const delivery = await givenDelivery(service.services);
  const one = await attempt(delivery, 1);
  expect(await attempt(delivery, 2)).toEqual(one);
  expect(await attempt(delivery, 5)).toEqual(one);
});

test('a URL and a secret that changed since the last attempt are used for the next one', async () => {
  const delivery = await givenDelivery(service.services);
  await attempt(delivery, 1);
  const sealed = service.services.secrets.seal('whsec_new', delivery.bot.id);
  await service.services.db.sql`
    update webhooks set url = 'https://other.example/', sealed_secret = ${sealed} where bot_id = ${delivery.bot.id}`;
  const { url, headers, body } = await attempt(delivery, 2);
  expect(url).toBe('https://other.example/');
  expect(headers.Authorization).toBe('whsec_new');
  expect(headers['X-Webhook-Signature-256']).toBe(
    `sha256=${createHmac('sha256', 'whsec_new').update(body).digest('hex')}`,
  );
});

test('while the secret does not open nothing is sent or recorded, and no attempt is used up', async () => {
  const delivery = await givenDelivery(service.services);
  const before = await deliveryOf(service.services, delivery.deliveryId);
  const { sealed = Buffer.alloc(0) } = first(
    await service.services.db.sql<{ sealed: Buffer }[]>`
      select sealed_secret as sealed from webhooks where bot_id = ${delivery.bot.id}`,
  );
  const put = (secret: Buffer) =>
    service.services.db.sql`update webhooks set sealed_secret = ${secret} where bot_id = ${delivery.bot.id}`;
  await put(
    createSecretBox(createKeyring(randomBytes(32)), randomBytes).seal('whsec_other', delivery.bot.id),
  );
  const sender = fakeSender();
  const attempted = attemptDelivery({ ...at(service.services, LATER), sender }, delivery.request(1));
  await expect(attempted).rejects.toThrow(UnreadableSecretError);
  expect(sender.posts).toEqual([]);
  expect(await attemptsOf(service.services, delivery.deliveryId)).toEqual([]);
  expect(await deliveryOf(service.services, delivery.deliveryId)).toEqual(before);
  await put(sealed);
  await attempt(delivery);
});

test('when the webhook was removed nothing is sent and the delivery ends cancelled', async () => {
  const delivery = await givenDelivery(service.services);
  await attempt(delivery, 1);
  await service.services.db.sql`delete from webhooks where bot_id = ${delivery.bot.id}`;
  const sender = fakeSender();
  const result = await attemptDelivery({ ...at(service.services, LATER), sender }, delivery.request(2));
  expect(result).toEqual({ state: 'cancelled', said: 'no webhook' });
  expect(sender.posts).toEqual([]);
  expect(await deliveryOf(service.services, delivery.deliveryId)).toMatchObject({
    state: 'cancelled',
    finishedAt: LATER,
  });
});

test.each([
  ['whole', (secret: string) => `You sent ${secret}; again: ${secret}`, 'You sent [secret]; again: [secret]'],
  [
    'cut off where the excerpt ends',
    (secret: string) => `You sent ${secret.slice(0, 20)}`,
    'You sent [secret]',
  ],
  ['as the only word, cut off', (secret: string) => secret.slice(0, 20), '[secret]'],
  // The secret begins with the letter that this ends with.
  ['not', () => 'Come back tomorrow', 'Come back tomorrow'],
  ['not, only how all secrets begin', () => 'Send me whsec_ and more', 'Send me whsec_ and more'],
])(
  'a receiver that answers with the secret, %s, does not lead it into the log of attempts',
  async (_, said, kept) => {
    const delivery = await givenDelivery(service.services);
    const sender = fakeSender();
    sender.outcome = ({ headers }) => answered(200, { excerpt: said(headers.Authorization ?? '') });
    await attemptDelivery({ ...service.services, sender }, delivery.request(1));
    const [logged] = await attemptsOf(service.services, delivery.deliveryId);
    expect(logged?.excerpt).toBe(kept);
  },
);

test('an unknown delivery, or one of another bot, ends without anything sent', async () => {
  const [mine, theirs] = [await givenDelivery(service.services), await givenDelivery(service.services)];
  const sender = fakeSender();
  const request = { ...mine.request(1), botId: theirs.bot.id };
  expect(await attemptDelivery({ ...service.services, sender }, request)).toEqual({
    state: 'cancelled',
    said: 'no such delivery',
    isUnknown: true,
  });
  expect(sender.posts).toEqual([]);
});

test('a delivery whose id is none is cancelled, and fails none of the attempts beside it', async () => {
  const [delivery, other] = [await givenDelivery(service.services), await givenDelivery(service.services)];
  const sender = fakeSender(answered(200));
  const services = { ...at(service.services, LATER), sender };
  const results = await Promise.all([
    // A lone one is sent at once: the two after it are gathered.
    attemptDelivery(services, delivery.request(1)),
    attemptDelivery(services, { ...delivery.request(1), deliveryId: 'by-hand' }),
    attemptDelivery(services, other.request(1)),
  ]);
  expect(results.map(({ state }) => state)).toEqual(['delivered', 'cancelled', 'delivered']);
  expect(results[1]).toEqual({ state: 'cancelled', said: 'no such delivery' });
  expect(sender.posts).toHaveLength(2);
});
