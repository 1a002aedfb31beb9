import { beforeEach, expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import {
  type ClaimBounds,
  claimDeliveries,
  findOverdue,
  markDispatched,
  releaseDeliveries,
  returnToOutbox,
} from '../../../src/domain/delivery/claim.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { ATTEMPTS } from '../../../src/terms/schedule.ts';
import { explaining } from '../../db/explaining.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { given } from '../../kit/given.ts';
import { givenDelivery, markTaken, RECEIVER } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startOwnService, startService } from '../../kit/service.ts';
import { deliveryOf } from '../../kit/stored.ts';
import { after, at, NOON } from '../../kit/time.ts';

const LEASE_MS = 10_000;

const service = await forFile(startOwnService());
beforeEach(async () => {
  await service.services.db.sql`update deliveries set state = 'cancelled'`;
});

const ALL: ClaimBounds = { limit: 100, limitOfOne: 100, underWay: new Map() };

/** In the order of their starts. */
async function claim(ms = 0, bounds: Partial<ClaimBounds> = {}): Promise<string[]> {
  const claimed = await claimDeliveries(at(service.services, after(NOON, ms)), { ...ALL, ...bounds });
  return claimed.map((delivery) => delivery.id);
}

/** Deliveries of one bot, the oldest first. */
async function waiting(count: number, laterMs = 0): Promise<string[]> {
  const { id: botId } = await given(service.services).listing().withWebhook(RECEIVER).approved();
  for (let index = 0; index < count; index++) {
    await castVote(at(service.services, after(NOON, index - 1000 + laterMs)), botId, newUserId());
  }
  const rows = await service.services.db.sql<{ id: string }[]>`
    select id from deliveries where bot_id = ${botId} order by voted_at`;
  return rows.map((row) => row.id);
}

test('a claim says all that a workflow has to know to begin', async () => {
  const { deliveryId, bot, userId } = await givenDelivery(service.services);
  expect(await claimDeliveries(at(service.services, NOON), ALL)).toEqual([
    {
      id: deliveryId,
      botId: bot.id,
      userId,
      round: 1,
      traceparent: null,
      attempts: 0,
      nextAttemptAt: null,
      lastTookMs: null,
      leasedUntil: after(NOON, LEASE_MS),
    },
  ]);
});

test('a claim passes by the bots that have as many under way as they may, and reaches those behind them', async () => {
  const passedBy = await givenDelivery(service.services);
  const behind = await givenDelivery(service.services);
  const underWay = new Map([[passedBy.bot.id, 100]]);
  expect(await claim(0, { limit: 1, underWay })).toEqual([behind.deliveryId]);
  expect(await claim()).toEqual([passedBy.deliveryId]);
});

test('dispatchers that claim at once, each over its own pool, never get the same delivery, and miss none', async () => {
  const ids = await waiting(30);
  await using other = await startService(service.environment);
  const claims = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      claimDeliveries(at((index % 2 ? other : service).services, NOON), { ...ALL, limit: 5 }),
    ),
  );
  const claimed = claims.flat().map((delivery) => delivery.id);
  expect(claimed).toHaveLength(30);
  expect(claimed.sort()).toEqual(ids.sort());
});

test('the oldest deliveries are taken first, and no more than asked for', async () => {
  const ids = await waiting(5);
  expect(await claim(0, { limit: 2 })).toEqual(ids.slice(0, 2));
  expect(await claim(0, { limit: 2 })).toEqual(ids.slice(2, 4));
  expect(await claim(0, { limit: 2 })).toEqual(ids.slice(4));
});

test('bots take turns, those with the fewest under way first, however many wait for one of them', async () => {
  const many = await waiting(5);
  const few = await waiting(2, 100);
  const busy = await waiting(3, 200);
  const [delivery] = await service.services.db.sql`select bot_id from deliveries where id = ${busy[0] ?? ''}`;
  const underWay = new Map([[delivery?.bot_id as string, 2]]);
  expect(await claim(0, { underWay, limit: 5 })).toEqual([many[0], few[0], many[1], few[1], many[2]]);
  // What the busy bot has waiting would be its third, fourth and fifth.
  expect(await claim(0, { underWay, limitOfOne: 2 })).toEqual([many[3], many[4]]);
  expect(await claim(0, { underWay, limitOfOne: 3 })).toEqual([busy[0]]);
  expect(await claim(0, { underWay, limitOfOne: 4 })).toEqual([busy[1], busy[2]]);
});

test('slow receivers have a limit of their own, and take turns with the others however many wait for these', async () => {
  const many = await waiting(5);
  const slowly = await waiting(4, 100);
  const [delivery] = await service.services.db
    .sql`select bot_id from deliveries where id = ${slowly[0] ?? ''}`;
  const bots = [delivery?.bot_id as string];
  expect(await claim(0, { limit: 2, slow: { bots, limitOfOne: 0 } })).toEqual(many.slice(0, 2));
  expect(await claim(0, { limit: 2, slow: { bots, limitOfOne: 2 } })).toEqual([many[2], slowly[0]]);
  const underWay = new Map([[bots[0] as string, 1]]);
  expect(await claim(0, { underWay, slow: { bots, limitOfOne: 2 } })).toEqual([many[3], many[4], slowly[1]]);
  expect(await claim(0, { limitOfOne: 1 })).toEqual([slowly[2]]);
});

