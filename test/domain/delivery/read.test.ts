import { expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import { explainAttempt } from '../../../src/domain/delivery/explain.ts';
import {
  type DeliveryConditions,
  listAttempts,
  listDeliveries,
  listRecentAttempts,
} from '../../../src/domain/delivery/read.ts';
import { InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { type GivenDelivery, givenDelivery } from '../../kit/given-delivery.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, NOON } from '../../kit/time.ts';

const service = await forFile(startOwnService());

type Waiting = GivenDelivery;

async function fail(delivery: Waiting, number: number, ms: number, round = 1): Promise<void> {
  const { deliveryId } = delivery;
  await service.services.db.sql`
    update deliveries set state = 'pending', round = ${round} where id = ${deliveryId}`;
  const services = { ...at(service.services, after(NOON, ms)), sender: fakeSender(answered(500 + number)) };
  await attemptDelivery(services, delivery.request(number, round));
}

test('the last ten attempts of a bot are shown, newest first, over all of its deliveries and rounds', async () => {
  const delivery = await givenDelivery(service.services);
  for (let made = 0; made < 12; made++) {
    await fail(delivery, (made % 5) + 1, made, Math.floor(made / 5) + 1);
  }
  const shown = await listRecentAttempts(service.services, delivery.bot.id);
  expect(shown.map(({ startedAt }) => startedAt.getTime() - NOON.getTime())).toEqual([
    11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
  ]);
  expect(shown[0]).toMatchObject({ round: 3, number: 2, statusCode: 502 });
});

test('the attempts of other bots are not among them', async () => {
  const [mine, theirs] = [await givenDelivery(service.services), await givenDelivery(service.services)];
  await fail(mine, 1, 0);
  await fail(theirs, 1, 1);
  const shown = await listRecentAttempts(service.services, mine.bot.id);
  expect(shown.map(({ deliveryId }) => deliveryId)).toEqual([mine.deliveryId]);
});

test('the attempts of one delivery go from first to last, round by round', async () => {
  const delivery = await givenDelivery(service.services);
  for (const [round, number] of [
    [2, 1],
    [1, 3],
    [1, 1],
    [1, 2],
  ] as const) {
    await fail(delivery, number, 100 - number, round);
  }
  const attempts = await listAttempts(service.services, delivery.deliveryId);
  expect(attempts.map(({ round, number }) => [round, number])).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
    [2, 1],
  ]);
});

test('deliveries are listed newest first, no more than asked for', async () => {
  const [older, newer] = [
    await givenDelivery(service.services),
    await givenDelivery(service.services, after(NOON, 1)),
  ];
  await service.services.db.sql`
    update deliveries set bot_id = ${older.bot.id} where id = ${newer.deliveryId}`;
  const idsOf = async (limit: number) =>
    (await listDeliveries(service.services, older.bot.id, limit)).map(({ id }) => id);
  expect(await idsOf(10)).toEqual([newer.deliveryId, older.deliveryId]);
  expect(await idsOf(1)).toEqual([newer.deliveryId]);
});

test('lists that are asked for at once each have their own conditions and limit', async () => {
  const [older, newer, other] = [
    await givenDelivery(service.services),
    await givenDelivery(service.services, after(NOON, 1)),
    await givenDelivery(service.services),
  ];
  await service.services.db.sql`
    update deliveries set bot_id = ${older.bot.id}, state = 'failed' where id = ${newer.deliveryId}`;
  const list = async ({ bot }: GivenDelivery, limit: number, conditions?: DeliveryConditions) =>
    (await listDeliveries(service.services, bot.id, limit, conditions)).map(({ id }) => id);
  const both = [newer.deliveryId, older.deliveryId];
  const [later, earlier] = [[newer.deliveryId], [older.deliveryId]];
  expect(
    await Promise.all([
      list(older, 1),
      list(older, 2),
      list(other, 1),
      list(older, 9, { state: 'failed' }),
      list(older, 9, { userId: older.userId }),
      list(older, 9, { from: after(NOON, 1) }),
      list(older, 9, { from: NOON }),
      list(older, 9, { to: after(NOON, 1) }),
      list(older, 9, { state: 'pending', to: NOON }),
    ]),
  ).toEqual([later, both, [other.deliveryId], later, earlier, later, both, earlier, []]);
  await expect(list(older, 9, { userId: 'x' })).rejects.toThrow(InvalidInputError);
});

test.each([
  [{ statusCode: 204, failure: null }, 'Delivered: the receiver answered 204.'],
  [
    { statusCode: 302, failure: 'redirect' },
    'The receiver answered 302, a redirect. Redirects are not followed: set the URL to where it leads.',
  ],
  [{ statusCode: 503, failure: 'status' }, 'The receiver answered 503: it failed. Look at its log.'],
  [
    { statusCode: 401, failure: 'status' },
    'The receiver answered 401: it refuses the secret. Check that it has the current one.',
  ],
  [
    { statusCode: 404, failure: 'status' },
    'The receiver answered 404. Check the path of the URL, and that it accepts POST there.',
  ],
  [{ statusCode: 415, failure: 'status' }, 'The receiver answered 415. It must accept a small JSON body.'],
  [
    { statusCode: 429, failure: 'status' },
    'The receiver answered 429: it limits requests. Raise its limit for this service.',
  ],
  [
    { statusCode: 400, failure: 'status' },
    'The receiver answered 400. Only a 2xx status counts as received: let it answer 200.',
  ],
  [
    { statusCode: null, failure: 'timeout' },
    'There was no reply within 10 seconds. Answer first, then do the work.',
  ],
  [
    { statusCode: null, failure: 'a word of a later version' },
    'The attempt failed. Send a test to find out more.',
  ],
])('%j is explained as "%s"', (attempt, sentence) => {
  expect(explainAttempt(attempt).message).toBe(sentence);
});
