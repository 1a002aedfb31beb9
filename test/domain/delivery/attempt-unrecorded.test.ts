import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/db/client.ts';
import { attemptDelivery, recordAttempt } from '../../../src/domain/delivery/attempt.ts';
import type { Services } from '../../../src/schema/context.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { givenDelivery } from '../../kit/given-delivery.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { attemptsOf, deliveryOf } from '../../kit/stored.ts';
import { after, at, NOON } from '../../kit/time.ts';

/** Shorter than in service, and long enough for the statement before the one that hangs. */
const PATIENCE_MS = 2000;

const service = await forFile(startOwnService());

const refuse = () => Promise.reject(new Error('The database is away.'));

/** A service whose database goes away after some statements: it refuses, or does what `instead` says. */
function goingAway(services: Services, after: number, instead: () => Promise<unknown> = refuse): Services {
  const { db } = services;
  let left = after;
  const sql = new Proxy(db.sql, {
    apply(target, self, parameters) {
      if (left === 0) return instead();
      left -= 1;
      return Reflect.apply(target, self, parameters);
    },
  });
  const away: Database = { ...db, sql };
  return { ...services, db: away };
}

test('without the database before anything is sent, nothing is sent and the call can be repeated', async () => {
  const delivery = await givenDelivery(service.services);
  const sender = fakeSender();
  const away = { ...goingAway(service.services, 0), sender };
  await expect(attemptDelivery(away, delivery.request(1))).rejects.toThrow();
  expect(sender.posts).toEqual([]);
  const result = await attemptDelivery({ ...service.services, sender }, delivery.request(1));
  expect(result.state).toBe('delivered');
});

test('nor is anything sent when the database hangs', async () => {
  const delivery = await givenDelivery(service.services);
  const sender = fakeSender();
  const hanging = { ...goingAway(service.services, 0, () => new Promise(() => {})), sender };
  await expect(attemptDelivery(hanging, delivery.request(1), PATIENCE_MS)).rejects.toThrow('in time');
  expect(sender.posts).toEqual([]);
});

test('a database that hangs after the POST holds up nothing: the attempt is handed back, and a late refusal is ignored', async () => {
  const delivery = await givenDelivery(service.services);
  const late = Promise.withResolvers<never>();
  const sender = fakeSender(answered(503));
  const hanging = { ...goingAway(service.services, 1, () => late.promise), sender };
  const result = await attemptDelivery(hanging, delivery.request(1), PATIENCE_MS);
  expect(result).toMatchObject({ state: 'pending', retryInMs: 60_000, unrecorded: delivery.request(1) });
  expect(sender.posts).toHaveLength(1);
  // The run fails on a rejection that nobody handles.
  late.reject(new Error('The connection was lost.'));
  await setImmediate();
});

async function unrecorded(status: number) {
  const delivery = await givenDelivery(service.services);
  const sender = fakeSender(answered(status, { retryAfterSeconds: 7 }));
  const services = { ...goingAway(at(service.services, NOON), 1), sender };
  const result = await attemptDelivery(services, delivery.request(1));
  if (!result.unrecorded) throw new Error('The attempt was recorded.');
  return { delivery, result, record: result.unrecorded };
}

test('an attempt that the database could not be told of is handed back, with its result', async () => {
  const { delivery, result, record } = await unrecorded(503);
  expect(result).toMatchObject({ state: 'pending', retryInMs: 60_000, said: '503' });
  expect(record).toEqual({
    ...delivery.request(1),
    startedAt: NOON.toISOString(),
    durationMs: 12,
    statusCode: 503,
    failure: 'status',
    excerpt: '',
    responseHeaders: null,
    retryAfterSeconds: 7,
  });
  expect(await attemptsOf(service.services, delivery.deliveryId)).toEqual([]);
});

test('what is handed back survives JSON and holds nothing that the receiver or the owner said', async () => {
  const { delivery, record } = await unrecorded(200);
  const text = JSON.stringify(record);
  expect(JSON.parse(text)).toEqual(record);
  expect(text).not.toContain('thank you');
  expect(text).not.toContain(delivery.bot.webhookSecret);
});

test('recording it later moves the delivery on from the time of the record', async () => {
  const { delivery, record } = await unrecorded(503);
  const later = after(NOON, 90_000);
  await recordAttempt(at(service.services, later), record);
  expect(await attemptsOf(service.services, delivery.deliveryId)).toMatchObject([
    { number: 1, startedAt: NOON, statusCode: 503, failure: 'status' },
  ]);
  expect(await deliveryOf(service.services, delivery.deliveryId)).toMatchObject({
    state: 'pending',
    nextAttemptAt: after(later, 60_000),
  });
});

test('recording it twice is as good as once', async () => {
  const { delivery, record } = await unrecorded(503);
  await recordAttempt(at(service.services, NOON), record);
  const once = await deliveryOf(service.services, delivery.deliveryId);
  await recordAttempt(at(service.services, after(NOON, 5000)), record);
  expect(await deliveryOf(service.services, delivery.deliveryId)).toEqual(once);
  expect(await attemptsOf(service.services, delivery.deliveryId)).toHaveLength(1);
});

test('recording it twice at the same time is, too', async () => {
  const { delivery, record } = await unrecorded(503);
  const services = at(service.services, NOON);
  await Promise.all([recordAttempt(services, record), recordAttempt(services, record)]);
  expect(await attemptsOf(service.services, delivery.deliveryId)).toHaveLength(1);
  expect(await deliveryOf(service.services, delivery.deliveryId)).toMatchObject({
    state: 'pending',
    nextAttemptAt: after(NOON, 60_000),
  });
});

test('a late record does not undo an end that came in between', async () => {
  const { delivery, record } = await unrecorded(503);
  await service.services.db.sql`
    update deliveries set state = 'cancelled', finished_at = ${NOON} where id = ${delivery.deliveryId}`;
  await recordAttempt(at(service.services, after(NOON, 5000)), record);
  expect(await deliveryOf(service.services, delivery.deliveryId)).toMatchObject({
    state: 'cancelled',
    nextAttemptAt: null,
    finishedAt: NOON,
  });
});

test('a late record of an earlier round is kept, and does not move the round that runs by now', async () => {
  const { delivery, record } = await unrecorded(200);
  await service.services.db.sql`update deliveries set round = 2 where id = ${delivery.deliveryId}`;
  const before = await deliveryOf(service.services, delivery.deliveryId);
  await recordAttempt(at(service.services, after(NOON, 5000)), record);
  expect(await deliveryOf(service.services, delivery.deliveryId)).toEqual(before);
  expect(await attemptsOf(service.services, delivery.deliveryId)).toMatchObject([{ round: 1, number: 1 }]);
});

test('once it is recorded the attempt is not made again', async () => {
  const { delivery, record } = await unrecorded(200);
  await recordAttempt(service.services, record);
  const sender = fakeSender();
  const result = await attemptDelivery({ ...service.services, sender }, delivery.request(1));
  expect(result).toEqual({ state: 'delivered', said: '200' });
  expect(sender.posts).toEqual([]);
});
