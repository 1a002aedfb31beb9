import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { listVotes, type Vote } from '../../../src/domain/vote/log.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { startService, type TestService } from '../../kit/service.ts';
import { after, NOON } from '../../kit/time.ts';
import { readPages } from '../../kit/vote-log.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function newBot(votes: readonly Vote[]): Promise<string> {
  const { id: botId } = await given(service.services).owner().listing().approved();
  await service.services.db.sql`
    insert into votes (bot_id, user_id, voted_at)
    select ${botId}, user_id, voted_at::timestamptz from unnest(${votes.map((vote) => vote.userId)}::text[],
      ${votes.map((vote) => vote.votedAt.toISOString())}::text[]) as vote(user_id, voted_at)`;
  return botId;
}

test('pages of any size give every vote once, newest first, also where many share a millisecond', async () => {
  const votes = fc.uniqueArray(
    fc.record({
      userId: fc.integer({ min: 0, max: 9 }).map((digit) => `10000000000000000${digit}`),
      votedAt: fc.integer({ min: 0, max: 4 }).map((ms) => after(NOON, ms)),
    }),
    { selector: ({ userId, votedAt }) => `${votedAt.getTime()} ${userId}`, maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(votes, fc.integer({ min: 1, max: 12 }), async (log, limit) => {
      const pages = await readPages(service.services, await newBot(log), limit);
      const expected = log.toSorted(
        (a, b) => b.votedAt.getTime() - a.votedAt.getTime() || (a.userId < b.userId ? 1 : -1),
      );
      expect(pages.flat()).toEqual(expected);
      expect(pages).toHaveLength(Math.max(1, Math.ceil(log.length / limit)));
    }),
    { numRuns: 25 },
  );
});

test('votes cast while a client pages do not shift the pages that follow', async () => {
  const vote = (ms: number) => ({ userId: newUserId(), votedAt: after(NOON, ms) });
  const log = [vote(4), vote(3), vote(2), vote(1)];
  const botId = await newBot(log);
  const page = await listVotes(service.services, botId, 2, undefined);
  const late = vote(99);
  await service.services.db.sql`
    insert into votes (bot_id, user_id, voted_at) values (${botId}, ${late.userId}, ${late.votedAt})`;
  const next = await listVotes(service.services, botId, 2, page.nextCursor);
  expect([...page.votes, ...next.votes]).toEqual(log);
  expect(next.nextCursor).toBeNull();
});

test('a hundred votes come without a limit, and a thousand at most', async () => {
  const log = Array.from({ length: 1001 }, (_, ms) => ({ userId: newUserId(), votedAt: after(NOON, ms) }));
  const botId = await newBot(log);
  expect((await listVotes(service.services, botId, undefined, undefined)).votes).toHaveLength(100);
  const largest = await listVotes(service.services, botId, '1000', undefined);
  expect(largest.votes).toHaveLength(1000);
  const rest = await listVotes(service.services, botId, 1000, largest.nextCursor);
  expect(rest).toEqual({ votes: log.slice(0, 1), nextCursor: null });
});

test('the votes of other bots are not among them, even with their cursor', async () => {
  const vote = { userId: newUserId(), votedAt: NOON };
  const [mine, theirs] = [
    await newBot([]),
    await newBot([vote, { ...vote, votedAt: after(NOON, 1) }, { ...vote, votedAt: after(NOON, 2) }]),
  ];
  const { nextCursor } = await listVotes(service.services, theirs, 1, undefined);
  expect(nextCursor).not.toBeNull();
  expect(await listVotes(service.services, mine, 1, nextCursor)).toEqual({ votes: [], nextCursor: null });
});

test.each([0, -1, 1001, 1.5, Number.NaN, '0', '1001', '1e2', ' 5', '+5', '', true, [], {}])(
  'the limit %j is refused',
  async (limit) => {
    await expect(listVotes(service.services, '1'.repeat(17), limit, undefined)).rejects.toThrow(
      InvalidInputError,
    );
  },
);

const encode = (text: string) => Buffer.from(text).toString('base64url');
test.each([
  '',
  'x',
  '%',
  5,
  encode('1.2'),
  encode(`.${'1'.repeat(17)}`),
  encode(`253402300800000.${'1'.repeat(17)}`),
  encode(`-1.${'1'.repeat(17)}`),
])('the cursor %j is refused', async (cursor) => {
  await expect(listVotes(service.services, '1'.repeat(17), 1, cursor)).rejects.toThrow(InvalidInputError);
});
