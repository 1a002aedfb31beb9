import { describe, expect, test } from 'vitest';
import { withPatience } from '../../src/db/client.ts';
import { findWaitingWorkflows } from '../../src/domain/delivery/cancel.ts';
import {
  type DeliveryConditions,
  listDeliveries,
  listRecentAttempts,
} from '../../src/domain/delivery/read.ts';
import { deliveryStatistics } from '../../src/domain/delivery/statistics.ts';
import { createDeliveryWatch } from '../../src/domain/delivery/watch.ts';
import { writeDirectoryCursor } from '../../src/domain/directory/cursor.ts';
import { rankListings } from '../../src/domain/directory/ranking.ts';
import { searchDirectory } from '../../src/domain/directory/search.ts';
import type { PageRange } from '../../src/domain/kernel/keyset-cursor.ts';
import { settleReports } from '../../src/domain/moderation/reports-of-moves.ts';
import { createNoticeWatch } from '../../src/domain/notices/read.ts';
import { DIRECTORY_ORDERS } from '../../src/terms/directory-orders.ts';
import { startOwnDatabase } from '../kit/database.ts';
import { forFile } from '../kit/service.ts';
import { explaining, explainingAfter } from './explaining.ts';

const ROWS = 5000;
const BOT = '10000000000000001';
const READER = '20000000000000001';

