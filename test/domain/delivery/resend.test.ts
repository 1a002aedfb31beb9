import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import {
  cancelDelivery,
  findWaitingWorkflows,
  forgetWorkflows,
} from '../../../src/domain/delivery/cancel.ts';
import { claimDeliveries, markDispatched } from '../../../src/domain/delivery/claim.ts';
import { resendDelivery, resendFailed, retryDelivery } from '../../../src/domain/delivery/resend.ts';
import { InvalidInputError, NotFoundError } from '../../../src/domain/kernel/errors.ts';
import { listVoidings, restoreVotes, voidVotes } from '../../../src/domain/moderation/void-votes.ts';
import type { Services } from '../../../src/schema/context.ts';
import { ATTEMPTS } from '../../../src/terms/schedule.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { given } from '../../kit/given.ts';
import { type GivenDelivery, givenDelivery } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { attemptsOf, deliveryOf } from '../../kit/stored.ts';
import { after, at, HOUR_MS, NOON } from '../../kit/time.ts';

const ALL = { limit: 100, limitOfOne: 100, underWay: new Map<string, number>() };

const service = await forFile(startOwnService());

type Waiting = GivenDelivery;

async function failed(time = NOON): Promise<Waiting> {
  const delivery = await givenDelivery(service.services, time);
  const services = { ...at(service.services, NOON), sender: fakeSender(answered(500)) };
  for (let number = 1; number <= ATTEMPTS; number++)
    await attemptDelivery(services, delivery.request(number));
  expect((await deliveryOf(service.services, delivery.deliveryId)).state).toBe('failed');
  return delivery;
}

/** Services that count how often the dispatcher is woken. */
function counting(services: Services = service.services) {
  let wakes = 0;
  return { services: { ...services, wakeDispatcher: () => void wakes++ }, wakes: () => wakes };
}

test('a failed delivery sent again waits in the outbox in its next round, with no attempt made', async () => {
  const { deliveryId, bot } = await failed();
  const { services, wakes } = counting();
  const delivery = await resendDelivery(services, bot.id, deliveryId);
  expect(delivery).toMatchObject({ id: deliveryId, state: 'pending', round: 2, finishedAt: null });
  expect(wakes()).toBe(1);
  const claimed = await claimDeliveries(service.services, ALL);
  expect(claimed.filter(({ id }) => id === deliveryId)).toMatchObject([
    { round: 2, attempts: 0, nextAttemptAt: expect.any(Date) },
  ]);
});

test('it goes out under the same X-Webhook-Delivery with the same body', async () => {
  const delivery = await givenDelivery(service.services);
  const sender = fakeSender(answered(500));
  // The headers have the time of the attempt.
  const services = { ...at(service.services, NOON), sender };
  for (let number = 1; number <= ATTEMPTS; number++)
    await attemptDelivery(services, delivery.request(number));
  await resendDelivery(service.services, delivery.bot.id, delivery.deliveryId);
  await attemptDelivery(services, delivery.request(1, 2));
  expect(sender.posts).toHaveLength(ATTEMPTS + 1);
  expect(sender.posts.at(-1)).toEqual(sender.posts[0]);
  expect(first(sender.posts).headers['X-Webhook-Delivery']).toBe(delivery.deliveryId);
});

test('sent again many times at once, it is sent again once', async () => {
  const { deliveryId, bot } = await failed();
  const { services, wakes } = counting();
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => resendDelivery(services, bot.id, deliveryId)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(InvalidInputError);
  }
  expect(wakes()).toBe(1);
  expect((await deliveryOf(service.services, deliveryId)).round).toBe(2);
});

