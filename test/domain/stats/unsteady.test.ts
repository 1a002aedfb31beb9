import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findListing } from '../../../src/domain/listing/read.ts';
import { reportStats } from '../../../src/domain/stats/report.ts';
import { areUnsteady, COUNTS_KEPT } from '../../../src/domain/stats/unsteady.ts';
import { given } from '../../kit/given.ts';
import { reporter } from '../../kit/reporter.ts';
import { forFile, startService } from '../../kit/service.ts';
import { statementsDuring } from '../../kit/statements.ts';
import { after, at, MINUTE_MS, NOON } from '../../kit/time.ts';

const { services } = await forFile(startService());

/** A bot that reports, and what is stored of its counts after each report. */
async function newReporter() {
  const bot = await given(services).listing().withToken().approved();
  let minutes = 0;
  return {
    bot,
    report: async (counts: readonly number[], everyMinutes: number, others: object = {}) => {
      for (const server_count of counts) {
        minutes += everyMinutes;
        const then = at(services, after(NOON, minutes * MINUTE_MS));
        await reportStats(then, reporter(bot), { server_count, ...others });
      }
      return (await findListing(services, bot.id))?.recentCounts ?? [];
    },
  };
}

test.each<[string, readonly number[]]>([
  ['two shards in turns', [1210, 1244, 1210, 1244]],
  ['four shards in any order', [1210, 1198, 1244, 1231]],
  ['four shards in the order of their counts', [1198, 1210, 1231, 1244, 1198, 1210, 1231, 1244]],
  ['a small bot', [20, 12, 17, 9]],
  ['a process of 16 shards beside another', [32_100, 32_400, 32_080, 32_410]],
  ['a shard without any server', [0, 500, 0, 510]],
])('the counts of single shards are unsteady: %s', (_, counts) => {
  expect(areUnsteady(counts)).toBe(true);
});

test.each<[string, readonly number[]]>([
  ['no reports', []],
  ['one report', [5]],
  ['the same count again and again', [70, 70, 70, 70, 70, 70, 70, 70]],
  ['a bot that grows fast', [100, 300, 900, 2000, 5000, 9000, 12_000, 20_000]],
  ['a bot that loses many servers', [20_000, 12_000, 9000, 5000, 2000, 900, 300, 0]],
  ['joins and leaves of a small bot', [40, 41, 40, 42, 41, 42, 40, 41]],
  ['joins and leaves of a large bot', [50_000, 50_100, 49_960, 50_120, 49_990, 50_150, 50_000, 50_170]],
  ['a restart, after which servers arrive one by one', [5000, 0, 1200, 3100, 5000, 5001, 5000, 5002]],
])('these counts are not: %s', (_, counts) => {
  expect(areUnsteady(counts)).toBe(false);
});

test('counts that only rise, or only fall, are steady, whatever their steps are', () => {
  const counts = fc.array(fc.nat(2_147_483_647), { maxLength: COUNTS_KEPT });
  fc.assert(
    fc.property(counts, (unsorted) => {
      const rising = unsorted.toSorted((left, right) => left - right);
      expect([areUnsteady(rising), areUnsteady(rising.toReversed())]).toEqual([false, false]);
    }),
  );
});

test('the last eight counts are stored, and are steady again after eight reports of the sum', async () => {
  const { report } = await newReporter();
  expect(areUnsteady(await report([1210, 1244, 1198], 5, { shard_count: 4 }))).toBe(false);
  const unsteady = await report([1231, 1209, 1246], 5, { shard_count: 4 });
  expect(unsteady).toEqual([1210, 1244, 1198, 1231, 1209, 1246]);
  expect(areUnsteady(unsteady)).toBe(true);
  const sums = [4883, 4884, 4883, 4885, 4885, 4886, 4886, 4886];
  const steady = await report(sums, 5, { shard_count: 4 });
  expect(steady).toEqual(sums);
  expect(areUnsteady(steady)).toBe(false);
});

test('the right sum beside a shard_count is steady', async () => {
  const { report } = await newReporter();
  expect(areUnsteady(await report([4883, 4884, 4881, 4885, 4879], 5, { shard_count: 4 }))).toBe(false);
});

test('counts that come a day apart are not compared, since real ones may have changed', async () => {
  const { report } = await newReporter();
  expect(await report([500, 470, 505, 480], 24 * 60)).toEqual([480]);
  expect(await report([481, 480], 90)).toEqual([480, 481, 480]);
});

test('counts that arrive together, as from all shards at once, are unsteady after a few times', async () => {
  const { bot } = await newReporter();
  const shards = [1210, 1198, 1244, 1231];
  for (let round = 0; round < 8; round++) {
    const then = at(services, after(NOON, round * 30 * MINUTE_MS));
    // Another one is the last each time. Only the last of those in one statement is stored.
    const order = [...shards.slice(round % 4), ...shards.slice(0, round % 4)];
    await Promise.all(
      order.map((server_count) => reportStats(then, reporter(bot), { server_count, shard_count: 4 })),
    );
  }
  expect(areUnsteady((await findListing(services, bot.id))?.recentCounts ?? [])).toBe(true);
});

test('a report is still one statement', async () => {
  const { report } = await newReporter();
  const before = await statementsDuring(services.db, () => report([], 1));
  const statements = await statementsDuring(services.db, () => report([5], 1));
  expect(statements.length - before.length).toBe(1);
});
