import { afterAll, expect, test } from 'vitest';
import type { ListingState } from '../../../src/db/tables.ts';
import { NotFoundError } from '../../../src/domain/kernel/errors.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { given, putInState } from '../../kit/given.ts';
import { RECEIVER } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { startService } from '../../kit/service.ts';
import { votesOf } from '../../kit/stored.ts';
import { at, NOON } from '../../kit/time.ts';

const service = await startService();
afterAll(() => service.close());

const NOTHING = { log: [], windows: [], deliveries: [], count: 0 };

const listing = () => given(service.services).owner().listing();
const withWebhook = () => listing().withWebhook(RECEIVER);

test.each(['pending', 'rejected', 'suspended', 'removed'] satisfies ListingState[])(
  'a vote for a listing that is %s is not found, and nothing of it is recorded',
  async (state) => {
    const { id: botId } = await withWebhook().in(state);
    await expect(castVote(service.services, botId, newUserId())).rejects.toThrow(NotFoundError);
    expect(await votesOf(service.services, botId)).toEqual(NOTHING);
  },
);

test('a listing suspended within the window answers "not found" and not when voting opens again', async () => {
  const { id: botId } = await withWebhook().approved();
  const userId = newUserId();
  await castVote(at(service.services, NOON), botId, userId);
  await putInState(service.services, botId, 'suspended');
  await expect(castVote(at(service.services, NOON), botId, userId)).rejects.toThrow(NotFoundError);
  expect((await votesOf(service.services, botId)).count).toBe(1);
});

test('a vote for a bot that nobody listed is not found', async () => {
  const unknown = newUserId();
  await expect(castVote(service.services, unknown, newUserId())).rejects.toThrow(NotFoundError);
  const rows = await service.services.db.sql`select from vote_windows where bot_id = ${unknown}`;
  expect(rows).toHaveLength(0);
});

test.each([
  '',
  '1',
  '12345678901234567890',
  '1234567890123456x',
  "' or 1=1 --",
  '１２３４５６７８９０１２３４５６７',
])('a vote for %j, which is no bot id, is not found', async (botId) => {
  await expect(castVote(service.services, botId, newUserId())).rejects.toThrow(NotFoundError);
});

test('without a webhook a vote counts and makes no delivery, and the dispatcher is left alone', async () => {
  const { id: botId } = await listing().approved();
  const userId = newUserId();
  let wakes = 0;
  const services = { ...at(service.services, NOON), wakeDispatcher: () => void wakes++ };
  await castVote(services, botId, userId);
  const vote = `${userId} ${NOON.toISOString()}`;
  expect(await votesOf(service.services, botId)).toEqual({
    log: [vote],
    windows: [vote],
    deliveries: [],
    count: 1,
  });
  expect(wakes).toBe(0);
});

test('with a webhook the dispatcher is told of a vote once, and of a refused vote not at all', async () => {
  const { id: botId } = await withWebhook().approved();
  const userId = newUserId();
  let wakes = 0;
  const services = { ...at(service.services, NOON), wakeDispatcher: () => void wakes++ };
  await castVote(services, botId, userId);
  await expect(castVote(services, botId, userId)).rejects.toThrow();
  expect(wakes).toBe(1);
});