const database = await forFile(startOwnDatabase('with tables'));
const own = database.open();
await withPatience(own, async (sql) => {
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
    insert into listing_texts (bot_id, language, name, updated_at)
    select id, language, 'Bot', now() from bots cross join unnest('{de,fr}'::text[]) language`;
  await sql`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at)
    select gen_random_uuid(), ${BOT}, 'vote', (20000000000000000 + n)::text, now(), 'delivered',
      timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, ${ROWS}::int) n`;
  await sql`
    insert into delivery_attempts (delivery_id, number, bot_id, started_at, duration_ms)
    select id, 1, bot_id, created_at, 5 from deliveries`;
  await sql`insert into users (id, name, created_at) values (${READER}, 'Ada', now())`;
  await sql`
    insert into notices (user_id, kind, subject, created_at, read_at)
    select ${READER}, 'vote_open', n::text, now(), case when n > 9 then now() end
    from generate_series(1, ${ROWS}::int) n`;
  await sql`
    insert into listing_moves (bot_id, from_state, to_state, user_id, moved_at)
    select id, 'approved', 'suspended', ${READER}, created_at from bots`;
  await sql`
    insert into reports (id, bot_id, user_id, category, text, created_at)
    select gen_random_uuid(), ${BOT}, (20000000000000000 + n)::text, 'spam', 'It sends spam.', timestamptz '2025-12-31'
    from generate_series(1, 9) n`;
  await sql`
    insert into reports (id, bot_id, user_id, category, text, created_at, closed_at, closed_by, outcome)
    select gen_random_uuid(), bot_id, ${READER}, 'spam', 'It sends spam.', moved_at, moved_at, user_id, 'acted'
    from listing_moves`;
  await rankListings({ db: { ...own, sql }, now: () => new Date() });
  await sql`analyze`;
});
const { db, plansOf } = explainingAfter(own);

/** How the one statement that was sent is carried out. */
async function planOf(act: () => Promise<readonly unknown[]>): Promise<string> {
  const plans = await plansOf(async () => expect((await act()).length).toBeGreaterThan(0));
  expect(plans).toHaveLength(1);
  return plans.flat().join('\n');
}

describe.each(DIRECTORY_ORDERS)('the directory ordered by $name', ({ name: order, index }) => {
  const page = async (range: PageRange) => (await searchDirectory({ db }, { order }, range)).entries;
  const cursor = async () => (await page({ limit: 100, inverted: false })).at(50)?.cursor;
  const PAGES: Record<string, () => Promise<PageRange>> = {
    'the first page': async () => ({ limit: 25, inverted: false }),
    'the last page': async () => ({ limit: 25, inverted: true }),
    'a page in the middle, forward': async () => ({ limit: 25, inverted: false, after: await cursor() }),
    'a page in the middle, backward': async () => ({ limit: 25, inverted: true, before: await cursor() }),
  };
  test.each(Object.entries(PAGES))(
    '%s is read from the index, without reading or sorting the rest',
    async (_, rangeOf) => {
      const range = await rangeOf();
      const plan = await planOf(() => page(range));
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/Seq Scan|Sort/);
    },
  );
});

test('PostgreSQL plans the first page of an order once per connection', async () => {
  const sql = await db.sql.reserve();
  try {
    const services = { db: { ...db, sql } };
    for (let time = 0; time < 3; time++) {
      await searchDirectory(services, { order: 'votes' }, { limit: 7, inverted: false });
    }
    const planned = await sql`
      select generic_plans::int as kept, custom_plans::int as anew from pg_prepared_statements
      where statement like '%listed_vote_count%limit 8'`;
    expect(planned).toEqual([{ kept: 3, anew: 0 }]);
  } finally {
    sql.release();
  }
});

const ENDS: [string, PageRange, number][] = [
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
  const plans = await plansOf(async () => {
    const found = await searchDirectory({ db }, { search: 'bot', order: 'votes' }, range);
    expect(found.entries).toHaveLength(count);
  }, 'analyze');
  for (const lines of plans) {
    // The numbers of a page are joined as the planner likes: here, the whole table has 5000 small rows.
    const ofMatches = lines.filter((line) => !/Seq Scan on bot_stats /.test(String(line)));
    const rows = ofMatches.map((line) => Number(/actual .*rows=(\d+)/.exec(String(line))?.[1] ?? 0));
    // How common the word is, is seen from the 1500 with the most votes.
    expect(Math.max(...rows)).toBeLessThanOrEqual(1500);
  }
});

test("a bot's last deliveries are read from the index, without reading or sorting the others", async () => {
  const plan = await planOf(() => listDeliveries({ db }, BOT, 10));
  expect(plan).toContain('deliveries_of_bot');
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});

const FILTERS: [DeliveryConditions, string][] = [
  [{ state: 'pending' }, 'deliveries_of_state'],
  [{ state: 'failed' }, 'deliveries_(of_state|failed)'],
  [{ userId: '20000000000000007' }, 'deliveries_of_user'],
  [{ userId: '20000000000000007', state: 'delivered' }, 'deliveries_of_user'],
  [{ from: new Date('2026-01-01'), to: new Date('2026-01-01T00:01:00Z') }, 'deliveries_of_bot'],
];

test.each(FILTERS)(
  "a bot's deliveries with %j are read from an index, which reads no more than it finds",
  async (conditions, index) => {
    const plans = await plansOf(() => listDeliveries({ db }, BOT, 20, conditions), 'analyze');
    const plan = plans.flat().join('\n');
    expect(plan).toMatch(new RegExp(index));
    expect(plan).not.toMatch(/Seq Scan|Sort/);
    const removed = /Rows Removed by Filter: (\d+)/.exec(plan)?.[1] ?? 0;
    expect(Number(removed)).toBeLessThanOrEqual(1);
  },
);

test('the statistics of deliveries read the timings of 30 days of the bot from the primary key', async () => {
  await db.sql`
    insert into delivery_timings (bot_id, day, measure, bucket, count)
    select bot.id, date '2026-03-04' - day, 'attempt', bucket, 1
    from (values (${BOT}), ('10000000000000002')) as bot(id), generate_series(0, 60) day, generate_series(1, 60) bucket`;
  await db.sql`analyze delivery_timings`;
  const explained = explaining(db, 'analyze');
  await deliveryStatistics({ db: explained.db, now: () => new Date('2026-03-04T12:00:00.000Z') }, BOT);
  const [plan = ''] = explained.plans;
  expect(plan).toMatch(/(Index|Bitmap).*delivery_timings_bot_id_day_measure_bucket_pk/);
  expect(plan).not.toContain('Seq Scan');
  const rows = [...plan.matchAll(/actual .*rows=(\d+)/g)].map(([, count]) => Number(count));
  expect(Math.max(...rows)).toBe(30 * 60);
});

test('cancelled deliveries whose workflow has to end are read from an index of these alone', async () => {
  const { db: explained, plans } = explaining(db);
  await findWaitingWorkflows({ db: explained }, 100);
  expect(plans[0]).toContain('deliveries_to_tell');
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

test('the unread notices of watchers are counted from an index of these alone', async () => {
  const explained = explaining(db);
  const watch = createNoticeWatch(explained.db);
  watch.open(READER, READER);
  await expect.poll(() => explained.plans.length).toBeGreaterThan(0);
  watch.close();
  expect(explained.plans[0]).toContain('notices_unread');
  expect(explained.plans[0]).not.toContain('Seq Scan on notices');
});

test('what moves have left of reports is looked for from open reports, not from the moves of all time', async () => {
  const { db: explained, plans } = explaining(db);
  await settleReports({ db: explained });
  expect(plans[0]).toContain('listing_moves_of_bot');
  expect(plans[0]).not.toContain('Seq Scan on listing_moves');
});