test.each(['delivered', 'cancelled'])(
  'one that is %s is resent by itself, and not with those that failed',
  async (state) => {
    const { deliveryId, bot } = await givenDelivery(service.services);
    await service.services.db.sql`
      update deliveries set state = ${state}, finished_at = ${NOON} where id = ${deliveryId}`;
    const { services, wakes } = counting();
    expect(await resendFailed(services, bot.id, new Date(0))).toBe(0);
    expect(await resendDelivery(services, bot.id, deliveryId)).toMatchObject({ state: 'pending', round: 2 });
    expect(wakes()).toBe(1);
  },
);

test.each(['pending', 'held'])('a delivery that is %s is not sent again', async (state) => {
  const { deliveryId, bot } = await givenDelivery(service.services);
  await service.services.db.sql`update deliveries set state = ${state} where id = ${deliveryId}`;
  const { services, wakes } = counting();
  await expect(resendDelivery(services, bot.id, deliveryId)).rejects.toThrow(InvalidInputError);
  expect(await resendFailed(services, bot.id, new Date(0))).toBe(0);
  expect(await deliveryOf(service.services, deliveryId)).toMatchObject({ state, round: 1 });
  expect(wakes()).toBe(0);
});

test.each(['pending', 'delivered', 'failed'])(
  'one that was %s when its vote was voided is not resent before the vote is restored',
  async (state) => {
    const { deliveryId, bot, userId, request } = await givenDelivery(service.services);
    const { services } = service;
    await services.db.sql`
      update deliveries set state = ${state}, finished_at = ${state === 'pending' ? null : NOON}
      where id = ${deliveryId}`;
    const moderatorId = await given(services).moderator();
    const period = { from: after(NOON, -HOUR_MS), until: after(NOON, HOUR_MS) };
    await voidVotes(services, moderatorId, bot.id, { userIds: [userId], ...period, reason: 'Fake votes.' });
    await expect(resendDelivery(services, bot.id, deliveryId)).rejects.toThrow(InvalidInputError);
    expect(await resendFailed(services, bot.id, new Date(0))).toBe(0);
    await restoreVotes(services, moderatorId, bot.id, first(await listVoidings(services, bot.id)).id);
    // The restored vote's delivery goes out by itself if the voiding had cancelled it.
    if (state === 'pending') await attemptDelivery({ ...services, sender: fakeSender() }, request(1, 2));
    expect(await resendDelivery(services, bot.id, deliveryId)).toMatchObject({ state: 'pending' });
  },
);

test('the delivery of another bot is not found, and left as it is', async () => {
  const [mine, theirs] = [await failed(), await failed()];
  await expect(resendDelivery(service.services, mine.bot.id, theirs.deliveryId)).rejects.toThrow(
    NotFoundError,
  );
  expect(await deliveryOf(service.services, theirs.deliveryId)).toMatchObject({ state: 'failed', round: 1 });
});

test.each(['', 'x', `${randomUUID()}0`, randomUUID(), newUserId()])(
  'the delivery id %j is not found',
  async (id) => {
    const { bot } = await givenDelivery(service.services);
    await expect(resendDelivery(service.services, bot.id, id)).rejects.toThrow(NotFoundError);
  },
);

test('without a webhook nothing is sent again', async () => {
  const { deliveryId, bot } = await failed();
  await service.services.db.sql`delete from webhooks where bot_id = ${bot.id}`;
  await expect(resendDelivery(service.services, bot.id, deliveryId)).rejects.toThrow(InvalidInputError);
  await expect(resendFailed(service.services, bot.id, new Date(0))).rejects.toThrow(InvalidInputError);
  expect(await deliveryOf(service.services, deliveryId)).toMatchObject({ state: 'failed', round: 1 });
});

