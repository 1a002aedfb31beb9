import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import { findWebhook, rotateSecret, sendTest, setWebhook } from '../../../src/domain/delivery/webhook.ts';
import { given } from '../../kit/given.ts';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { statementsDuring } from '../../kit/statements.ts';
import { useService } from '../../kit/use-service.ts';

describe('A webhook is verified', () => {
  const subject = useService(1);
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver?.close());

  const make = () => given(subject.service.services).owner().listing().withWebhook(receiver.url).approved();
  const attempt = async ({ id, ownerId }: { id: string; ownerId: string }) => {
    const { services } = subject.service;
    const { id: deliveryId } = await sendTest(services, id, ownerId);
    await attemptDelivery(services, { deliveryId, botId: id, round: 1, number: 1 });
  };
  const verifiedAt = async (botId: string) =>
    (await findWebhook(subject.service.services, botId))?.verifiedAt;

  test('by the first request that its receiver accepts, not by a refused one', async () => {
    const bot = await make();
    receiver.answer = () => 401;
    await attempt(bot);
    expect(await verifiedAt(bot.id)).toBeNull();
    receiver.answer = () => 204;
    await attempt(bot);
    expect(await verifiedAt(bot.id)).toBeInstanceOf(Date);
  });

  test('once: later successes cost no statement for it, and do not change the time', async () => {
    const bot = await make();
    await attempt(bot);
    const first = await verifiedAt(bot.id);
    const statements = await statementsDuring(subject.service.services.db, () => attempt(bot));
    expect(statements.filter((statement) => statement.startsWith('update "webhooks"'))).toEqual([]);
    expect(await verifiedAt(bot.id)).toEqual(first);
  });

  test('again after a new secret and after a new URL', async () => {
    const { services } = subject.service;
    const later = { ...services, now: () => new Date(Date.now() + 1000) };
    const bot = await make();
    await attempt(bot);
    await rotateSecret(later, bot.id);
    expect(await verifiedAt(bot.id)).toBeNull();
    const muchLater = { ...services, now: () => new Date(Date.now() + 2000) };
    const { webhook } = await setWebhook(muchLater, bot.id, bot.ownerId, receiver.url);
    expect(webhook.verifiedAt).toBeNull();
    expect(await verifiedAt(bot.id)).toBeNull();
  });
});
