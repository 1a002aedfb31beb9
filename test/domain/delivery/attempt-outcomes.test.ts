import { expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import type { SendOutcome } from '../../../src/net/sender.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { type GivenDelivery, givenDelivery } from '../../kit/given-delivery.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { attemptsOf, deliveryOf } from '../../kit/stored.ts';
import { after, at, MINUTE_MS, NOON } from '../../kit/time.ts';

const service = await forFile(startOwnService());

const LATER = after(NOON, 777);

async function attempt(delivery: GivenDelivery, number: number, outcome: SendOutcome) {
  const sender = fakeSender(outcome);
  const services = { ...at(service.services, LATER), sender };
  const result = await attemptDelivery(services, delivery.request(number));
  return { result, sent: sender.posts.length, stored: await deliveryOf(services, delivery.deliveryId) };
}

test.each([200, 201, 204, 299])('the status %i delivers at once', async (status) => {
  const delivery = await givenDelivery(service.services);
  const { result, stored } = await attempt(delivery, 1, answered(status));
  expect(result).toEqual({
    state: 'delivered',
    said: String(status),
    tookMs: 12,
    deliveredAfterMs: LATER.getTime() - NOON.getTime(),
  });
  expect(stored).toMatchObject({ state: 'delivered', nextAttemptAt: null, finishedAt: LATER });
  expect(await attemptsOf(service.services, delivery.deliveryId)).toEqual([
    { round: 1, number: 1, startedAt: LATER, statusCode: status, failure: null, excerpt: 'thank you' },
  ]);
});

test.each([
  [199, 'status', '199'],
  [301, 'redirect', 'redirect'],
  [302, 'redirect', 'redirect'],
  [303, 'redirect', 'redirect'],
  [307, 'redirect', 'redirect'],
  [308, 'redirect', 'redirect'],
  [300, 'status', '300'],
  [304, 'status', '304'],
  [305, 'status', '305'],
  [306, 'status', '306'],
  [399, 'status', '399'],
  [400, 'status', '400'],
  [404, 'status', '404'],
  [410, 'status', '410'],
  [429, 'status', '429'],
  [500, 'status', '500'],
  [599, 'status', '599'],
])('the status %i is a failure, kept as "%s"', async (status, failure, said) => {
  const delivery = await givenDelivery(service.services);
  const { result, stored } = await attempt(delivery, 1, answered(status));
  expect(result).toMatchObject({ state: 'pending', said });
  expect(stored).toMatchObject({ state: 'pending', finishedAt: null });
  const [logged] = await attemptsOf(service.services, delivery.deliveryId);
  expect(logged).toMatchObject({ statusCode: status, failure });
});

test('no answer is a failure by its reason, without a status', async () => {
  const delivery = await givenDelivery(service.services);
  const { result } = await attempt(delivery, 1, { kind: 'failure', reason: 'reset', durationMs: 3 });
  expect(result).toMatchObject({ state: 'pending', said: 'reset' });
  const [logged] = await attemptsOf(service.services, delivery.deliveryId);
  expect(logged).toMatchObject({ statusCode: null, failure: 'reset', excerpt: '' });
});

test.each([
  [1, 1],
  [2, 5],
  [3, 30],
  [4, 120],
])('after failed attempt %i the next one is due %i minutes later', async (number, minutes) => {
  const { result, stored } = await attempt(await givenDelivery(service.services), number, answered(503));
  expect(result).toMatchObject({ state: 'pending', retryInMs: minutes * MINUTE_MS });
  expect(stored).toMatchObject({
    state: 'pending',
    nextAttemptAt: after(LATER, minutes * MINUTE_MS),
    finishedAt: null,
  });
});

test('what a receiver asks for in Retry-After does not change the schedule, and is kept', async () => {
  const delivery = await givenDelivery(service.services);
  const { result } = await attempt(delivery, 1, answered(503, { retryAfterSeconds: 3600 }));
  expect(result).toMatchObject({ retryInMs: MINUTE_MS });
  const rows = await service.services.db.sql`
    select retry_after_seconds as seconds from delivery_attempts where delivery_id = ${delivery.deliveryId}`;
  expect(rows).toEqual([{ seconds: 3600 }]);
});

test('after the fifth failed attempt the delivery has failed, and nothing more is due', async () => {
  const { result, stored } = await attempt(await givenDelivery(service.services), 5, answered(503));
  expect(result).toEqual({ state: 'failed', said: '503', tookMs: 12 });
  expect(stored).toMatchObject({ state: 'failed', nextAttemptAt: null, finishedAt: LATER });
});

test('the fifth attempt can still deliver', async () => {
  const { result, stored } = await attempt(await givenDelivery(service.services), 5, answered(200));
  expect(result.state).toBe('delivered');
  expect(stored.state).toBe('delivered');
});

test.each([answered(200), answered(500), { kind: 'failure', reason: 'timeout', durationMs: 9 } as const])(
  'an attempt that is recorded is not sent again, and its answer is the same (%#)',
  async (outcome) => {
    const delivery = await givenDelivery(service.services);
    const { result } = await attempt(delivery, 1, outcome);
    const again = await attempt(delivery, 1, answered(418));
    expect(again.sent).toBe(0);
    const { tookMs: _, deliveredAfterMs: __, ...decision } = result;
    expect(again.result).toEqual(decision);
    expect(await attemptsOf(service.services, delivery.deliveryId)).toHaveLength(1);
  },
);

test.each(['delivered', 'failed', 'cancelled'])(
  'a delivery that is already %s is left alone',
  async (state) => {
    const delivery = await givenDelivery(service.services);
    await service.services.db.sql`update deliveries set state = ${state} where id = ${delivery.deliveryId}`;
    const before = await deliveryOf(service.services, delivery.deliveryId);
    const { result, sent, stored } = await attempt(delivery, 2, answered(200));
    expect(result).toEqual({ state, said: 'already ended' });
    expect(sent).toBe(0);
    expect(stored).toEqual(before);
  },
);

test('a delivery that is in another round by now is left to that round', async () => {
  const delivery = await givenDelivery(service.services);
  await service.services.db.sql`update deliveries set round = 2 where id = ${delivery.deliveryId}`;
  const { result, sent, stored } = await attempt(delivery, 2, answered(200));
  expect(result).toEqual({ state: 'cancelled', said: 'already ended' });
  expect(sent).toBe(0);
  expect(stored).toMatchObject({ state: 'pending', round: 2 });
});

test('a second round has five attempts of its own', async () => {
  const delivery = await givenDelivery(service.services);
  await attempt(delivery, 1, answered(500));
  await service.services.db.sql`update deliveries set round = 2 where id = ${delivery.deliveryId}`;
  const sender = fakeSender();
  const result = await attemptDelivery({ ...service.services, sender }, delivery.request(1, 2));
  expect(sender.posts).toHaveLength(1);
  // Nobody knows from it how long votes wait.
  expect(result).toEqual({ state: 'delivered', said: '200', tookMs: 12 });
  const attempts = await attemptsOf(service.services, delivery.deliveryId);
  expect(attempts.map(({ round, number }) => [round, number])).toEqual([
    [1, 1],
    [2, 1],
  ]);
});
