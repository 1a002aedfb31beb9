import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type Database, withPatience } from '../../../src/db/client.ts';
import { hashToken } from '../../../src/domain/identity/tokens.ts';
import { findListing } from '../../../src/domain/listing/read.ts';
import { submitListing } from '../../../src/domain/listing/submit.ts';
import { recordStats, reportStats } from '../../../src/domain/stats/report.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { FIELDS } from '../../kit/listing-input.ts';
import { first } from '../../kit/present.ts';
import { reporter } from '../../kit/reporter.ts';
import { forFile, startService, type TestService } from '../../kit/service.ts';
import { statementsDuring } from '../../kit/statements.ts';
import { after, at, DAY_MS, NOON } from '../../kit/time.ts';

const service = await forFile(startService());
const other = await forFile(startService());
const { db } = service.services;

async function statsOf(botId: string) {
  const rows = await db.sql<
    { count: number; changedAt: Date; checkedInAt: Date }[]
  >`select server_count as count, server_count_changed_at as "changedAt", checked_in_at as "checkedInAt"
    from bot_stats where bot_id = ${botId}`;
  return first(rows);
}

/** A bot that never reported a server count. */
function newBot() {
  return given(service.services).listing().withToken().approved();
}

/** A bot that reported another server count before. */
async function newReportingBot() {
  const bot = await newBot();
  await recordStats(db, { ...reporter(bot), serverCount: 7, at: after(NOON, -1) });
  return bot;
}

test('a report says whether it changed the number, and checks the bot in either way', async () => {
  const bot = await newReportingBot();
  expect(await recordStats(db, { ...reporter(bot), serverCount: 1_000_001, at: NOON })).toBe(true);
  expect(await statsOf(bot.id)).toEqual({ count: 1_000_001, changedAt: NOON, checkedInAt: NOON });
  const later = after(NOON, 5001);
  expect(await recordStats(db, { ...reporter(bot), serverCount: 1_000_001, at: later })).toBe(false);
  expect(await statsOf(bot.id)).toEqual({ count: 1_000_001, changedAt: NOON, checkedInAt: later });
});

test('the first number of a bot is a change, even when it is 0', async () => {
  const bot = await newBot();
  expect(await recordStats(db, { ...reporter(bot), serverCount: 0, at: NOON })).toBe(true);
  expect((await statsOf(bot.id)).count).toBe(0);
});

test('of several reports of one bot at once the last one is stored', async () => {
  const bot = await newReportingBot();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      recordStats(db, { ...reporter(bot), serverCount: 2_000_000 + index, at: after(NOON, index) }),
    ),
  );
  expect(answers).not.toContain(undefined);
  expect(await statsOf(bot.id)).toMatchObject({ count: 2_000_049, checkedInAt: after(NOON, 49) });
});

test('a report of a bot that is not listed, or with a token of another one, changes nothing and says so', async () => {
  const [left, right] = [await newReportingBot(), await newReportingBot()];
  const bots = [
    { id: newUserId(), token: newUserId() },
    left,
    { id: newUserId(), token: right.token },
    right,
    { id: left.id, token: newUserId() },
  ];
  const answers = await Promise.all(
    bots.map((bot) => recordStats(db, { ...reporter(bot), serverCount: 2_100_000_000, at: NOON })),
  );
  expect(answers).toEqual([undefined, true, undefined, true, undefined]);
});

test('two services that report for the same bots in opposite orders do not wait for each other for ever', async () => {
  // Among many, since a small table would be read, and so locked, in its own order.
  await withPatience(
    db,
    (sql) => sql`
      with others as (
        insert into bots (id, name, short_description, state, created_at)
        select (70000000000000000 + n)::text, 'Bot', 'A bot.', 'approved', now() from generate_series(1, 5700) n
        returning id
      )
      insert into bot_stats (bot_id) select id from others`,
  );
  const sample = await service.seed({ bots: 300, users: 0 });
  const bots = sample.bots.map(reporter);
  const reversed = bots.toReversed();
  for (let round = 0; round < 30; round++) {
    const report = (from: TestService, order: readonly ReturnType<typeof reporter>[], serverCount: number) =>
      order.map((bot) => recordStats(from.services.db, { ...bot, serverCount, at: after(NOON, round) }));
    const answers = await Promise.all([
      ...report(service, bots, round * 2),
      ...report(other, reversed, round * 2 + 1),
    ]);
    expect(answers).not.toContain(undefined);
  }
  for (const { botId } of bots) expect([58, 59]).toContain((await statsOf(botId)).count);
});

test('the first report of a bot and one of the same count share one statement, where nothing is locked', async () => {
  const [fresh, known] = [await newBot(), await newReportingBot()];
  const answers: unknown[] = [];
  const statements = await statementsDuring(db, async () => {
    const reports = [fresh, known].map((bot) =>
      recordStats(db, { ...reporter(bot), serverCount: 7, at: NOON }),
    );
    answers.push(...(await Promise.all(reports)));
  });
  expect(answers).toEqual([true, false]);
  expect(statements.filter((statement) => statement.includes('update bot_stats'))).toHaveLength(1);
});

test('a report that waits for a take-over stores nothing, and the other bots get their reports stored', async () => {
  const taken = await given(service.services).listing().withToken().in('rejected');
  const kept = await newReportingBot();
  const successor = await given(service.services).user();
  const reports: Promise<unknown>[] = [];
  await db.orm.transaction(async (transaction) => {
    const orm = transaction as unknown as Database['orm'];
    const within = { ...service.services, db: { ...db, orm } };
    await submitListing(within, { botId: taken.id, userId: successor, fields: FIELDS });
    for (const bot of [taken, kept])
      reports.push(recordStats(db, { ...reporter(bot), serverCount: 9, at: NOON }));
    // The report waits for the lock of the listing.
    await delay(100);
  });
  expect(await Promise.all(reports)).toEqual([undefined, true]);
  expect(await statsOf(taken.id)).toMatchObject({ count: null, checkedInAt: null });
});

