import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withPatience } from '../../src/db/client.ts';
import { createVersionReader } from '../../src/domain/listing/read.ts';
import { readRelation } from '../../src/domain/member/favourites.ts';
import { listQueue } from '../../src/domain/moderation/queue.ts';
import { serverCountPerDay, votesPerDay } from '../../src/domain/stats/charts.ts';
import { recordVotes } from '../../src/domain/vote/cast.ts';
import { listVotes } from '../../src/domain/vote/log.ts';
import { tellDue } from '../../src/domain/vote/reminders.ts';
import { newUserId } from '../kit/ids.ts';
import { first } from '../kit/present.ts';
import { forFile, startOwnService } from '../kit/service.ts';
import { explaining } from './explaining.ts';

const ROWS = 20_000;
const now = () => new Date();

const service = await forFile(startOwnService());
const botId = first((await service.seed({ users: 0 })).bots).id;
const others = (await service.seed({ bots: 200, users: 0 })).bots.map((bot) => bot.id);
await withPatience(service.services.db, async (sql) => {
  await sql`
    insert into votes (bot_id, user_id, voted_at)
    select ${botId}, (10000000000000000 + n)::text, timestamptz '2026-01-01' + n * interval '1 second'
    from generate_series(1, ${ROWS}::int) n`;
  // Users vote for several bots.
  await sql`
    insert into vote_windows (bot_id, user_id, voted_at)
    select bot.id, user_id, voted_at from votes, unnest(${[botId, ...others.slice(0, 3)]}::text[]) as bot(id)`;
  await sql`
    insert into daily_votes (bot_id, day, votes)
    select id, date '2026-01-01' - n, n
    from unnest(${[botId, ...others]}::text[]) as bot(id), generate_series(1, 100) n`;
  await sql`
    insert into daily_server_counts (bot_id, day, server_count)
    select bot_id, day, votes from daily_votes on conflict do nothing`;
  await sql`
    insert into bots (id, name, short_description, state, created_at, state_changed_at)
    select (10000000000000000 + n)::text, 'Bot', 'A bot.', case n % 4 when 0 then 'pending' else 'approved' end,
      timestamptz '2026-01-01' + n * interval '1 second', timestamptz '2026-01-01' + n * interval '1 second'
    from generate_series(1, ${ROWS}::int) n`;
  for (const n of [1, 2, 3, 4])
    await sql`
      insert into reports (id, bot_id, user_id, category, text, created_at, closed_at)
      select gen_random_uuid(), id, ${String(20000000000000000n + BigInt(n))}, 'spam', 'Nothing else.',
        created_at + ${n}::int * interval '1 hour',
        ${n % 2 === 0 ? new Date() : null}
      from bots where state = 'approved'`;
  // Most edits of a listing have been decided on.
  await sql`
    insert into listing_edits (bot_id, user_id, edited_at, before, after, part, state)
    select id, '20000000000000001', created_at + n * interval '1 hour', '{}', '{}', 'text',
      case when n > 1 then 'accepted' when id::bigint % 100 = 1 then 'waiting' else 'public' end
    from bots, generate_series(1, 3) n where state = 'approved'`;
  await sql`
    insert into users (id, name, created_at) select distinct user_id, 'Voter', now() from votes on conflict do nothing`;
  await sql`insert into favourites (bot_id, user_id, created_at) select distinct bot_id, user_id, now() from votes`;
  await sql`
    insert into reminder_wishes (bot_id, user_id, created_at) select distinct bot_id, user_id, now() from votes`;
  await sql`
    insert into reminders (bot_id, user_id, due_at)
    select bot_id, user_id, voted_at + interval '1 year' from votes`;
  await sql`
    insert into user_blocks (id, user_id, user_hash, kind, reason, created_at, created_by)
    select gen_random_uuid(), id, md5(id), 'vote', 'Fake votes.', now(), '20000000000000001' from users`;
  await sql`analyze`;
});

function expectIndexOnly(plans: readonly string[], table: string, index: string): void {
  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain(index);
  expect(plans[0]).not.toContain(`Seq Scan on ${table}`);
  expect(plans[0]).not.toContain('Sort');
}

test('the first page of votes is read backwards from an index, without sorting', async () => {
  const { db, plans } = explaining(service.services.db);
  await listVotes({ db, now }, botId, 100, undefined);
  expectIndexOnly(plans, 'votes', 'votes_bot_id_voted_at_user_id_pk');
  // Votes for an owner of before bound the index as well, however many they are.
  expect(plans[0]).toMatch(/Index Cond: .*voted_at >= /);
});

