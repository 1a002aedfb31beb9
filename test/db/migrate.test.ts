import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is, Table } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/db/client.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import * as tables from '../../src/db/tables.ts';
import { type EmptyDatabase, startEmptyDatabase } from './support.ts';

let database: EmptyDatabase;
beforeAll(async () => {
  database = await startEmptyDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.close());

const MIGRATIONS = join(import.meta.dirname, '../../src/db/migrations');
const JOURNAL = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
  entries: readonly { when: number; tag: string }[];
};
const EXPECTED = JOURNAL.entries.map((entry) => entry.when);

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
  const names = Object.values(tables)
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
  await Promise.all(pools.map(migrateDatabase));
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

test('charts of a database that is older than their tables show the votes and the last server count of before', async () => {
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
  await db.sql`insert into daily_votes (bot_id, day, votes) values (${bot}, '2026-01-31', 1), (${other}, '2026-01-31', 5)`;
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