test('reports while their listing is taken over never fail, and leave nothing to the new owner', async () => {
  const rejected = () => given(service.services).listing().withToken().in('rejected');
  for (let round = 0; round < 30; round++) {
    const [bot, userId] = [await rejected(), await given(service.services).user()];
    // A bot with a count of this day needs no lock of the listing to change it.
    if (round % 2) await recordStats(db, { ...reporter(bot), serverCount: 1, at: NOON });
    const isTaken = submitListing(at(service.services, NOON), { botId: bot.id, userId, fields: FIELDS });
    const reports: Promise<unknown>[] = [];
    for (let count = 0; count < 12; count++) {
      const { db } = ([service, other][count % 2] ?? service).services;
      // Several reports have the same count, so that only some change it.
      reports.push(recordStats(db, { ...reporter(bot), serverCount: count >> 2, at: NOON }));
      if (count % 3 === 0) await delay(1);
    }
    await Promise.all([isTaken, ...reports]);
    expect(await statsOf(bot.id)).toEqual({ count: null, changedAt: null, checkedInAt: null });
    const days = await db.sql`select from daily_server_counts where bot_id = ${bot.id}`;
    expect(days).toHaveLength(0);
  }
});

test.each(['row of the listing', 'row of numbers'])(
  'reports of other bots do not wait for a bot with a locked %s, and its own go on when it is free',
  async (what) => {
    const [locked, ...free] = [await newReportingBot(), await newReportingBot(), await newReportingBot()];
    const waiting: Promise<unknown>[] = [];
    const isDone = vi.fn();
    await db.sql.begin(async (sql) => {
      if (what === 'row of the listing') await sql`select from bots where id = ${locked.id} for update`;
      else await sql`select from bot_stats where bot_id = ${locked.id} for update`;
      // These share their statements with the report that waits.
      for (let round = 0; round < 5; round++) {
        const report = { serverCount: 100 + round, at: after(NOON, DAY_MS + round) };
        waiting.push(recordStats(db, { ...reporter(locked), ...report }).then(isDone));
        const answers = await Promise.all(
          free.map((bot) => recordStats(db, { ...reporter(bot), ...report })),
        );
        expect(answers).toEqual([true, true]);
      }
      expect(isDone).not.toHaveBeenCalled();
    });
    await Promise.all(waiting);
    for (const bot of [locked, ...free]) {
      expect(await statsOf(bot.id)).toEqual({
        count: 104,
        changedAt: after(NOON, DAY_MS + 4),
        checkedInAt: after(NOON, DAY_MS + 4),
      });
    }
  },
);

test('a report that is not the first change of its day does not wait for a listing that somebody moves', async () => {
  const bot = await newReportingBot();
  await db.sql.begin(async (sql) => {
    await sql`select from bots where id = ${bot.id} for update`;
    expect(await recordStats(db, { ...reporter(bot), serverCount: 8, at: NOON })).toBe(true);
    const tomorrow = after(NOON, DAY_MS);
    expect(await recordStats(db, { ...reporter(bot), serverCount: 8, at: tomorrow })).toBe(false);
  });
  expect(await statsOf(bot.id)).toEqual({ count: 8, changedAt: NOON, checkedInAt: after(NOON, DAY_MS) });
});

test('a report does not deadlock with a transaction that locks the listing and then the numbers', async () => {
  const bot = await newReportingBot();
  const reports: Promise<unknown>[] = [];
  await db.sql.begin(async (sql) => {
    await sql`select from bots where id = ${bot.id} for update`;
    const tomorrow = after(NOON, DAY_MS);
    reports.push(recordStats(db, { ...reporter(bot), serverCount: 9, at: tomorrow }));
    await delay(100);
    await sql`update bot_stats set vote_count = 0 where bot_id = ${bot.id}`;
  });
  expect(await Promise.all(reports)).toEqual([true]);
  expect((await statsOf(bot.id)).count).toBe(9);
});

/** Reports at these times, in minutes after noon, and returns the interval after each report. */
async function intervalsAfter(...minutes: number[]): Promise<(number | null | undefined)[]> {
  const bot = await given(at(service.services, NOON)).listing().withToken().approved();
  const tokenKey = hashToken(bot.token).toString('hex');
  const found = [];
  for (const minute of minutes) {
    const services = at(service.services, after(NOON, minute * 60_000));
    await reportStats(services, { botId: bot.id, tokenKey }, { server_count: 5 });
    found.push((await findListing(service.services, bot.id))?.reportIntervalSeconds);
  }
  return found;
}

test('The usual time between two reports follows the reports slowly, and begins with the second one', async () => {
  expect(await intervalsAfter(0, 60, 120, 130)).toEqual([null, 3600, 3600, 3000]);
});

test('Reports of the same instant, or of a clock that is behind, do not change it', async () => {
  expect(await intervalsAfter(0, 30, 30, 20)).toEqual([null, 1800, 1800, 1800]);
});

test('A long silence counts as a week', async () => {
  const year = (365 * DAY_MS) / 60_000;
  expect(await intervalsAfter(0, year)).toEqual([null, 7 * 24 * 60 * 60]);
});
