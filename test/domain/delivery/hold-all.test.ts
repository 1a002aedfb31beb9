import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/db/client.ts';
import { holdAll, isHeldNow, lookForHold, releaseAll } from '../../../src/domain/delivery/hold-all.ts';
import { followHold } from '../../../src/parts/hold.ts';
import { startDatabase } from '../../kit/database.ts';
import { keepLog } from '../../kit/kept-log.ts';
import { createDatabase } from '../../kit/server-database.ts';

const HOME = { addresses: ['db:5432'], site: 'bots.example' };
const parts = new AsyncDisposableStack();
let url: string;
let db: Database;
beforeEach(async () => {
  ({ url } = await startDatabase('with tables', parts));
  db = open(url);
  expect(await look(HOME)).toBe(false);
});
afterAll(() => parts.disposeAsync());

function open(address: string, connections = 2): Database {
  const opened = openDatabase({ url: address }, connections);
  parts.defer(() => opened.close());
  return opened;
}
const look = async (place = HOME, at = db) => (await lookForHold({ db: at }, place)).isHeld;
/** As if the server had been started anew: a copy runs on a server of its own. */
const restart = (at = db) => at.sql`update instance set started_at = started_at - interval '1 day'`;
const placesOf = async (at = db) =>
  (await at.sql<{ places: string[] }[]>`select places from instance`)[0]?.places ?? [];

test('processes that find a new database at the same time hold nothing, whatever they call it', async () => {
  const own = open((await startDatabase('with tables', parts)).url);
  const places = ['db:5432', 'pool:6432', '10.0.0.5:5432', 'db:5432'];
  const looks = places.map((address) => look({ ...HOME, addresses: [address] }, own));
  expect(await Promise.all(looks)).toEqual([false, false, false, false]);
  for (const address of places) expect(await look({ ...HOME, addresses: [address] }, own)).toBe(false);
  const stored = (await placesOf(own)).map((place) => place.replace(/^\d+\/\d+ /, '')).sort();
  expect(stored).toEqual(['10.0.0.5:5432 bots.example', 'db:5432 bots.example', 'pool:6432 bots.example']);
});

test.each([
  ['its server was restarted', HOME],
  ['a host was added', { ...HOME, addresses: ['db:5432', 'db2:5432'] }],
])('the database is known when %s', async (_, place) => {
  await restart();
  expect(await look(place)).toBe(false);
});

test('a host that joined is known without the first one', async () => {
  await look({ ...HOME, addresses: ['db:5432', 'db2:5432'] });
  await restart();
  expect(await look({ ...HOME, addresses: ['db2:5432'] })).toBe(false);
});

test.each([
  ['address', { ...HOME, addresses: ['drill:5433'] }],
  ['site', { ...HOME, site: 'staging.example' }],
  ['site, on the machine of a developer', { ...HOME, site: '' }],
])(
  'a server with the same data and another %s is a copy, but a new name of a running one is not',
  async (_, place) => {
    const { addresses, site } = place;
    expect(await look(place)).toBe(false);
    await db.sql`update instance set places = ${[(await placesOf())[0] ?? '']}`;
    await restart();
    const before = await placesOf();
    const at = before[0]?.split(' ')[0];
    expect(await lookForHold({ db }, { addresses, site })).toEqual({
      isHeld: true,
      moved: { from: before, to: [[at, ...addresses, site].filter(Boolean).join(' ')] },
    });
    // Also for processes that know it by the old name.
    expect(await look()).toBe(true);
  },
);

test('a copy within the same server is held until it is released, and its original never', async () => {
  await db.close();
  const copy = open(await createDatabase(url, parts, new URL(url).pathname.slice(1)));
  db = open(url);
  expect(await look(HOME, copy)).toBe(true);
  expect(await look(HOME, copy)).toBe(true);
  expect(await isHeldNow({ db: copy })).toBe(true);
  expect(await look()).toBe(false);
  await releaseAll({ db: copy });
  expect(await look(HOME, copy)).toBe(false);
  expect(await isHeldNow({ db: copy })).toBe(false);
});

test('an operator can hold a database before a process has used it', async () => {
  const own = open((await startDatabase('with tables', parts)).url);
  expect(await isHeldNow({ db: own })).toBe(false);
  await holdAll({ db: own });
  expect(await look(HOME, own)).toBe(true);
  await releaseAll({ db: own });
  expect(await look(HOME, own)).toBe(false);
});

test('roles that see the cluster and roles that do not know the same places, and none causes an error', async () => {
  const { url: address } = await startDatabase('with tables', parts);
  const sees = open(address, 1);
  await sees.sql.unsafe(`
    revoke execute on function pg_control_system() from public;
    drop role if exists does_not_see;
    create role does_not_see login; grant all on instance to does_not_see`);
  const blind = open(address.replace(/\/\/[^@]+@/, '//does_not_see@'), 1);
  const errors = async () => {
    for (const { sql } of [sees, blind]) await sql`select pg_stat_force_next_flush()`;
    const [row] = await sees.sql<{ count: number }[]>`
      select xact_rollback::int as count from pg_stat_database where datname = current_database()`;
    return row?.count;
  };
  const before = await errors();
  expect(before).toBeTypeOf('number');
  for (const first of [blind, sees]) {
    await sees.sql`delete from instance`;
    for (const at of [first, blind, sees, blind]) {
      expect(await look(HOME, at)).toBe(false);
      await restart(sees);
    }
    expect(await placesOf(sees)).toEqual([expect.stringMatching(/^\d{9,}\/\d+ db:5432 bots\.example$/)]);
  }
  expect(await look({ ...HOME, addresses: ['drill:5433'] }, blind)).toBe(true);
  await releaseAll({ db: sees });
  await restart(sees);
  expect(await look({ ...HOME, addresses: ['drill:5433'] }, sees)).toBe(false);
  expect(await errors()).toBe(before);
  await blind.close();
  await sees.sql.unsafe('drop owned by does_not_see; drop role does_not_see');
});

test('a database that refuses writes after a restart is looked at all the same, and its log tells once', async () => {
  await restart();
  await db.sql.unsafe(
    `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`,
  );
  const readOnly = open(url);
  expect(await look(HOME, readOnly)).toBe(false);
  const copy = { ...HOME, site: 'copy.example' };
  expect(await look(copy, readOnly)).toBe(true);
  await using opened = new AsyncDisposableStack();
  const { log, lines } = keepLog('warn');
  await followHold(readOnly, copy, log, opened);
  // Another look follows after a second.
  await delay(1500);
  expect(lines.filter(({ msg }) => msg.includes('copy.example'))).toHaveLength(1);
});
