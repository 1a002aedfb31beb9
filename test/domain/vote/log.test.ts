import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { listRecentVotes, listVotes, type Vote } from '../../../src/domain/vote/log.ts';
import { startOfStream } from '../../../src/domain/vote/stream.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startService } from '../../kit/service.ts';
import { after, NOON } from '../../kit/time.ts';
import { useService } from '../../kit/use-service.ts';
import { readPages } from '../../kit/vote-log.ts';

const service = await forFile(startService());

async function newBot(votes: readonly Vote[]): Promise<string> {
  const { id: botId } = await given(service.services).listing().approved();
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

test.each([0, -1, 1001, 1.5, Number.NaN, true, [], {}])('the limit %j is refused', async (limit) => {
  await expect(listVotes(service.services, '1'.repeat(17), limit, undefined)).rejects.toThrow(
    InvalidInputError,
  );
});

const NO_CURSORS: readonly unknown[] = [5, true, {}, '2026', ['2026-01-31T12:00:00Z']];
test.each(NO_CURSORS)('the cursor %j is refused, also as the start of a stream', async (cursor) => {
  await expect(listVotes(service.services, '1'.repeat(17), 1, cursor)).rejects.toThrow(InvalidInputError);
  await expect(startOfStream(service.services, '1'.repeat(17), cursor)).rejects.toThrow(InvalidInputError);
});

describe('The recent votes of a listing', () => {
  const subject = useService(3);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  test('are the last ten, newest first, of this listing alone', async () => {
    const [bot, other] = [subject.bot(), subject.bot()];
    const voters = Array.from({ length: 12 }, newUserId);
    for (const [minutes, voter] of voters.entries()) await subject.addVote(bot, voter, minutesAgo(minutes));
    await subject.addVote(other, newUserId(), minutesAgo(0));
    const votes = await listRecentVotes(subject.services, bot.id);
    expect(votes.map(({ userId }) => userId)).toEqual(voters.slice(0, 10));
  });

  test('are none before the first, and none from before a take-over', async () => {
    const { services } = subject;
    const bot = await given(services).listing().votes(2).approved();
    expect(await listRecentVotes(services, bot.id)).toHaveLength(2);
    await services.db.sql`update bots set owned_since = now() + interval '1 minute' where id = ${bot.id}`;
    expect(await listRecentVotes(services, bot.id)).toEqual([]);
    const without = await given(services).listing().approved();
    expect(await listRecentVotes(services, without.id)).toEqual([]);
  });
});
