import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import { findWebhook, rotateSecret } from '../../../src/domain/delivery/webhook.ts';
import { InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import type { TestService } from '../../support/service.ts';
import { fakeSender, newDelivery, RECEIVER } from '../delivery-support.ts';
import { after, at, first, NOON, newUserId, startOwnService } from '../support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOwnService();
});
afterAll(() => service.close());

test('rotating makes a new secret of 32 random bytes and keeps the URL', async () => {
  const { bot } = await newDelivery(service);
  const later = after(NOON, 5000);
  const { webhook, secret } = await rotateSecret(at(service.services, later), bot.id);
  expect(webhook).toEqual({ url: RECEIVER, updatedAt: later });
  expect(await findWebhook(service.services, bot.id)).toEqual(webhook);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
  expect(secret).not.toBe(bot.webhookSecret);
});

test('a delivery that waits is sent with the new secret only', async () => {
  const delivery = await newDelivery(service);
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
  const [mine, theirs] = [await newDelivery(service), await newDelivery(service)];
  await rotateSecret(service.services, mine.bot.id);
  const sender = fakeSender();
  await attemptDelivery({ ...service.services, sender }, theirs.request(1));
  expect(first(sender.posts).headers.Authorization).toBe(theirs.bot.webhookSecret);
});

test('without a webhook there is nothing to rotate, and none is made', async () => {
  const { bot } = await newDelivery(service);
  await service.services.db.sql`delete from webhooks where bot_id = ${bot.id}`;
  for (const botId of [bot.id, newUserId()]) {
    await expect(rotateSecret(service.services, botId)).rejects.toThrow(InvalidInputError);
    expect(await findWebhook(service.services, botId)).toBeUndefined();
  }
});
