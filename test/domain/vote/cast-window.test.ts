import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { VoteWindowActiveError } from '../../../src/domain/kernel/errors.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { given } from '../../kit/given.ts';
import { RECEIVER } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { startService } from '../../kit/service.ts';
import { votesOf } from '../../kit/stored.ts';
import { after, at, HOUR_MS, NOON } from '../../kit/time.ts';

const service = await startService();
afterAll(() => service.close());

async function newBot(): Promise<string> {
  return (await given(service.services).owner().listing().withWebhook(RECEIVER).approved()).id;
}

test('a vote is refused until one millisecond before twelve hours have passed, and counts at exactly twelve hours', async () => {
  const botId = await newBot();
  const userId = newUserId();
  const cast = (ms: number) => castVote(at(service.services, after(NOON, ms)), botId, userId);
  await cast(0);
  const early = await cast(12 * HOUR_MS - 1).catch((error: unknown) => error);
  expect(early).toBeInstanceOf(VoteWindowActiveError);
  expect(early).toMatchObject({ code: 'VOTE_WINDOW_ACTIVE', nextVoteAt: after(NOON, 12 * HOUR_MS) });
  expect(await cast(12 * HOUR_MS)).toEqual({
    votedAt: after(NOON, 12 * HOUR_MS),
    nextVoteAt: after(NOON, 24 * HOUR_MS),
  });
  expect((await votesOf(service.services, botId)).count).toBe(2);
});

test('a refused vote does not move the window', async () => {
  const botId = await newBot();
  const userId = newUserId();
  const cast = (hours: number) => castVote(at(service.services, after(NOON, hours * HOUR_MS)), botId, userId);
  await cast(0);
  await expect(cast(11)).rejects.toThrow(VoteWindowActiveError);
  await expect(cast(12)).resolves.toMatchObject({ votedAt: after(NOON, 12 * HOUR_MS) });
});

const cast = fc.record({
  user: fc.integer({ min: 0, max: 2 }),
  bot: fc.integer({ min: 0, max: 1 }),
  /** Mostly near the edges of the window. */
  ms: fc
    .tuple(
      fc.integer({ min: 0, max: 5 }),
      fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: 0, max: 12 * HOUR_MS })),
    )
    .map(([windows, more]) => Math.max(0, windows * 12 * HOUR_MS + more)),
});

test('window, log, count and deliveries agree with a plain list of votes after any casts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(cast, { maxLength: 25 }).map((casts) => casts.toSorted((a, b) => a.ms - b.ms)),
      async (casts) => {
        const bots = [await newBot(), await newBot()];
        const users = Array.from({ length: 3 }, newUserId);
        const model: { bot: number; user: number; ms: number }[] = [];
        for (const { bot, user, ms } of casts) {
          const last = model.findLast((vote) => vote.bot === bot && vote.user === user);
          const call = castVote(at(service.services, after(NOON, ms)), bots[bot] ?? '', users[user] ?? '');
          if (last && ms - last.ms < 12 * HOUR_MS) {
            const refusal = await call.catch((error: unknown) => error);
            expect(refusal).toMatchObject({ nextVoteAt: after(NOON, last.ms + 12 * HOUR_MS) });
          } else {
            expect(await call).toMatchObject({ votedAt: after(NOON, ms) });
            model.push({ bot, user, ms });
          }
        }
        for (const [bot, botId] of bots.entries()) {
          const key = ({ user, ms }: { user: number; ms: number }) =>
            `${users[user]} ${after(NOON, ms).toISOString()}`;
          const log = model.filter((vote) => vote.bot === bot);
          const newest = new Map(log.map((vote) => [vote.user, key(vote)]));
          expect(await votesOf(service.services, botId)).toEqual({
            log: log.map(key).sort(),
            windows: [...newest.values()].sort(),
            deliveries: log.map(key).sort(),
            count: log.length,
          });
        }
      },
    ),
    { numRuns: 15 },
  );
});
