import { expect, test } from 'vitest';
import { withPatience } from '../../src/db/client.ts';
import { listVotes } from '../../src/domain/vote/log.ts';
import { monthStart } from '../../src/domain/vote/months.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { startOwnDatabase } from '../kit/database.ts';
import { forFile } from '../kit/service.ts';
import { explaining } from './explaining.ts';

const MONTHS = 24;
const VOTES_A_MONTH = 500;
const BOT = '222222222222222221';
// In the middle of a month: at its end, the newest votes may be of the next one.
const now = () => new Date(monthStart(new Date()).getTime() + 14 * DAY_MS);
const FIRST = monthStart(now(), -(MONTHS - 2));

const database = await forFile(startOwnDatabase('with tables'));
const db = database.open();
const nameOf = (month: number) => `month_${String(month).padStart(2, '0')}`;
const [old] = await db.sql<
  { name: string }[]
>`select relname as name from pg_class where relname like 'votes_until_%' and relkind = 'r'`;
await db.sql.unsafe(`drop table vote_months.${old?.name}`);
for (let month = 0; month < MONTHS; month += 1) {
  const [from, to] = [monthStart(FIRST, month), monthStart(FIRST, month + 1)];
  await db.sql.unsafe(`
    create table vote_months.${nameOf(month)} partition of votes
    for values from ('${from.toISOString()}') to ('${to.toISOString()}')`);
}
await withPatience(db, async (sql) => {
  await sql`
    insert into bots (id, name, short_description, state, created_at)
    select id, 'Bot', 'Short', 'approved', now() from unnest(${[BOT, '222222222222222222']}::text[]) as bot(id)`;
  for (let month = 0; month < MONTHS - 1; month += 1)
    await sql`
      insert into votes (bot_id, user_id, voted_at)
      select bot, (10000000000000000 + n)::text, ${monthStart(FIRST, month)}::timestamptz + n * interval '1 second'
      from generate_series(1, ${VOTES_A_MONTH}::int) n,
        unnest(${[BOT, '222222222222222222']}::text[]) as each(bot)`;
  await sql`analyze`;
});

/** The months of which something is read, in a plan with its execution. */
function monthsRead(plan: string): number[] {
  return [...plan.matchAll(/on (month_\d\d) .*/g)]
    .filter(([line]) => !line.includes('never executed'))
    .map(([, name = '']) => Number(name.slice(-2)));
}

const cursorIn = (month: number) =>
  Buffer.from(`${monthStart(FIRST, month).getTime() + 200_000}.10000000000000200`).toString('base64url');

test('the first page reads the newest month and opens no month to come', async () => {
  const { db: explained, plans } = explaining(db, '(analyze)');
  await listVotes({ db: explained, now }, BOT, 100, undefined);
  expect(plans[0]).not.toMatch(/Sort|Merge|Seq Scan on month/);
  expect(plans[0]).not.toContain(`${nameOf(MONTHS - 1)} `);
  // The newest months that have votes: their page is full before an older one is read.
  expect(monthsRead(plans[0] ?? '')).toEqual([MONTHS - 2]);
});

test('a page of an old month reads that month only, and later ones are left out', async () => {
  const { db: explained, plans } = explaining(db, '(analyze)');
  await listVotes({ db: explained, now }, BOT, 100, cursorIn(5));
  expect(plans[0]).not.toMatch(/Sort|Merge|Seq Scan on month/);
  expect(plans[0]).not.toContain(nameOf(6));
  expect(monthsRead(plans[0] ?? '')).toEqual([5]);
});

test('a page across the edge of a month reads these two months only', async () => {
  const { db: explained, plans } = explaining(db, '(analyze)');
  await listVotes({ db: explained, now }, BOT, 300, cursorIn(5));
  expect(monthsRead(plans[0] ?? '')).toEqual([5, 4]);
});

test('votes from before a take-over are left out: their months are not read', async () => {
  await db.sql`update bots set owned_since = ${monthStart(FIRST, 20)} where id = ${BOT}`;
  const { db: explained, plans } = explaining(db, '(analyze)');
  await listVotes({ db: explained, now }, BOT, 1000, cursorIn(21));
  expect(monthsRead(plans[0] ?? '')).toEqual([21, 20]);
  await db.sql`update bots set owned_since = default where id = ${BOT}`;
});
