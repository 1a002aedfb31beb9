import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStatsStatements } from '../../../src/domain/stats/report.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
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
async function newBot(): Promise<string> {
  return (await given(service.services).owner().listing().approved()).id;
}

/** A bot that reported another server count before. */
async function newReportingBot(): Promise<string> {
  const botId = await newBot();
  await service.services.recordStats({ botId, serverCount: 7, at: after(NOON, -1) });
  return botId;
}

test('a report says whether it changed the number, and checks the bot in either way', async () => {
  const botId = await newReportingBot();
  const { recordStats } = service.services;
  expect(await recordStats({ botId, serverCount: 1_000_001, at: NOON })).toBe(true);
  expect(await statsOf(botId)).toEqual({ count: 1_000_001, changedAt: NOON, checkedInAt: NOON });
  const later = after(NOON, 5001);
  expect(await recordStats({ botId, serverCount: 1_000_001, at: later })).toBe(false);
  expect(await statsOf(botId)).toEqual({ count: 1_000_001, changedAt: NOON, checkedInAt: later });
});

test('the first number of a bot is a change, even when it is 0', async () => {
  const botId = await newBot();
  expect(await service.services.recordStats({ botId, serverCount: 0, at: NOON })).toBe(true);
  expect((await statsOf(botId)).count).toBe(0);
});

test('of several reports of one bot at once the last one is stored', async () => {
  const botId = await newReportingBot();
  const { recordStats } = createStatsStatements(service.services.db);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      recordStats({ botId, serverCount: 2_000_000 + index, at: after(NOON, index) }),
    ),
  );
  expect(answers).not.toContain(undefined);
  expect(await statsOf(botId)).toMatchObject({ count: 2_000_049, checkedInAt: after(NOON, 49) });
});

test('a report of a bot that is not listed changes nothing and says so, wherever it stands among others', async () => {
  const [left, right] = [await newReportingBot(), await newReportingBot()];
  const { recordStats } = createStatsStatements(service.services.db);
  const ids = [newUserId(), left, newUserId(), right, newUserId()];
  const answers = await Promise.all(
    ids.map((botId) => recordStats({ botId, serverCount: 2_100_000_000, at: NOON })),
  );
  expect(answers).toEqual([undefined, true, undefined, true, undefined]);
});

test('two services that report for the same bots in opposite orders do not wait for each other for ever', async () => {
  // Among many, since a small table would be read, and so locked, in its own order.
  const sample = await service.seed({ bots: 6000, users: 0 });
  const bots = sample.bots.slice(0, 300).map(({ id }) => id);
  const reversed = bots.toReversed();
  for (let round = 0; round < 30; round++) {
    const report = (from: TestService, order: readonly string[], serverCount: number) =>
      order.map((botId) => from.services.recordStats({ botId, serverCount, at: after(NOON, round) }));
    const answers = await Promise.all([
      ...report(service, bots, round * 2),
      ...report(other, reversed, round * 2 + 1),
    ]);
    expect(answers).not.toContain(undefined);
  }
  for (const botId of bots) expect([58, 59]).toContain((await statsOf(botId)).count);
});
