import { afterAll, expect, onTestFinished, test } from 'vitest';
import { isDatabaseFault } from '../../src/db/away.ts';
import { openDatabase } from '../../src/db/client.ts';
import { createCopyGuard, outdatedReason } from '../../src/db/newest-copy.ts';
import { startDatabase } from '../kit/database.ts';
import { present } from '../kit/present.ts';

const OTHER = { identifier: '1', timeline: 1 };
const parts = new AsyncDisposableStack();

const { url } = await startDatabase('without tables', parts);
afterAll(() => parts.disposeAsync());

function openGuarded(address = url) {
  const reasons: string[] = [];
  const guard = createCopyGuard((reason) => reasons.push(reason));
  const db = openDatabase({ url: address, guard }, 3);
  onTestFinished(() => db.close());
  return { guard, reasons, ...db };
}

test('a connection tells which copy it leads to', async () => {
  const { guard, sql } = openGuarded();
  await sql`select 1`;
  const [row] = await sql<{ id: string }[]>`select system_identifier::text as id from pg_control_system()`;
  expect(guard.newest()).toEqual({ identifier: row?.id, timeline: 1, accepted: 0 });
  expect(guard.isRefused()).toBe(false);
});

test('once a process knows a newer copy, it stores nothing more in the older one', async () => {
  const { guard, reasons, sql } = openGuarded();
  await sql`create table stored (n int)`;
  const mine = present(guard.newest());
  const transaction = sql.begin(async (inner) => {
    await inner`insert into stored values (1)`;
    guard.learn({ ...mine, timeline: 0xa });
    await inner`insert into stored values (2)`;
  });
  await expect(transaction).rejects.toThrow();
  const failure = await sql`insert into stored values (3)`.catch((error: unknown) => error);
  expect(outdatedReason(failure)).toMatch(
    /^The database on .+ is an older copy: its timeline is 1, and this site has used timeline 10\./,
  );
  expect(isDatabaseFault(failure)).toBe(true);
  expect(reasons).toContain(outdatedReason(failure));
  expect(guard.isRefused()).toBe(true);
  expect(guard.refusals()).toBeGreaterThan(0);

  guard.learn({ ...mine, accepted: 1 });
  expect(await sql`select n from stored`).toHaveLength(0);
  expect(guard.isRefused()).toBe(false);
});

test('another database at the same address is used once an operator has accepted it, and not before', async () => {
  const { guard, sql } = openGuarded();
  guard.learn({ ...OTHER, accepted: 3 });
  const failure = await sql`select 1`.catch((error: unknown) => error);
  expect(outdatedReason(failure)).toMatch(
    /is not the one that this site has used: its system identifier is \d+, not 1\./,
  );
  const [row] = await openGuarded().sql<{ id: string }[]>`
    select system_identifier::text as id from pg_control_system()`;
  guard.learn({ identifier: present(row).id, timeline: 1, accepted: 2 });
  await expect(sql`select 1`).rejects.toThrow('is not the one');
  guard.learn({ identifier: present(row).id, timeline: 1, accepted: 4 });
  expect(await sql`select 1`).toHaveLength(1);
});

test('a server that does not tell its copy is used without a check', async () => {
  const owner = openDatabase({ url }, 1);
  onTestFinished(() => owner.close());
  await owner.sql`revoke execute on function pg_control_system() from public`;
  await owner.sql`drop role if exists tells_nothing`;
  await owner.sql`create role tells_nothing login`;
  const { guard, sql } = openGuarded(url.replace(/\/\/[^@]+@/, '//tells_nothing@'));
  guard.learn({ ...OTHER, accepted: 0 });
  expect(await sql`select current_user as name`).toEqual([{ name: 'tells_nothing' }]);
  await sql.end();
  await owner.sql`drop role tells_nothing`;
});
