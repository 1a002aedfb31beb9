import { expect, test } from 'vitest';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { given } from '../../kit/given.ts';
import { RECEIVER } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { votesOf } from '../../kit/stored.ts';
import { after, at, HOUR_MS, NOON } from '../../kit/time.ts';

const service = await forFile(startOwnService());
// Stands for whatever can go wrong in the middle of the statement; this database is this file's own.
await service.services.db.sql`
  create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`;

const TABLES = ['vote_windows', 'votes', 'bot_stats', 'daily_votes', 'deliveries'];

/** Everything that a vote writes. */
async function writtenOf(botId: string) {
  const [row] = await service.services.db.sql<{ daily: number }[]>`
    select coalesce(sum(votes), 0)::int as daily from daily_votes where bot_id = ${botId}`;
  return { ...(await votesOf(service.services, botId)), daily: row?.daily };
}

/** @param userId whose rows are refused, instead of everybody's */
async function whileRefusing(table: string, act: () => Promise<void>, userId?: string): Promise<void> {
  const { sql } = service.services.db;
  await sql.unsafe(`create trigger refuse before insert or update on ${table} for each row
    ${userId ? `when (new.user_id = '${userId}')` : ''} execute function refuse()`);
  try {
    await act();
  } finally {
    await sql`drop trigger refuse on ${sql(table)}`;
  }
}

test.each(TABLES)('a vote that cannot be written to %s is not written anywhere', async (table) => {
  const { id: botId } = await given(service.services).listing().withWebhook(RECEIVER).approved();
  const userId = newUserId();
  let wakes = 0;
  const cast = (ms: number) => {
    const services = { ...at(service.services, after(NOON, ms)), wakeDispatcher: () => void wakes++ };
    return castVote(services, botId, userId);
  };
  await whileRefusing(table, async () => {
    await expect(cast(0)).rejects.toThrow('refused');
  });
  const nothing = { log: [], windows: [], deliveries: [], count: 0, daily: 0 };
  expect(await writtenOf(botId)).toEqual(nothing);
  expect(wakes).toBe(0);

  await cast(0);
  const before = await writtenOf(botId);
  expect(before).toMatchObject({ count: 1, daily: 1 });
  await whileRefusing(table, async () => {
    await expect(cast(12 * HOUR_MS)).rejects.toThrow('refused');
  });
  expect(await writtenOf(botId)).toEqual(before);
  expect(wakes).toBe(1);
});

test('of votes in one statement, one that cannot be written fails alone', async () => {
  const listing = () => given(service.services).listing().withWebhook(RECEIVER).approved();
  const bots = [await listing(), await listing()];
  const [ada, ben, eve] = [newUserId(), newUserId(), newUserId()];
  let wakes = 0;
  const services = { ...at(service.services, NOON), wakeDispatcher: () => void wakes++ };
  await whileRefusing(
    'votes',
    async () => {
      const users = [ada, eve, eve, ben];
      const casts = bots.flatMap(({ id }) => users.map((userId) => castVote(services, id, userId)));
      const results = await Promise.allSettled(casts);
      const ofBot = ['fulfilled', 'rejected', 'rejected', 'fulfilled'];
      expect(results.map(({ status }) => status)).toEqual([...ofBot, ...ofBot]);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason.message).toBe('refused');
    },
    eve,
  );
  for (const { id } of bots) {
    const { log, ...written } = await writtenOf(id);
    expect(log.map((vote) => vote.split(' ')[0]).sort()).toEqual([ada, ben].sort());
    expect(written).toEqual({ windows: log, deliveries: log, count: 2, daily: 2 });
  }
  expect(wakes).toBe(4);
});

test('a vote for a bot with many writes the indexes of the directory only at a step of ten', async () => {
  const { id: botId } = await given(service.services).listing().withWebhook(RECEIVER).approved();
  const { db } = service.services;
  await db.sql`update bot_stats set vote_count = 107 where bot_id = ${botId}`;
  const withoutIndexes = await db.sql.begin(async (transaction) => {
    const services = { ...service.services, db: { ...db, sql: transaction as unknown as typeof db.sql } };
    const counts: number[] = [];
    for (let votes = 0; votes < 4; votes++) {
      await castVote(services, botId, newUserId());
      const rows = await transaction<{ count: number }[]>`
        select pg_stat_get_xact_tuples_hot_updated('bot_stats'::regclass)::int as count`;
      counts.push(first(rows).count);
    }
    return counts;
  });
  // To 108 and 109, then to 110, then to 111.
  expect(withoutIndexes).toEqual([1, 2, 2, 3]);
});
