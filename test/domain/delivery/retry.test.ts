import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import { cancelDelivery, findCancelled, forgetWorkflows } from '../../../src/domain/delivery/cancel.ts';
import { claimDeliveries, markDispatched } from '../../../src/domain/delivery/claim.ts';
import { retryDelivery } from '../../../src/domain/delivery/resend.ts';
import { InvalidInputError, NotFoundError } from '../../../src/domain/kernel/errors.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { givenDelivery } from '../../kit/given-delivery.ts';
import { startOwnService } from '../../kit/own-service.ts';
import { attemptsOf, deliveryOf } from '../../kit/stored.ts';
import { after, at, NOON } from '../../kit/time.ts';

const ALL = { limit: 100, limitOfOne: 100, underWay: new Map<string, number>(), bots: { except: [] } };

const service = await startOwnService();
afterAll(() => service.close());

/** A delivery whose first attempt has failed at noon. It waits for a minute. */
async function waiting(status = 500) {
  const delivery = await givenDelivery(service.services);
  const services = { ...at(service.services, NOON), sender: fakeSender(answered(status)) };
  await attemptDelivery(services, delivery.request(1));
  return delivery;
}

function counting() {
  let wakes = 0;
  const services = { ...at(service.services, after(NOON, 1000)), wakeDispatcher: () => void wakes++ };
  return { services, wakes: () => wakes };
}

test('a waiting delivery that is retried is in the outbox, due now, with its second attempt next', async () => {
  const { bot, deliveryId } = await waiting();
  const { services, wakes } = counting();
  const delivery = await retryDelivery(services, bot.id, deliveryId);
  expect(delivery).toMatchObject({ state: 'pending', round: 1, nextAttemptAt: after(NOON, 1000) });
  expect(wakes()).toBe(1);
  const claimed = await claimDeliveries(services, ALL);
  expect(claimed.filter(({ id }) => id === deliveryId)).toMatchObject([
    { attempts: 1, nextAttemptAt: after(NOON, 1000) },
  ]);
});

test('a dispatcher that took it before does not take it out of the outbox', async () => {
  const { bot, deliveryId } = await waiting();
  await service.services.db.sql`update deliveries set dispatched_at = null where id = ${deliveryId}`;
  const { services } = counting();
  await claimDeliveries(services, ALL);
  await retryDelivery(services, bot.id, deliveryId);
  await markDispatched(services, [deliveryId]);
  expect((await deliveryOf(service.services, deliveryId)).dispatchedAt).toBeNull();
});

test('an attempt that is due already is not asked for again, nor one of a delivery that has ended', async () => {
  const { services, wakes } = counting();
  const first = await givenDelivery(service.services);
  await expect(retryDelivery(services, first.bot.id, first.deliveryId)).rejects.toThrow(InvalidInputError);
  const twice = await waiting();
  await retryDelivery(services, twice.bot.id, twice.deliveryId);
  await expect(retryDelivery(services, twice.bot.id, twice.deliveryId)).rejects.toThrow(InvalidInputError);
  const delivered = await waiting(200);
  await expect(retryDelivery(services, delivered.bot.id, delivered.deliveryId)).rejects.toThrow(
    InvalidInputError,
  );
  expect(wakes()).toBe(1);
});

test.each([retryDelivery, cancelDelivery])(
  '%o finds no delivery of another bot, and changes nothing',
  async (change) => {
    const [mine, theirs] = [await waiting(), await waiting()];
    const before = await deliveryOf(service.services, theirs.deliveryId);
    for (const id of [theirs.deliveryId, randomUUID(), 'x', '\0']) {
      await expect(change(counting().services, mine.bot.id, id)).rejects.toThrow(NotFoundError);
    }
    expect(await deliveryOf(service.services, theirs.deliveryId)).toEqual(before);
  },
);

test('a cancelled delivery sends nothing any more, and is not cancelled or retried again', async () => {
  const { bot, deliveryId, request } = await waiting();
  const { services } = counting();
  expect(await cancelDelivery(services, bot.id, deliveryId)).toMatchObject({ state: 'cancelled' });
  await expect(cancelDelivery(services, bot.id, deliveryId)).rejects.toThrow(InvalidInputError);
  await expect(retryDelivery(services, bot.id, deliveryId)).rejects.toThrow(InvalidInputError);
  const sender = fakeSender(answered(200));
  await attemptDelivery({ ...services, sender }, request(2));
  expect(sender.posts).toEqual([]);
  expect(await deliveryOf(service.services, deliveryId)).toMatchObject({ state: 'cancelled' });
});

test('a delivery that the receiver takes while it is cancelled is delivered; one that it refuses is not', async () => {
  const outcomes = [];
  for (const status of [200, 500]) {
    const { bot, deliveryId, request } = await waiting();
    const { services } = counting();
    const sender = fakeSender();
    sender.outcome = async () => {
      await cancelDelivery(services, bot.id, deliveryId);
      return answered(status);
    };
    await attemptDelivery({ ...services, sender }, request(2));
    const { state } = await deliveryOf(service.services, deliveryId);
    outcomes.push({ state, attempts: (await attemptsOf(service.services, deliveryId)).length });
  }
  expect(outcomes).toEqual([
    { state: 'delivered', attempts: 2 },
    { state: 'cancelled', attempts: 2 },
  ]);
});

test('the workflow of a cancelled delivery is known as waiting until it was told to end', async () => {
  const { bot, deliveryId } = await waiting();
  await cancelDelivery(counting().services, bot.id, deliveryId);
  const isFound = async () =>
    (await findCancelled(service.services, 1000)).some(({ id }) => id === deliveryId);
  expect(await isFound()).toBe(true);
  await forgetWorkflows(service.services, [{ id: deliveryId }]);
  expect(await isFound()).toBe(false);
});
