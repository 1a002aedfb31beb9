import { afterAll, beforeAll, expect, test } from 'vitest';
import { NotFoundError } from '../../../src/domain/kernel/errors.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { startService, type TestService } from '../../support/service.ts';
import { at, first, NOON, newUserId, votesOf } from '../support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const NOTHING = { log: [], windows: [], deliveries: [], count: 0 };

async function newBot(): Promise<string> {
  return first((await service.seed()).bots).id;
}

test.each(['pending', 'rejected', 'suspended', 'removed'])(
  'a vote for a listing that is %s is not found, and nothing of it is recorded',
  async (state) => {
    const botId = await newBot();
    await service.services.db.sql`update bots set state = ${state} where id = ${botId}`;
    await expect(castVote(service.services, botId, newUserId())).rejects.toThrow(NotFoundError);
    expect(await votesOf(service.services, botId)).toEqual(NOTHING);
  },
);

test('a listing suspended within the window answers "not found" and not when voting opens again', async () => {
  const botId = await newBot();
  const userId = newUserId();
  await castVote(at(service.services, NOON), botId, userId);
  await service.services.db.sql`update bots set state = 'suspended' where id = ${botId}`;
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
  const botId = await newBot();
  const userId = newUserId();
  await service.services.db.sql`delete from webhooks where bot_id = ${botId}`;
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
  const botId = await newBot();
  const userId = newUserId();
  let wakes = 0;
  const services = { ...at(service.services, NOON), wakeDispatcher: () => void wakes++ };
  await castVote(services, botId, userId);
  await expect(castVote(services, botId, userId)).rejects.toThrow();
  expect(wakes).toBe(1);
});
