import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStatsStatements } from '../../../src/domain/stats/report.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { reporter } from '../../kit/reporter.ts';
import { startService, type TestService } from '../../kit/service.ts';
import { after, NOON } from '../../kit/time.ts';

let service: TestService;
let other: TestService;
beforeAll(async () => {
  service = await startService();
  other = await startService();
});
afterAll(() => Promise.all([service.close(), other.close()]));

async function statsOf(botId: string) {
  const rows = await service.services.db.sql<
    { count: number; changedAt: Date; checkedInAt: Date }[]
  >`select server_count as count, server_count_changed_at as "changedAt", checked_in_at as "checkedInAt"
    from bot_stats where bot_id = ${botId}`;
  return first(rows);
}

/** A bot that never reported a server count. */
function newBot() {
  return given(service.services).owner().listing().withToken().approved();
}

/** A bot that reported another server count before. */
async function newReportingBot() {
  const bot = await newBot();
  await service.services.recordStats({ ...reporter(bot), serverCount: 7, at: after(NOON, -1) });
  return bot;
}

test('a report says whether it changed the number, and checks the bot in either way', async () => {
  const bot = await newReportingBot();
  const { recordStats } = service.services;
  expect(await recordStats({ ...reporter(bot), serverCount: 1_000_001, at: NOON })).toBe(true);
  expect(await statsOf(bot.id)).toEqual({ count: 1_000_001, changedAt: NOON, checkedInAt: NOON });
  const later = after(NOON, 5001);
  expect(await recordStats({ ...reporter(bot), serverCount: 1_000_001, at: later })).toBe(false);
  expect(await statsOf(bot.id)).toEqual({ count: 1_000_001, changedAt: NOON, checkedInAt: later });
});

test('the first number of a bot is a change, even when it is 0', async () => {
  const bot = await newBot();
  expect(await service.services.recordStats({ ...reporter(bot), serverCount: 0, at: NOON })).toBe(true);
  expect((await statsOf(bot.id)).count).toBe(0);
});

test('of several reports of one bot at once the last one is stored', async () => {
  const bot = await newReportingBot();
  const { recordStats } = createStatsStatements(service.services.db);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      recordStats({ ...reporter(bot), serverCount: 2_000_000 + index, at: after(NOON, index) }),
    ),
  );
  expect(answers).not.toContain(undefined);
  expect(await statsOf(bot.id)).toMatchObject({ count: 2_000_049, checkedInAt: after(NOON, 49) });
});

test('a report of a bot that is not listed, or with a token of another one, changes nothing and says so', async () => {
  const [left, right] = [await newReportingBot(), await newReportingBot()];
  const { recordStats } = createStatsStatements(service.services.db);
  const bots = [
    { id: newUserId(), token: newUserId() },
    left,
    { id: newUserId(), token: right.token },
    right,
    { id: left.id, token: newUserId() },
  ];
  const answers = await Promise.all(
    bots.map((bot) => recordStats({ ...reporter(bot), serverCount: 2_100_000_000, at: NOON })),
  );
  expect(answers).toEqual([undefined, true, undefined, true, undefined]);
});

test('two services that report for the same bots in opposite orders do not wait for each other for ever', async () => {
  // Among many, since a small table would be read, and so locked, in its own order.
  const sample = await service.seed({ bots: 6000, users: 0 });
  const bots = sample.bots.slice(0, 300).map(reporter);
  const reversed = bots.toReversed();
  for (let round = 0; round < 30; round++) {
    const report = (from: TestService, order: readonly ReturnType<typeof reporter>[], serverCount: number) =>
      order.map((bot) => from.services.recordStats({ ...bot, serverCount, at: after(NOON, round) }));
    const answers = await Promise.all([
      ...report(service, bots, round * 2),
      ...report(other, reversed, round * 2 + 1),
    ]);
    expect(answers).not.toContain(undefined);
  }
  for (const { botId } of bots) expect([58, 59]).toContain((await statsOf(botId)).count);
});