test('all that failed since a time are sent again, that time included, and nothing earlier or of others', async () => {
  const [early, exact, late, other] = [await failed(), await failed(), await failed(), await failed()];
  const botId = exact.bot.id;
  const { sql } = service.services.db;
  const made = [
    [early, -1],
    [exact, 0],
    [late, 1],
  ] as const;
  for (const [{ deliveryId }, ms] of made) {
    await sql`
      update deliveries set bot_id = ${botId}, finished_at = ${after(NOON, ms)} where id = ${deliveryId}`;
  }
  const { services, wakes } = counting();
  expect(await resendFailed(services, botId, NOON)).toBe(2);
  expect(wakes()).toBe(1);
  const rounds = [early, exact, late, other].map(({ deliveryId }) =>
    deliveryOf(service.services, deliveryId).then(({ round }) => round),
  );
  expect(await Promise.all(rounds)).toEqual([1, 2, 2, 1]);
});

test('a delivery that was recorded before the time and failed after it is resent', async () => {
  const { deliveryId, bot } = await failed(after(NOON, -2 * HOUR_MS));
  expect(await resendFailed(service.services, bot.id, after(NOON, -HOUR_MS))).toBe(1);
  expect(await deliveryOf(service.services, deliveryId)).toMatchObject({ state: 'pending', round: 2 });
});

/** A delivery whose first attempt has failed at noon. It waits for a minute. */
async function waiting(status = 500) {
  const delivery = await givenDelivery(service.services);
  const services = { ...at(service.services, NOON), sender: fakeSender(answered(status)) };
  await attemptDelivery(services, delivery.request(1));
  return delivery;
}

/** {@link counting}, a second after that attempt. */
const countingLater = () => counting(at(service.services, after(NOON, 1000)));

test('a waiting delivery that is retried is in the outbox, due now, with its second attempt next', async () => {
  const { bot, deliveryId } = await waiting();
  const { services, wakes } = countingLater();
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
  const { services } = countingLater();
  await claimDeliveries(services, ALL);
  await retryDelivery(services, bot.id, deliveryId);
  await markDispatched(services, [deliveryId]);
  expect((await deliveryOf(service.services, deliveryId)).dispatchedAt).toBeNull();
});

test('an attempt that is due already is not asked for again, nor one of a delivery that is held or has ended', async () => {
  const { services, wakes } = countingLater();
  const retry = ({ bot, deliveryId }: GivenDelivery) => retryDelivery(services, bot.id, deliveryId);
  const refused = async (delivery: GivenDelivery, reason: string) =>
    expect(retry(delivery)).rejects.toMatchObject({ code: 'INVALID_INPUT', reason });
  await refused(await givenDelivery(service.services), 'delivery.underWay');
  const twice = await waiting();
  await retry(twice);
  await refused(twice, 'delivery.underWay');
  await refused(await waiting(200), 'delivery.notWaiting');
  for (const [state, reason] of [
    ['held', 'delivery.held'],
    ['failed', 'delivery.failedResend'],
  ] as const) {
    const other = await waiting();
    await services.db.sql`update deliveries set state = ${state} where id = ${other.deliveryId}`;
    await refused(other, reason);
  }
  expect(wakes()).toBe(1);
});

test.each([retryDelivery, cancelDelivery])(
  '%o finds no delivery of another bot, and changes nothing',
  async (change) => {
    const [mine, theirs] = [await waiting(), await waiting()];
    const before = await deliveryOf(service.services, theirs.deliveryId);
    for (const id of [theirs.deliveryId, randomUUID(), 'x', '\0']) {
      await expect(change(countingLater().services, mine.bot.id, id)).rejects.toThrow(NotFoundError);
    }
    expect(await deliveryOf(service.services, theirs.deliveryId)).toEqual(before);
  },
);

test('a cancelled delivery sends nothing any more, and is not cancelled or retried again', async () => {
  const { bot, deliveryId, request } = await waiting();
  const { services } = countingLater();
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
    const { services } = countingLater();
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
  await cancelDelivery(countingLater().services, bot.id, deliveryId);
  const isFound = async () =>
    (await findWaitingWorkflows(service.services, 1000)).some(({ id }) => id === deliveryId);
  expect(await isFound()).toBe(true);
  await forgetWorkflows(service.services, [{ id: deliveryId }]);
  expect(await isFound()).toBe(false);
});
