import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { startOwnDatabase } from '../kit/database.ts';
import { makeFolder } from '../kit/folder.ts';
import { forFile } from '../kit/service.ts';

const OUTSIDE = '-- squawk-disable-assume-in-transaction';

const parts = await forFile(new AsyncDisposableStack());
const database = await forFile(startOwnDatabase('without tables'));
let folder: string;
beforeEach(async () => {
  await database.clear();
  folder = await makeFolder('migrations', parts);
});

/** Writes migrations as drizzle-kit does. */
async function given(...migrations: string[]): Promise<void> {
  await mkdir(join(folder, 'meta'), { recursive: true });
  const entries = migrations.map((_, idx) => ({
    idx,
    when: 1000 + idx,
    tag: `000${idx}`,
    breakpoints: true,
  }));
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
  for (const [idx, sql] of migrations.entries()) await writeFile(join(folder, `000${idx}.sql`), sql);
}

const TABLE = 'create table things (id int); insert into things select generate_series(1, 100)';
const INDEX = `${OUTSIDE}
drop index concurrently if exists things_id;
--> statement-breakpoint
create index concurrently if not exists things_id on things (id)`;

test('a migration that waits for a table does not stop the service: others use the table meanwhile', async () => {
  await given(TABLE, 'alter table things add column name text');
  await given(TABLE);
  const db = database.open();
  await migrateDatabase(db, folder);
  await given(TABLE, 'alter table things add column name text');
  const begun = Promise.withResolvers<void>();
  const reading = Promise.withResolvers<void>();
  const reader = database.open().sql.begin(async (transaction) => {
    await transaction`select from things`;
    begun.resolve();
    await reading.promise;
  });
  // Otherwise the migration may get the lock first.
  await begun.promise;
  let isMigrated = false;
  const migrating = migrateDatabase(db, folder).then(() => {
    isMigrated = true;
  });
  const service = database.open();
  const until = performance.now() + 3000;
  let slowest = 0;
  while (performance.now() < until) {
    const start = performance.now();
    await service.sql`update things set id = id where id = 1`;
    slowest = Math.max(slowest, performance.now() - start);
  }
  expect(isMigrated).toBe(false);
  expect(slowest).toBeLessThan(1500);
  reading.resolve();
  await Promise.all([reader, migrating]);
  expect(await db.sql`select name from things limit 1`).toEqual([{ name: null }]);
});

test('a migration outside a transaction builds an index concurrently, and goes on after a failure in the middle', async () => {
  await given(TABLE, INDEX, 'alter table things add column name text');
  const db = database.open();
  // As of a process that was killed while it built the index.
  await db.sql.unsafe(TABLE);
  await db.sql.unsafe('create unique index things_id on things (id)');
  await db.sql`create schema drizzle`;
  await db.sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  await db.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 1000)`;
  await migrateDatabase(db, folder);
  const [index] = await db.sql<{ definition: string }[]>`
    select pg_get_indexdef('things_id'::regclass) as definition`;
  expect(index?.definition).toBe('CREATE INDEX things_id ON public.things USING btree (id)');
  expect(await db.sql`select created_at::int as at from drizzle.__drizzle_migrations order by id`).toEqual([
    { at: 1000 },
    { at: 1001 },
    { at: 1002 },
  ]);
  const [setting] = await db.sql`show statement_timeout`;
  expect(setting).not.toEqual({ statement_timeout: '0' });
});

test('several processes that build an index concurrently do not wait for each other for ever', async () => {
  await given(TABLE, INDEX, 'alter table things add column name text');
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(database.open(), folder)));
  expect(
    await database.open().sql`select created_at::int as at from drizzle.__drizzle_migrations order by id`,
  ).toEqual([{ at: 1000 }, { at: 1001 }, { at: 1002 }]);
});