test('a page in the middle of the log is, too, from where the page before ended', async () => {
  const { nextCursor } = await listVotes(service.services, botId, 1000, undefined);
  const { db, plans } = explaining(service.services.db);
  await listVotes({ db, now }, botId, 100, nextCursor);
  expectIndexOnly(plans, 'votes', 'votes_bot_id_voted_at_user_id_pk');
  // The position bounds the index itself: the pages before are not read and thrown away.
  expect(plans[0]).toMatch(/Index Cond: .*ROW\(voted_at, user_id\) </);
});

test.each([1, 3])('what %i users at once have done with a bot is looked up by keys', async (count) => {
  const { plans, ...services } = explaining(service.services.db);
  // What only explains has no rows, so each reader is told of a fault.
  await Promise.allSettled(
    Array.from({ length: count }, () => readRelation(services, { botId, userId: newUserId() })),
  );
  expectIndexOnly(plans, 'vote_windows', 'vote_windows_bot_id_user_id_pk');
  expectIndexOnly(plans, 'bots', 'bots_pkey');
  // A user has few favourites: either of its indexes will do.
  expect(plans[0]).toMatch(/Index Only Scan using favourites_/);
  expectIndexOnly(plans, 'reminder_wishes', 'reminder_wishes_user_id_bot_id_pk');
});

test.each([1, 20])(
  '%i votes look up by key who is blocked, and who wants a reminder of the next one',
  async (count) => {
    const { db, plans } = explaining(service.services.db);
    const casts = Array.from({ length: count }, () => {
      return { botId, userId: newUserId(), at: now(), deliveryId: randomUUID() };
    });
    await recordVotes({ db, wakeDispatcher: () => {} }, casts, false);
    expect(plans).toHaveLength(1);
    for (const table of ['user_blocks', 'reminder_wishes', 'favourites', 'users'])
      expect(plans[0]).toMatch(new RegExp(`Index (Only )?Scan using ${table}_`));
    expect(plans[0]).not.toMatch(/Seq Scan on (user_blocks|reminder_wishes|favourites|users)/);
  },
);

test.each([50, 500])(
  '%i reminders that are due are found by their time, with their users and bots',
  async (size) => {
    const { db, plans } = explaining(service.services.db);
    await tellDue({ db, now: () => new Date('2026-12-31') }, size);
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain('Index Scan using reminders_due');
    expect(plans[0]).not.toMatch(/Seq Scan on (reminders|users|bots)/);
  },
);

test('versions of listings, one or several, go by the primary key', async () => {
  const { db, plans } = explaining(service.services.db);
  const readVersion = createVersionReader(db);
  await readVersion(botId);
  await Promise.all([1, 2, 3].map((n) => readVersion(String(10000000000000000n + BigInt(n)))));
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toContain('bots_pkey');
    expect(plan).toContain('bot_stats_pkey');
    expect(plan).not.toMatch(/Seq Scan on (bots|bot_stats)/);
  }
});

test('the charts of a bot go by the primary keys of the daily numbers', async () => {
  const { db, plans } = explaining(service.services.db);
  const noon = { now: () => new Date('2026-01-01T12:00:00.000Z') };
  await votesPerDay({ db, ...noon }, botId, 30);
  expectIndexOnly(plans, 'daily_votes', 'daily_votes_bot_id_day_pk');
  await serverCountPerDay({ db, ...noon }, botId, 30);
  expectIndexOnly(plans.slice(1), 'daily_server_counts', 'daily_server_counts_bot_id_day_pk');
});

const middle = { weight: 2, time: new Date('2026-01-01T02:30:00.000Z'), id: '10000000000009000' };
test.each<[string, Parameters<typeof listQueue>[1]]>([
  ['the first page', { limit: 25, inverted: false }],
  ['a page in the middle', { limit: 25, inverted: false, after: middle }],
  ['the last page', { limit: 25, inverted: true }],
])("%s of the moderators' queue is read from the two indexes that hold what is open", async (_, page) => {
  const { db, plans } = explaining(service.services.db);
  await listQueue({ db, now }, page);
  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain('bots_triage');
  expect(plans[0]).toContain('reports_triage');
  expect(plans[0]).not.toContain('Seq Scan');
  // Reports of the same millisecond are put in order by their bots; nothing else is sorted.
  expect(plans[0]).not.toMatch(/(?<!Incremental )Sort {2}/);
  if (page.after) {
    expect(plans[0]).toMatch(/Index Cond: .*ROW\(.*state_changed_at, id\) >/);
  }
});
