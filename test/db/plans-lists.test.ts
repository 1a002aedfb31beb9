import { drizzle } from 'drizzle-orm/postgres-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/db/client.ts';
import { listDeliveries, listRecentAttempts } from '../../src/domain/delivery/read.ts';
import { createDeliveryWatch } from '../../src/domain/delivery/watch.ts';
import { type DirectoryOrder, writeDirectoryCursor } from '../../src/domain/directory/cursor.ts';
import { rankListings } from '../../src/domain/directory/ranking.ts';
import type { DirectoryRange } from '../../src/domain/directory/read-in-order.ts';
import { searchDirectory } from '../../src/domain/directory/search.ts';
import { type OwnDatabase, startOwnDatabase } from '../kit/database.ts';
import { explaining } from './explaining.ts';

const ROWS = 5000;
const BOT = '10000000000000001';

let database: OwnDatabase;
let logged: { query: string; params: unknown[] }[];
let db: Database;
beforeAll(async () => {
  database = await startOwnDatabase('with tables');
  const { sql, ...rest } = database.open();
  await sql`
    insert into bots (id, name, short_description, state, created_at)
    select (10000000000000000 + n)::text, 'Bot', 'A bot.', 'approved',
      timestamptz '2026-01-01' + n * interval '1 second'
    from generate_series(1, ${ROWS}::int) n`;
  await sql`
    insert into bot_stats (bot_id, vote_count, server_count, checked_in_at)
    select id, substr(id, 14)::int, substr(id, 14)::int, created_at from bots`;
  await sql`
    insert into bot_avatars (bot_id, media_type, image, hash, updated_at)
    select id, 'image/png', '', '', now() from bots`;
  await sql`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at)
    select gen_random_uuid(), ${BOT}, 'vote', (20000000000000000 + n)::text, now(), 'delivered',
      timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, ${ROWS}::int) n`;
  await sql`
    insert into delivery_attempts (delivery_id, number, bot_id, started_at, duration_ms)
    select id, 1, bot_id, created_at, 5 from deliveries`;
  await rankListings({ db: { ...rest, sql } });
  await sql`analyze`;
  logged = [];
  db = {
    ...rest,
    sql,
    orm: drizzle(sql, { logger: { logQuery: (query, params) => void logged.push({ query, params }) } }),
  };
});
afterAll(() => database.close());

/** How the one statement that was sent is carried out. */
async function planOf(act: () => Promise<readonly unknown[]>): Promise<string> {
  logged = [];
  expect((await act()).length).toBeGreaterThan(0);
  expect(logged).toHaveLength(1);
  const [{ query, params } = { query: '', params: [] }] = logged;
  const lines = await db.sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain ${query}`, params as never[]);
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}

const INDEXES: [DirectoryOrder, string, string][] = [
  ['newest', 'bots_newest', '1767227400'],
  ['votes', 'bot_stats_votes', '1800'],
  ['servers', 'bot_stats_servers', '1800'],
  ['active', 'bot_stats_active', '1767225600'],
];

describe.each(INDEXES)('the directory ordered by %s', (order, index, key) => {
  const cursor = writeDirectoryCursor(order, key, '10000000000001800');
  const PAGES: Record<string, DirectoryRange> = {
    'the first page': { limit: 25, inverted: false },
    'the last page': { limit: 25, inverted: true },
    'a page in the middle, forward': { limit: 25, inverted: false, after: cursor },
    'a page in the middle, backward': { limit: 25, inverted: true, before: cursor },
  };
  test.each(Object.entries(PAGES))(
    '%s is read from the index, without reading or sorting the rest',
    async (_, range) => {
      const plan = await planOf(() => searchDirectory({ db }, { order }, range));
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/Seq Scan|Sort/);
    },
  );
});

const ENDS: [string, DirectoryRange, number][] = [
  [
    'back to the first page',
    { limit: 25, inverted: true, before: writeDirectoryCursor('votes', '4970', '10000000000004976') },
    24,
  ],
  [
    'on to the last page',
    { limit: 25, inverted: false, after: writeDirectoryCursor('votes', '10', '10000000000000010') },
    9,
  ],
];

test.each(ENDS)('a search for a common word reads few of its matches %s', async (_, range, count) => {
  logged = [];
  expect(await searchDirectory({ db }, { search: 'bot', order: 'votes' }, range)).toHaveLength(count);
  for (const { query, params } of [...logged]) {
    const lines = await db.sql.unsafe<{ 'QUERY PLAN': string }[]>(
      `explain analyze ${query}`,
      params as never[],
    );
    const rows = lines.map((line) => Number(/actual .*rows=(\d+)/.exec(line['QUERY PLAN'])?.[1] ?? 0));
    // How common the word is, is seen from the 1500 with the most votes.
    expect(Math.max(...rows)).toBeLessThanOrEqual(1500);
  }
});

test("a bot's last deliveries are read from the index, without reading or sorting the others", async () => {
  const plan = await planOf(() => listDeliveries({ db }, BOT, 10));
  expect(plan).toContain('deliveries_of_bot');
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});

test("a bot's last attempts are read from the index, without reading or sorting the others", async () => {
  const plan = await planOf(() => listRecentAttempts({ db }, BOT));
  expect(plan).toContain('delivery_attempts_of_bot');
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});

test('what watchers of deliveries are told is read from the indexes, without reading the others', async () => {
  const explained = explaining(db);
  const watch = createDeliveryWatch(explained.db);
  watch.open(BOT, 'somebody');
  await expect.poll(() => explained.plans.length).toBeGreaterThan(0);
  watch.close();
  expect(explained.plans[0]).toContain('deliveries_of_bot');
  expect(explained.plans[0]).toContain('delivery_attempts_of_bot');
  expect(explained.plans[0]).not.toMatch(/Seq Scan on (deliveries|delivery_attempts)/);
});
