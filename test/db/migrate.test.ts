import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getTableName, is, Table } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/db/client.ts';
import * as deliveryTables from '../../src/db/delivery-tables.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import * as moderationTables from '../../src/db/moderation-tables.ts';
import * as noticeTables from '../../src/db/notice-tables.ts';
import * as tables from '../../src/db/tables.ts';
import * as voteTables from '../../src/db/vote-tables.ts';
import { startOwnDatabase } from '../kit/database.ts';
import { forFile } from '../kit/service.ts';

const database = await forFile(startOwnDatabase('without tables'));
beforeEach(() => database.clear());

const MIGRATIONS = join(import.meta.dirname, '../../src/db/migrations');
const JOURNAL = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
  entries: readonly { when: number; tag: string }[];
};
const EXPECTED = JOURNAL.entries.map((entry) => entry.when);
/** The first of the migrations that put votes into monthly partitions. */
const CHECK_OF_VOTES = '0018_votes_month_check';

async function appliedTo({ sql }: Database): Promise<number[]> {
  const rows = await sql<{ at: number }[]>`
    select created_at::float8 as at from drizzle.__drizzle_migrations order by id`;
  return rows.map((row) => row.at);
}

async function tablesOf({ sql }: Database): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`;
  return rows.map((row) => row.name).sort();
}

test('an empty database gets every table and remembers every migration', async () => {
  const db = database.open();
  expect(await tablesOf(db)).toEqual([]);
  await migrateDatabase(db);
  const names = [tables, deliveryTables, moderationTables, noticeTables, voteTables]
    .flatMap((module) => Object.values<unknown>(module))
    .filter((table) => is(table, Table))
    .map(getTableName);
  expect(names.length).toBeGreaterThan(8);
  expect(await tablesOf(db)).toEqual(names.sort());
  expect(await appliedTo(db)).toEqual(EXPECTED);
});

test('migrating again changes nothing and keeps the rows', async () => {
  const db = database.open();
  await migrateDatabase(db);
  await db.sql`insert into users (id, name, created_at) values ('10000000000000001', 'Ada', now())`;
  await migrateDatabase(db);
  expect(await appliedTo(db)).toEqual(EXPECTED);
  expect(await db.sql`select name from users`).toEqual([{ name: 'Ada' }]);
});

test('several pools that migrate an empty database at once apply each migration once', async () => {
  const pools = Array.from({ length: 4 }, () => database.open());
  await Promise.all(pools.map((db) => migrateDatabase(db)));
  for (const db of pools) expect(await appliedTo(db)).toEqual(EXPECTED);
});

/** Makes the database as it was before a migration. */
async function migrateUntil({ sql }: Database, tag: string): Promise<void> {
  const end = JOURNAL.entries.find((entry) => entry.tag === tag)?.when ?? 0;
  const earlier = readMigrationFiles({ migrationsFolder: MIGRATIONS }).filter((it) => it.folderMillis < end);
  expect(earlier.length).toBeGreaterThan(0);
  for (const { sql: statements } of earlier) for (const statement of statements) await sql.unsafe(statement);
  await sql`create schema drizzle`;
  await sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  for (const { hash, folderMillis } of earlier)
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
}

test('charts of a database older than their tables show its votes and its last server count', async () => {
  const db = database.open();
  await migrateUntil(db, '0007_fill_charts');
  const [bot, other] = ['222222222222222221', '222222222222222222'];
  await db.sql`
    insert into bots (id, name, short_description, state, created_at)
    select id, 'Bot', 'Short', 'approved', now() from unnest(${[bot, other]}::text[]) as bot(id)`;
  await db.sql`
    insert into bot_stats (bot_id, server_count, server_count_changed_at)
    values (${bot}, 42, '2026-01-30T23:30:00-02:00'), (${other}, null, null)`;
  const times = [
    '2026-01-31T00:00:00Z',
    '2026-01-31T23:59:59.999Z',
    '2026-02-01T01:00:00+02:00',
    '2026-02-01T00:00:00Z',
  ];
  await db.sql`
    insert into votes (bot_id, user_id, voted_at)
    select ${bot}, '111111111111111111', time::timestamptz from unnest(${times}::text[]) as vote(time)`;
  // Of the day on which counting began it has the later ones only.
  await db.sql`
    insert into daily_votes (bot_id, day, votes) values (${bot}, '2026-01-31', 1), (${other}, '2026-01-31', 5)`;
  await migrateDatabase(db);
  expect(await appliedTo(db)).toEqual(EXPECTED);
  expect(await db.sql`select bot_id as bot, day::text, votes from daily_votes order by bot_id, day`).toEqual([
    { bot, day: '2026-01-31', votes: 3 },
    { bot, day: '2026-02-01', votes: 1 },
    { bot: other, day: '2026-01-31', votes: 5 },
  ]);
  expect(
    await db.sql`select bot_id as bot, day::text, server_count as count from daily_server_counts`,
  ).toEqual([{ bot, day: '2026-01-31', count: 42 }]);
});

test('a migration that fails leaves nothing of itself behind, and the next try goes on with it', async () => {
  const db = database.open();
  // This migration makes an index of this name after it has changed tables.
  await db.sql`create sequence bots_queue`;
  await expect(migrateDatabase(db)).rejects.toThrow();
  expect(await appliedTo(db)).toEqual(EXPECTED.slice(0, 3));
  expect(await tablesOf(db)).not.toContain('reports');
  await db.sql`drop sequence bots_queue`;
  await migrateDatabase(db);
  expect(await appliedTo(db)).toEqual(EXPECTED);
});

test('votes from before a take-over stay out of sight, also where it happened before this version', async () => {
  const db = database.open();
  await migrateUntil(db, '0013_take_over');
  const ids = Array.from({ length: 5 }, (_, index) => `22222222222222222${index}`);
  const [stranger = '', own = '', rejected = '', resubmitted = '', untouched = ''] = ids;
  const submittedAt = '2026-02-01T12:00:00Z';
  await db.sql`
    insert into bots (id, name, short_description, state, created_at)
    select id, 'Bot', 'Short', 'approved', timestamptz '2026-02-01T12:00:00Z' from unnest(${ids}::text[]) as bot(id)`;
  const moves = [
    [stranger, null, 'pending', 'ada', '2026-01-01T00:00:00Z'],
    [stranger, 'approved', 'removed', 'ada', '2026-01-31T00:00:00Z'],
    [stranger, 'removed', 'pending', 'bob', submittedAt],
    [own, null, 'pending', 'ada', '2026-01-01T00:00:00Z'],
    [own, 'approved', 'removed', 'ada', '2026-01-31T00:00:00Z'],
    [own, 'removed', 'pending', 'ada', submittedAt],
    [rejected, 'pending', 'rejected', 'eve', '2026-01-31T00:00:00Z'],
    [rejected, 'rejected', 'pending', 'bob', submittedAt],
    [resubmitted, 'pending', 'rejected', 'eve', '2026-02-02T00:00:00Z'],
    // Such a move does not begin a listing again: only its managers make it.
    [resubmitted, 'rejected', 'pending', 'ada', '2026-02-03T00:00:00Z'],
    [untouched, null, 'pending', 'ada', submittedAt],
  ];
  for (const [bot, from, to, user, at] of moves) {
    await db.sql`
      insert into listing_moves (bot_id, from_state, to_state, user_id, moved_at)
      values (${bot ?? ''}, ${from ?? null}, ${to ?? ''}, ${user ?? ''}, ${new Date(at ?? '')})`;
  }
  // The last two of each bot are of after the submission.
  const times = [
    '2026-01-30T00:00:00Z',
    '2026-02-01T11:59:59.999Z',
    '2026-02-01T18:00:00Z',
    '2026-02-03T00:00:00Z',
  ];
  await db.sql`
    insert into votes (bot_id, user_id, voted_at)
    select bot, '111111111111111111', time::timestamptz
    from unnest(${ids}::text[]) bot, unnest(${times}::text[]) as vote(time)`;
  await db.sql`
    insert into bot_stats (bot_id, vote_count, server_count, server_count_changed_at, checked_in_at)
    select bot_id, count(*), 42, timestamptz '2026-01-30T00:00:00Z',
      -- To one of them its new owner reported the same number again.
      case bot_id when ${rejected} then timestamptz '2026-02-02T00:00:00Z' else timestamptz '2026-01-31T00:00:00Z' end
    from votes group by 1`;
  await db.sql`
    insert into daily_server_counts (bot_id, day, server_count)
    select bot, '2026-01-30', 42 from unnest(${ids}::text[]) bot`;
  await db.sql`
    insert into daily_votes (bot_id, day, votes)
    select bot_id, (voted_at at time zone 'utc')::date, count(*) from votes group by 1, 2`;
  await migrateDatabase(db);
  const rows = await db.sql<{ id: string }[]>`
    select bots.id, owned_since > '-infinity' as taken, vote_count::int as votes,
      (select sum(votes_before)::int from listing_moves where bot_id = bots.id) as before,
      (select string_agg(day || ' ' || votes, ', ' order by day) from daily_votes where bot_id = bots.id) as days,
      server_count as servers, (select count(*)::int from daily_server_counts where bot_id = bots.id) as charted
    from bots join bot_stats on bot_stats.bot_id = bots.id order by id`;
  const all = {
    taken: false,
    votes: 4,
    before: null,
    days: '2026-01-30 1, 2026-02-01 2, 2026-02-03 1',
    servers: 42,
    charted: 1,
  };
  const since = {
    taken: true,
    votes: 2,
    before: 2,
    days: '2026-02-01 1, 2026-02-03 1',
    servers: null,
    charted: 0,
  };
  expect(rows).toEqual([
    { id: stranger, ...since },
    { id: own, ...all },
    { id: rejected, ...since, servers: 42 },
    { id: resubmitted, ...all },
    { id: untouched, ...all },
  ]);
  const [log] = await db.sql`select count(*)::int from votes`;
  expect(log).toEqual({ count: 20 });
});

test('the version before goes on after the tables were changed: it needs to know none of what is new', async () => {
  const db = database.open();
  await migrateDatabase(db);
  const bot = '222222222222222221';
  await db.sql`
    insert into bots (id, name, short_description, state, created_at)
    values (${bot}, 'Bot', 'Short', 'pending', now())`;
  await db.sql`
    insert into listing_moves (bot_id, to_state, user_id, moved_at) values (${bot}, 'pending', 'ada', now())`;
  const rows = await db.sql`select owned_since = '-infinity' as always from bots`;
  expect(rows).toEqual([{ always: true }]);
});

/** The statements of the version before, which may run while another process migrates. */
const castAsBefore = ({ sql }: Database, bot: string, userId: string) => sql`
  with listing as materialized (
    select id from bots where id = ${bot} and state = 'approved' for key share
  ), vote_window as (
    insert into vote_windows (bot_id, user_id, voted_at) select id, ${userId}, now() from listing
    on conflict (bot_id, user_id) do nothing returning bot_id, user_id, voted_at
  ), counted as (
    update bot_stats set vote_count = vote_count + 1 from vote_window where bot_stats.bot_id = vote_window.bot_id
  )
  insert into votes (bot_id, user_id, voted_at) select bot_id, user_id, voted_at from vote_window`;
const listAsBefore = ({ sql }: Database, bot: string) => sql`
  select user_id as "userId", voted_at as "votedAt" from votes
  where bot_id = ${bot} and voted_at >= (select owned_since from bots where id = ${bot})
  order by voted_at desc, user_id desc limit 100`;

test('votes that are cast and listed while the table of votes is partitioned all succeed, and none is lost', async () => {
  const db = database.open({ isPatient: true });
  await migrateUntil(db, CHECK_OF_VOTES);
  const bot = '222222222222222221';
  await db.sql`
    insert into bots (id, name, short_description, state, created_at)
    values (${bot}, 'Bot', 'Short', 'approved', now())`;
  await db.sql`insert into bot_stats (bot_id) values (${bot})`;
  await db.sql`
    insert into votes (bot_id, user_id, voted_at)
    select ${bot}, (100000000000000000 + n)::text, now() - n * interval '1 minute' from generate_series(1, 20000) n`;
  const before = database.open();
  let isMigrated = false;
  const cast: string[] = [];
  const lengths = new Set<number>();
  const voters = Array.from({ length: 4 }, async (_, place) => {
    for (let number = 0; !isMigrated || number < 20; number += 1) {
      const userId = `3000000000000${place}${String(number).padStart(4, '0')}`;
      expect((await castAsBefore(before, bot, userId)).count).toBe(1);
      cast.push(userId);
      lengths.add((await listAsBefore(before, bot)).length);
      // The migration gets its two locks at a moment without any vote or list. Four voters who never rest left it none
      // for up to a minute.
      await delay(50);
    }
  });
  // The voters also end when the migration fails.
  const migration = migrateDatabase(db).finally(() => {
    isMigrated = true;
  });
  await Promise.all([migration, ...voters]);
  expect(lengths).toEqual(new Set([100]));
  const [stored] = await db.sql`
    select count(*)::int as all, count(*) filter (where user_id = any(${cast}))::int as cast from votes`;
  expect(stored).toEqual({ all: 20_000 + cast.length, cast: cast.length });
  const partitions = await db.sql<{ name: string }[]>`
    select relname as name from pg_class where oid in (select inhrelid from pg_inherits where inhparent = 'votes'::regclass)
    order by 1`;
  expect(partitions.map(({ name }) => name)).toEqual([
    'votes_rest',
    expect.stringMatching(/^votes_until_\d{4}_\d\d$/),
  ]);
});
