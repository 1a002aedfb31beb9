import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MIGRATIONS = join(ROOT, 'src/db/migrations');
const OUTSIDE = '-- squawk-disable-assume-in-transaction\n';

const parts = new AsyncDisposableStack();
const folder = await makeFolder('linter', parts);
afterAll(() => parts.disposeAsync());

/** Lints a migration as `npm run check` does. */
async function lint(sql: string): Promise<{ isAccepted: boolean; output: string }> {
  const file = join(folder, '0022_new.sql');
  await writeFile(file, sql);
  const program = join(ROOT, 'node_modules/squawk-cli/js/bin/squawk');
  const { status, stdout } = spawnSync(process.execPath, [
    program,
    '--config',
    join(ROOT, '.squawk.toml'),
    file,
  ]);
  return { isAccepted: status === 0, output: stdout.toString() };
}

describe('the linter of migrations', () => {
  test.each([
    ['a column that the running version does not fill', 'alter table bots add column a text not null'],
    ['a column that must be filled from now on', 'alter table bots alter column a set not null'],
    ['a dropped column', 'alter table bots drop column name'],
    ['a dropped table', 'drop table bots'],
    ['a renamed column', 'alter table bots rename column name to title'],
    ['a renamed table', 'alter table bots rename to listings'],
    ['another type of a column', 'alter table bots alter column popularity type bigint'],
    ['an index that blocks writes while it is built', 'create index bots_a on bots (name)'],
    ['a unique index that blocks writes', 'create unique index bots_a on bots (name)'],
    ['a dropped index that blocks all', 'drop index bots_queue'],
    ['an index built concurrently in a transaction', 'create index concurrently bots_a on bots (name)'],
    ['a check that reads the table under a lock', "alter table bots add constraint a check (name <> '')"],
    [
      'a foreign key that reads the table under a lock',
      'alter table bots add constraint a foreign key (name) references users (id)',
    ],
    ['a unique constraint', 'alter table bots add constraint a unique (name)'],
    ['a primary key', 'alter table bots add primary key (name)'],
    [
      'a column that is computed for all rows under a lock',
      'alter table bots add column a text generated always as (name) stored',
    ],
    [
      'a constraint that is validated under the lock that added it',
      "alter table bots add constraint a check (name <> '') not valid; alter table bots validate constraint a",
    ],
    [
      'an index outside a transaction that a second try would refuse',
      `${OUTSIDE}create index concurrently bots_a on bots (name)`,
    ],
  ])('refuses %s, and says where and why', async (_, sql) => {
    const { isAccepted, output } = await lint(`${sql};`);
    expect(isAccepted).toBe(false);
    expect(output).toMatch(/0022_new\.sql:\d+:\d+/);
    expect(output).toMatch(/warning.*: [A-Z].+/);
  });

  test.each([
    ['a column without a value', 'alter table bots add column a text'],
    ['a column with a default', "alter table bots add column a text default '' not null"],
    [
      'a new table with its constraints and indexes',
      'create table a (id int primary key, b text unique); create index a_b on a (b)',
    ],
    ['a constraint for new rows', "alter table bots add constraint a check (name <> '') not valid"],
    ['a validation in a migration of its own', 'alter table bots validate constraint a'],
    [
      'an index outside a transaction, also at a second try',
      `${OUTSIDE}drop index concurrently if exists bots_a; create index concurrently if not exists bots_a on bots (name)`,
    ],
    [
      'what a comment excuses',
      '-- Reason: unused since 1.1.0.\n-- squawk-ignore ban-drop-column\nalter table bots drop column name',
    ],
  ])('accepts %s', async (_, sql) => {
    expect(await lint(`${sql};`)).toMatchObject({ isAccepted: true });
  });
});

describe('each migration', () => {
  const files = readdirSync(MIGRATIONS).filter((file) => /^00(1[6-9]|[2-9]\d).*\.sql$/.test(file));

  test.each(files)('%s gives the reason for each thing that it hides from the linter', (file) => {
    const lines = readFileSync(join(MIGRATIONS, file), 'utf8').split('\n');
    const isHiding = (line: string) => /^\s*(DO\b|-- squawk-ignore)/i.test(line);
    const unexplained = lines.filter(
      (line, index) => isHiding(line) && !/^\s*-- Reason: ./.test(lines[index - 1] ?? ''),
    );
    expect(unexplained, 'Write `-- Reason: …` on the line before.').toEqual([]);
  });
});
