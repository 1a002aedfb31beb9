import { expect, test } from 'vitest';
import { InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { serverCountPerDay, votesPerDay } from '../../../src/domain/stats/charts.ts';
import { recordStats } from '../../../src/domain/stats/report.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { seed } from '../../../src/seed/seed.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { reporter } from '../../kit/reporter.ts';
import { forFile, startService } from '../../kit/service.ts';
import { after, at, DAY_MS, HOUR_MS, NOON } from '../../kit/time.ts';

const service = await forFile(startService());
const { services } = service;

/** A bot that nobody voted for, and that never reported a server count. */
function newBot() {
  return given(services).listing().withToken().approved();
}

const midnight = new Date('2026-03-05T00:00:00.000Z');
const voteAt = (botId: string, time: Date, userId = newUserId()) =>
  castVote(at(services, time), botId, userId);

test('votes are counted by their day in UTC, and days without one are shown as well', async () => {
  const { id: botId } = await newBot();
  for (const ms of [-4 * DAY_MS, -3 * DAY_MS, -1, 0, 5 * HOUR_MS]) await voteAt(botId, after(midnight, ms));
  const today = at(services, after(midnight, 20 * HOUR_MS));
  expect(await votesPerDay(today, botId, 4)).toEqual([
    { day: '2026-03-02', votes: 1 },
    { day: '2026-03-03', votes: 0 },
    { day: '2026-03-04', votes: 1 },
    { day: '2026-03-05', votes: 2 },
  ]);
});

test('a vote that is refused is not counted', async () => {
  const { id: botId } = await newBot();
  const userId = newUserId();
  const casts = Array.from({ length: 20 }, () => voteAt(botId, NOON, userId));
  await Promise.allSettled(casts);
  expect(await votesPerDay(at(services, NOON), botId, 1)).toEqual([{ day: '2026-03-04', votes: 1 }]);
});

test('votes of many users at once are all counted', async () => {
  const { id: botId } = await newBot();
  await Promise.all(Array.from({ length: 60 }, () => voteAt(botId, NOON)));
  expect(await votesPerDay(at(services, NOON), botId, 1)).toEqual([{ day: '2026-03-04', votes: 60 }]);
});

test('a server count stands until another one is reported, from before the first day shown, too', async () => {
  const bot = await newBot();
  const botId = bot.id;
  const report = (days: number, serverCount: number, ms = 0) =>
    recordStats(services.db, {
      ...reporter(bot),
      serverCount,
      at: after(midnight, days * DAY_MS + ms),
    });
  await report(-9, 5);
  await report(-6, 7);
  await report(-3, 7);
  await report(-2, 8);
  await report(-2, 9, DAY_MS - 1);
  await report(0, 0);
  const days = await serverCountPerDay(at(services, after(midnight, HOUR_MS)), botId, 5);
  expect(days).toEqual([
    { day: '2026-03-01', serverCount: 7 },
    { day: '2026-03-02', serverCount: 7 },
    { day: '2026-03-03', serverCount: 9 },
    { day: '2026-03-04', serverCount: 9 },
    { day: '2026-03-05', serverCount: 0 },
  ]);
  const stored = await services.db.sql`select from daily_server_counts where bot_id = ${botId}`;
  // The report of the same number wrote no row.
  expect(stored).toHaveLength(4);
});

test('before the first report there is no number', async () => {
  const bot = await newBot();
  const botId = bot.id;
  await recordStats(services.db, { ...reporter(bot), serverCount: 3, at: midnight });
  const days = await serverCountPerDay(at(services, midnight), botId, 2);
  expect(days).toEqual([
    { day: '2026-03-04', serverCount: null },
    { day: '2026-03-05', serverCount: 3 },
  ]);
});

test.each([0, -1, 91])('%d days are refused', async (days) => {
  await expect(votesPerDay(services, newUserId(), days)).rejects.toThrow(InvalidInputError);
  await expect(serverCountPerDay(services, newUserId(), days)).rejects.toThrow(InvalidInputError);
});

test('the schema shows a month of both to anybody, or as many days as asked for', async () => {
  const { id: botId } = await newBot();
  const document = `query ($id: ID!, $days: Int) { result: bot(botId: $id) {
    month: votesPerDay { day votes } week: votesPerDay(days: 7) { day }
    servers: serverCountPerDay(days: $days) { day serverCount } } }`;
  const { data } = await service.graphql(document, { id: botId, days: 90 });
  expect(data?.result.month).toHaveLength(30);
  expect(data?.result.week).toHaveLength(7);
  expect(data?.result.servers).toHaveLength(90);
  const { errors } = await service.graphql(document, { id: botId, days: 91 });
  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
});

test('sample data has both: votes by day as in its log, and server counts of a month up to the present one', async () => {
  const { bots } = await seed(services, { bots: 2, users: 9, votes: 4200 });
  for (const { id } of bots) {
    const { sql } = services.db;
    const log = await sql`
      select (voted_at at time zone 'utc')::date::text as day, count(*)::int as votes from votes
      where bot_id = ${id} group by 1 order by 1`;
    const daily = await sql`select day::text, votes from daily_votes where bot_id = ${id} order by day`;
    expect([...daily]).toEqual([...log]);
    const [stats] = await sql<{ count: number }[]>`
      select server_count as count from bot_stats where bot_id = ${id}`;
    const month = await serverCountPerDay(services, id, 28);
    expect(month.at(-1)?.serverCount).toBe(stats?.count);
    expect(month.every(({ serverCount }) => serverCount !== null)).toBe(true);
    expect(new Set(month.map(({ serverCount }) => serverCount)).size).toBeGreaterThan(1);
  }
});
