import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { withPatience } from '../../src/db/client.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { forget } from '../../src/domain/retention/run-retention.ts';
import { startOwnDatabase } from '../kit/database.ts';
import { forFile } from '../kit/service.ts';
import { explaining } from './explaining.ts';

const ROWS = 30_000;
const START = new Date('2026-01-01T00:00:00Z').getTime();
const MIDDLE = new Date(START + (ROWS / 2) * 1000);
const BOT = '10000000000000001';

const database = await forFile(startOwnDatabase('with tables'));
const db = database.open();
await withPatience(db, async (sql) => {
  await sql`
    insert into bots (id, name, short_description, state, created_at)
    select (10000000000000000 + n)::text, 'Bot', 'A bot.', 'approved', now() from generate_series(1, 2000) n`;
  await sql`insert into users (id, name, created_at) values (${BOT}, 'Ada', now())`;
  for (let first = 0; first < ROWS; first += 10_000) {
    const ids = Array.from({ length: 10_000 }, (_, n) =>
      newId({ randomBytes }, new Date(START + (first + n) * 1000)),
    );
    await sql`
      insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, finished_at)
      select id::uuid, (10000000000000001 + place % 2000)::text, 'vote', ${BOT}, ${MIDDLE}, 'delivered', ${MIDDLE}, ${MIDDLE}
      from unnest(${ids}::text[]) with ordinality as one(id, place)`;
    await sql`
      insert into reports (id, bot_id, user_id, category, text, created_at, closed_at)
      select id::uuid, ${BOT}, ${BOT}, 'spam', 'It sends spam.', ${MIDDLE}, ${MIDDLE} from unnest(${ids}::text[]) as one(id)`;
  }
  await sql`
    insert into delivery_attempts (delivery_id, number, bot_id, started_at, duration_ms, excerpt)
    select id, 1, bot_id, created_at, 5, 'thank you' from deliveries`;
  await sql`
    insert into sessions (id_hash, user_id, created_at, expires_at)
    select sha256(n::text::bytea), ${BOT}, now(), ${new Date(START)}::timestamptz + n * interval '1 second'
    from generate_series(1, ${ROWS}::int) n`;
  await sql`
    insert into daily_votes (bot_id, day, votes)
    select id, date '2026-01-01' - n, n from bots, generate_series(1, 60) n`;
  await sql`insert into daily_server_counts (bot_id, day, server_count) select bot_id, day, votes from daily_votes`;
  await sql`analyze`;
});

test.each([
  ['deliveries', MIDDLE, ['deliveries_pkey', 'delivery_attempts_of_bot']],
  [
    'attemptBodies',
    new Date(MIDDLE.getTime() + 86_400_000),
    ['deliveries_pkey', 'delivery_attempts_delivery_id_round_number_pk'],
  ],
  ['reports', MIDDLE, ['reports_pkey']],
  ['sessions', MIDDLE, ['sessions_by_end', 'sessions_pkey']],
  [
    'dailyCounts',
    new Date('2025-12-01'),
    ['bots_pkey', 'daily_votes_bot_id_day_pk', 'daily_server_counts_bot_id_day_pk'],
  ],
] as const)(
  'a batch of old %s is found by indexes, without reading the rest',
  async (kind, before, indexes) => {
    const { db: explained, plans } = explaining(db);
    await forget({ db: explained }, kind, before);
    expect(plans).toHaveLength(1);
    for (const index of indexes) expect(plans[0]).toContain(index);
    expect(plans[0]).not.toMatch(
      /Seq Scan on (deliveries|delivery_attempts|reports|sessions|bots|daily_\w+)/,
    );
  },
);
