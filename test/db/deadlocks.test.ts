import { setTimeout as delay } from 'node:timers/promises';
import { sql as raw } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { forFile, startOwnService } from '../kit/service.ts';

const { environment } = await forFile(startOwnService());
const address = { url: environment.DATABASE_URL ?? '' };
const winner = openDatabase(address, 1);
const db = openDatabase(address, 1);
await forFile({ [Symbol.asyncDispose]: async () => void (await Promise.all([winner.close(), db.close()])) });

beforeAll(() => winner.sql`create table locked (id text primary key, data jsonb)`);
beforeEach(() => winner.sql`truncate locked`);

const DATA = { text: 'Said once.' };
const JSON_OF_DATA = JSON.stringify(DATA);
/** A statement that locks "b" and then "a". */
const insertBoth = () => db.sql`insert into locked values ('b', ${JSON_OF_DATA}::text::jsonb), ('a', null)`;
const insertBothByOrm = async () =>
  db.orm.execute(raw`insert into locked values ('b', ${JSON_OF_DATA}::text::jsonb), ('a', null)`);

/** Begins work that PostgreSQL ends, because a transaction locks "a" and then "b". */
async function inDeadlock<Result>(
  work: () => Promise<Result>,
  end: (sql: TransactionSql) => Promise<unknown> = () => Promise.reject(new Error('undone')),
): Promise<Result> {
  let losing: Promise<Result> | undefined;
  await winner.sql
    .begin(async (sql) => {
      // Of the two that lock each other out, PostgreSQL ends the one that looks first.
      await sql`set local deadlock_timeout = '1min'`;
      await sql`insert into locked values ('a')`;
      losing = work();
      losing.catch(() => {});
      await delay(200);
      await sql`insert into locked values ('b')`;
      await end(sql);
    })
    .catch(() => {});
  if (!losing) throw new Error('The work was not begun.');
  return losing;
}

const rows = () => winner.sql`select id, data from locked order by id`;
const BOTH = [
  { id: 'a', data: null },
  { id: 'b', data: DATA },
];

test.each([
  ['statement', insertBoth],
  ['statement of drizzle', insertBothByOrm],
  [
    'transaction',
    () =>
      db.sql.begin((sql) => sql`insert into locked values ('b', ${JSON_OF_DATA}::text::jsonb), ('a', null)`),
  ],
  [
    'transaction of drizzle',
    () =>
      db.orm.transaction((orm) =>
        orm.execute(raw`insert into locked values ('b', ${JSON_OF_DATA}::text::jsonb), ('a', null)`),
      ),
  ],
])('a %s that PostgreSQL ends to resolve a deadlock begins anew, with the same values', async (_, work) => {
  await inDeadlock<unknown>(work);
  expect(await rows()).toEqual(BOTH);
});

test('what begins anew fails with its own error', async () => {
  const losing = inDeadlock<unknown>(insertBoth, () => Promise.resolve());
  await expect(losing).rejects.toMatchObject({ code: '23505' });
});

test('the statements after it on its connection get their own rows', async () => {
  const results = await inDeadlock(() =>
    Promise.all([insertBoth(), db.sql`select 1 as one`, db.sql`select 2 as two`]),
  );
  expect(results.slice(1)).toEqual([[{ one: 1 }], [{ two: 2 }]]);
});

test('in a transaction only the whole begins anew: a statement alone would do half of the work', async () => {
  let begun = 0;
  await inDeadlock(() =>
    db.sql.begin(async (sql) => {
      begun += 1;
      await sql`insert into locked values ('c')`;
      await sql`insert into locked values ('b'), ('a')`;
    }),
  );
  expect(begun).toBe(2);
  expect((await rows()).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('a deadlock that comes each time ends with its error', async () => {
  let begun = 0;
  const losing = db.sql.begin(async (sql) => {
    begun += 1;
    await sql`do $$ begin raise exception 'again' using errcode = 'deadlock_detected'; end $$`;
  });
  await expect(losing).rejects.toMatchObject({ code: '40P01' });
  expect(begun).toBe(3);
  const alone = db.sql`do $$ begin raise exception 'again' using errcode = 'deadlock_detected'; end $$`;
  await expect(alone).rejects.toMatchObject({ code: '40P01' });
});
