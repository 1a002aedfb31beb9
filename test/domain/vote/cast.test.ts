import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ListingState } from '../../../src/db/tables.ts';
import { hashToken } from '../../../src/domain/identity/tokens.ts';
import {
  AccountTooYoungError,
  NotFoundError,
  VoteWindowActiveError,
} from '../../../src/domain/kernel/errors.ts';
import { SNOWFLAKE_EPOCH_MS, snowflakeTime } from '../../../src/domain/kernel/ids.ts';
import { castVote, requireOldEnough } from '../../../src/domain/vote/cast.ts';
import { findVoteByToken } from '../../../src/domain/vote/check.ts';
import { listRecentVotes, listVotes } from '../../../src/domain/vote/log.ts';
import { readVotesAfter } from '../../../src/domain/vote/stream.ts';
import { given, putInState } from '../../kit/given.ts';
import { RECEIVER } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startService } from '../../kit/service.ts';
import { votesOf } from '../../kit/stored.ts';
import { after, at, DAY_MS, HOUR_MS, NOON } from '../../kit/time.ts';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../../web/page.ts';

const service = await forFile(startService());

async function newBot(): Promise<string> {
  return (await given(service.services).listing().withWebhook(RECEIVER).approved()).id;
}

test('a vote by a clock that is behind the last take-over counts after it, wherever votes are read', async () => {
  const bot = await given(service.services).listing().withToken().approved();
  const takenOver = after(NOON, HOUR_MS);
  const services = at(service.services, NOON);
  await services.db.sql`update bots set owned_since = ${takenOver} where id = ${bot.id}`;
  const userId = newUserId();
  expect(await castVote(services, bot.id, userId)).toMatchObject({ votedAt: takenOver });
  const again = castVote(services, bot.id, userId);
  await expect(again).rejects.toMatchObject({ code: 'VOTE_WINDOW_ACTIVE', nextVoteAt: expect.any(Date) });
  const vote = { userId, votedAt: takenOver };
  const check = () => findVoteByToken(services, hashToken(bot.token).toString('hex'), userId);
  const checked = { botId: bot.id, votedAt: takenOver };
  // Alone, and in a statement that checks share.
  expect(await check()).toEqual(checked);
  expect(await Promise.all([check(), check(), check()])).toEqual([checked, checked, checked]);
  expect(await listVotes(services, bot.id, 1, undefined)).toMatchObject({ votes: [vote] });
  expect(await listRecentVotes(services, bot.id)).toMatchObject([vote]);
  const epoch = { userId: '0'.repeat(17), votedAt: new Date(0) };
  expect(await readVotesAfter(services, { botId: bot.id, after: epoch })).toMatchObject([vote]);
});

test('of checks that share a statement each gets its own result, and an unknown or dead token is refused', async () => {
  const { services } = service;
  const newListing = () => given(services).listing().withToken().votes(1).approved();
  const [bot, other, removed] = [await newListing(), await newListing(), await newListing()];
  await putInState(services, removed.id, 'removed');
  const [voter = ''] = bot.voterIds;
  const check = (token: string, userId = voter) =>
    findVoteByToken(services, hashToken(token).toString('hex'), userId).catch(({ code }) => code);
  const tokens = [bot.token, other.token, removed.token, `blt_${'x'.repeat(43)}`, bot.token];
  expect(await Promise.all([...tokens.map((token) => check(token)), check(bot.token, newUserId())])).toEqual([
    { botId: bot.id, votedAt: expect.any(Date) },
    { botId: other.id, votedAt: null },
    'UNAUTHENTICATED',
    'UNAUTHENTICATED',
    { botId: bot.id, votedAt: expect.any(Date) },
    { botId: bot.id, votedAt: null },
  ]);
});

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
  at: fc
    .tuple(
      fc.integer({ min: 0, max: 5 }),
      fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: 0, max: 12 * HOUR_MS })),
    )
    .map(([windows, more]) => Math.max(0, windows * 12 * HOUR_MS + more)),
});

const servicesAt = (time: Date) => at(service.services, time);

test('window, log, count and deliveries agree with a plain list of votes after any casts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(cast, { maxLength: 25 }).map((casts) => casts.toSorted((a, b) => a.at - b.at)),
      async (casts) => {
        const bots = [await newBot(), await newBot()];
        const users = Array.from({ length: 3 }, newUserId);
        const model: { bot: number; user: number; ms: number }[] = [];
        for (const { bot, user, at } of casts) {
          const last = model.findLast((vote) => vote.bot === bot && vote.user === user);
          const newest = model.findLast((vote) => vote.bot === bot);
          const ms = Math.max(at, newest === undefined ? 0 : newest.ms + 1);
          const call = castVote(servicesAt(after(NOON, at)), bots[bot] ?? '', users[user] ?? '');
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

const NOTHING = { log: [], windows: [], deliveries: [], count: 0 };

const listing = () => given(service.services).listing();
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

function idMadeAt(time: Date): string {
  return String(BigInt(time.getTime() - SNOWFLAKE_EPOCH_MS) << 22n);
}

test("an id tells when it was made, as the chat platform's documentation shows it", () => {
  expect(snowflakeTime('175928847299117063').toISOString()).toBe('2016-04-30T11:18:25.796Z');
});

test('an account may vote from the instant on that it is old enough, and not before', () => {
  const services = (now: Date) => ({ voteMinAccountAgeDays: 7, now: () => now });
  const userId = idMadeAt(NOON);
  const opens = after(NOON, 7 * DAY_MS);
  expect(() => requireOldEnough(services(opens), userId)).not.toThrow();
  try {
    requireOldEnough(services(after(opens, -1)), userId);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(AccountTooYoungError);
    expect(error).toMatchObject({ code: 'ACCOUNT_TOO_YOUNG', mayVoteAt: opens });
  }
});

test('without a minimum every id may vote, also one from the future', () => {
  const services = { voteMinAccountAgeDays: 0, now: () => NOON };
  expect(() => requireOldEnough(services, '9223372036854775807')).not.toThrow();
});

describe('Where accounts must be a week old', () => {
  const subject = useService(2, { VOTE_MIN_ACCOUNT_AGE_DAYS: '7' });
  const document = `mutation ($id: ID!) { result: castVote(botId: $id) {
    __typename ... on AccountTooYoungError { code mayVoteAt } } }`;

  test('a young one is told when it may vote, by the schema and on the page, and an old one votes', async () => {
    const { id } = subject.bot();
    const made = new Date(Date.now() - 6 * DAY_MS);
    const young = await subject.signIn(idMadeAt(made));
    const mayVoteAt = after(made, 7 * DAY_MS).toISOString();
    expect(await subject.graphql(document, { id }, young)).toEqual({
      __typename: 'AccountTooYoungError',
      code: 'ACCOUNT_TOO_YOUNG',
      mayVoteAt,
    });
    const page = await visit(subject.service, `/bot/${id}/vote`, { cookie: young, form: {} });
    expect(page.status).toBe(403);
    expect(page.html).toContain(`<time datetime="${mayVoteAt}"`);
    const old = await subject.signIn(idMadeAt(new Date(Date.now() - 8 * DAY_MS)));
    expect(await subject.graphql(document, { id }, old)).toEqual({ __typename: 'CastVotePayload' });
    expect(await subject.services.db.sql`select from votes where bot_id = ${id}`).toHaveLength(1);
  });
});