test('a claim reads one row of each bot that waits, not all that wait', async () => {
  const [id = ''] = await waiting(1);
  await waiting(1);
  await service.services.db.sql`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at)
    select gen_random_uuid(), bot_id, kind, user_id, voted_at, state, created_at + n * interval '1 second'
    from deliveries, generate_series(1, 3000) n where id = ${id}`;
  await service.services.db.sql`analyze deliveries`;
  const { db, plans } = explaining(service.services.db);
  await claimDeliveries({ ...at(service.services, NOON), db }, { ...ALL, limit: 5, limitOfOne: 5 });
  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain('deliveries_outbox');
  expect(plans[0]).not.toContain('Seq Scan on deliveries');
  expect(plans[0]).not.toMatch(/Bitmap Heap Scan on deliveries /);
});

test('a claim whose dispatcher died is free for the others when its lease ends, and not before', async () => {
  const ids = await waiting(1);
  expect(await claim(0)).toEqual(ids);
  expect(await claim(LEASE_MS - 1)).toEqual([]);
  expect(await claim(LEASE_MS)).toEqual(ids);
});

test('released deliveries are free at once', async () => {
  const ids = await waiting(2);
  const [released] = await claimDeliveries(at(service.services, NOON), ALL);
  await releaseDeliveries(service.services, released ? [released] : []);
  expect(await claim()).toEqual(ids.slice(0, 1));
});

test('a late release leaves alone what another dispatcher has claimed since', async () => {
  const ids = await waiting(1);
  const claimed = await claimDeliveries(at(service.services, NOON), ALL);
  expect(await claim(LEASE_MS)).toEqual(ids);
  await releaseDeliveries(service.services, claimed);
  expect(await claim(LEASE_MS)).toEqual([]);
});

test('a lease is kept by dispatchers whose clocks are behind, and one of a clock that was wrong is not', async () => {
  const ids = await waiting(1);
  await claim(LEASE_MS - 1);
  expect(await claim(0)).toEqual([]);
  expect(await claim(-60_000)).toEqual(ids);
});

test('what Temporal has is not claimed again, and a late release does not change that', async () => {
  const ids = await waiting(1);
  const claimed = await claimDeliveries(at(service.services, NOON), ALL);
  await markDispatched(at(service.services, NOON), ids);
  await releaseDeliveries(service.services, claimed);
  expect(await claim(LEASE_MS * 100)).toEqual([]);
  expect(await deliveryOf(service.services, ids[0] ?? '')).toMatchObject({ dispatchedAt: NOON });
});

test('deliveries that have ended are not claimed', async () => {
  const [id = ''] = await waiting(1);
  for (const state of ['delivered', 'failed', 'cancelled']) {
    await service.services.db.sql`update deliveries set state = ${state} where id = ${id}`;
    expect(await claim()).toEqual([]);
  }
});

test('releasing or dispatching nothing is no fault', async () => {
  await expect(releaseDeliveries(service.services, [])).resolves.toBeUndefined();
  await expect(markDispatched(service.services, [])).resolves.toBeUndefined();
});

async function failedOnce(number = 1) {
  const delivery = await givenDelivery(service.services);
  await markTaken(at(service.services, NOON), delivery.deliveryId);
  const services = { ...at(service.services, NOON), sender: fakeSender(answered(500)) };
  for (let made = 1; made <= number; made++) await attemptDelivery(services, delivery.request(made));
  return delivery;
}

test('a delivery that comes back tells how many attempts were made and when the next one is due', async () => {
  const { deliveryId } = await failedOnce(2);
  await returnToOutbox(service.services, [deliveryId]);
  expect(await claimDeliveries(at(service.services, NOON), ALL)).toMatchObject([
    { id: deliveryId, round: 1, attempts: 2, lastTookMs: 12, nextAttemptAt: after(NOON, 5 * 60_000) },
  ]);
});

test('the attempts of an earlier round are not counted', async () => {
  const { deliveryId } = await failedOnce(2);
  await service.services.db.sql`update deliveries set round = 2 where id = ${deliveryId}`;
  await returnToOutbox(service.services, [deliveryId]);
  expect(await claimDeliveries(at(service.services, NOON), ALL)).toMatchObject([{ round: 2, attempts: 0 }]);
});

test('a delivery is overdue only after its due time and the time allowed', async () => {
  const { deliveryId } = await failedOnce();
  const overdue = (ms: number) => findOverdue(at(service.services, after(NOON, ms)), 45_000, 10);
  expect(await overdue(60_000 + 45_000)).toEqual([]);
  expect(await overdue(60_000 + 45_001)).toMatchObject([{ id: deliveryId }]);
});

test('before the first attempt the time counts from when Temporal took the delivery', async () => {
  const [id = ''] = await waiting(1);
  const overdue = () => findOverdue(at(service.services, after(NOON, 45_001)), 45_000, 10);
  expect(await overdue()).toEqual([]);
  await markTaken(at(service.services, NOON), id);
  expect(await overdue()).toMatchObject([{ id }]);
});

test('what has ended is neither overdue nor put back', async () => {
  const { deliveryId } = await failedOnce(ATTEMPTS);
  expect((await deliveryOf(service.services, deliveryId)).state).toBe('failed');
  expect(await findOverdue(at(service.services, after(NOON, 10 ** 9)), 0, 10)).toEqual([]);
  await returnToOutbox(service.services, [deliveryId]);
  expect(await claim(LEASE_MS)).toEqual([]);
  expect((await deliveryOf(service.services, deliveryId)).dispatchedAt).toEqual(NOON);
});
