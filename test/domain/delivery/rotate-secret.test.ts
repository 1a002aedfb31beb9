import { createHmac } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import { findWebhook, rotateSecret } from '../../../src/domain/delivery/webhook.ts';
import { InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { fakeSender } from '../../kit/fake-sender.ts';
import { givenDelivery, RECEIVER } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { startOwnService } from '../../kit/own-service.ts';
import { first } from '../../kit/present.ts';
import { after, at, NOON } from '../../kit/time.ts';

const service = await startOwnService();
afterAll(() => service.close());

test('rotating makes a new secret of 32 random bytes and keeps the URL', async () => {
  const { bot } = await givenDelivery(service.services);
  const later = after(NOON, 5000);
  const { webhook, secret } = await rotateSecret(at(service.services, later), bot.id);
  expect(webhook).toEqual({ url: RECEIVER, updatedAt: later, verifiedAt: null });
  expect(await findWebhook(service.services, bot.id)).toEqual(webhook);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
  expect(secret).not.toBe(bot.webhookSecret);
});

test('a delivery that waits is sent with the new secret only', async () => {
  const delivery = await givenDelivery(service.services);
  const { secret } = await rotateSecret(service.services, delivery.bot.id);
  const sender = fakeSender();
  await attemptDelivery({ ...service.services, sender }, delivery.request(1));
  const { headers, body } = first(sender.posts);
  expect(headers.Authorization).toBe(secret);
  expect(headers['X-Webhook-Signature-256']).toBe(
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  );
  expect(JSON.stringify(headers)).not.toContain(delivery.bot.webhookSecret);
});

test('rotating touches the secret of no other listing', async () => {
  const [mine, theirs] = [await givenDelivery(service.services), await givenDelivery(service.services)];
  await rotateSecret(service.services, mine.bot.id);
  const sender = fakeSender();
  await attemptDelivery({ ...service.services, sender }, theirs.request(1));
  expect(first(sender.posts).headers.Authorization).toBe(theirs.bot.webhookSecret);
});

test('without a webhook there is nothing to rotate, and none is made', async () => {
  const { bot } = await givenDelivery(service.services);
  await service.services.db.sql`delete from webhooks where bot_id = ${bot.id}`;
  for (const botId of [bot.id, newUserId()]) {
    await expect(rotateSecret(service.services, botId)).rejects.toThrow(InvalidInputError);
    expect(await findWebhook(service.services, botId)).toBeUndefined();
  }
});
