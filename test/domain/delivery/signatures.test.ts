import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import { changeWebhook, rotateSecret } from '../../../src/domain/delivery/webhook.ts';
import { fakeSender } from '../../kit/fake-sender.ts';
import { given } from '../../kit/given.ts';
import { type GivenDelivery, givenDelivery, RECEIVER } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { first, present } from '../../kit/present.ts';
import { forFile, startService } from '../../kit/service.ts';
import { after, at, NOON } from '../../kit/time.ts';

const service = await forFile(startService());
const { services } = service;

async function attempted() {
  const delivery = await givenDelivery(services);
  const sender = fakeSender();
  await attemptDelivery({ ...at(services, NOON), sender }, delivery.request(1));
  return { delivery, sent: first(sender.posts).headers };
}

async function signatures({ bot, deliveryId }: GivenDelivery, number = 1, userId = bot.ownerId, round = 1) {
  const { data } = await service.graphql(
    `query ($botId: ID!, $deliveryId: ID!, $round: Int!, $number: Int!) {
      result: attemptSignatures(botId: $botId, deliveryId: $deliveryId, round: $round, number: $number) {
        ... on AttemptSignatures { headers { name value } }
        ... on Error { code }
      }
    }`,
    { botId: bot.id, deliveryId, round, number },
    { cookie: await service.signIn(userId) },
  );
  return present(data).result;
}

test('a manager reads with what an attempt was signed, as it was sent, and not the secret', async () => {
  const { delivery, sent } = await attempted();
  const names = ['X-Webhook-Signature-256', 'webhook-timestamp', 'webhook-signature'];
  expect(await signatures(delivery)).toEqual({ headers: names.map((name) => ({ name, value: sent[name] })) });
});

test('who only reads, and strangers, do not get it', async () => {
  const { delivery } = await attempted();
  const reader = await given(services).readerOf(delivery.bot.id);
  expect(await signatures(delivery, 1, reader)).toEqual({ code: 'FORBIDDEN' });
  expect(await signatures(delivery, 1, newUserId())).toEqual({ code: 'FORBIDDEN' });
});

test('nobody gets that of an attempt that was not made, or of another bot', async () => {
  const { delivery } = await attempted();
  const other = (await attempted()).delivery;
  expect(await signatures(delivery, 2)).toEqual({ code: 'NOT_FOUND' });
  expect(await signatures(delivery, 1, delivery.bot.ownerId, 2)).toEqual({ code: 'NOT_FOUND' });
  expect(await signatures({ ...delivery, deliveryId: randomUUID() })).toEqual({ code: 'NOT_FOUND' });
  expect(await signatures({ ...delivery, deliveryId: 'x' })).toEqual({ code: 'NOT_FOUND' });
  expect(await signatures({ ...delivery, deliveryId: other.deliveryId })).toEqual({ code: 'NOT_FOUND' });
});

test('it is unknown after a new secret, and in a format without signatures', async () => {
  const { delivery } = await attempted();
  await rotateSecret(at(services, after(NOON, 1000)), delivery.bot.id, delivery.bot.ownerId);
  expect(await signatures(delivery)).toEqual({ headers: null });

  const other = (await attempted()).delivery;
  const sender = fakeSender();
  await changeWebhook({ ...at(services, NOON), sender }, other.bot.id, other.bot.ownerId, RECEIVER, 'topgg');
  expect(await signatures(other)).toEqual({ headers: null });
});
