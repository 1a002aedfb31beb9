import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is, Table } from 'drizzle-orm';
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

const JOURNAL = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../src/db/migrations/meta/_journal.json'), 'utf8'),
) as { entries: readonly { when: number }[] };
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

test('a migration that fails leaves nothing behind, and the next try does all of it', async () => {
  const db = database.open();
  // The last migration cannot make this index, since something else has its name.
  await db.sql`create sequence deliveries_failed`;
  await expect(migrateDatabase(db)).rejects.toThrow();
  expect(await tablesOf(db)).toEqual([]);
  await db.sql`drop sequence deliveries_failed`;
  await migrateDatabase(db);
  expect(await appliedTo(db)).toEqual(EXPECTED);
});
