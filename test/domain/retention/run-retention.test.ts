import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { DeliveryState } from '../../../src/db/delivery-tables.ts';
import { resendDelivery } from '../../../src/domain/delivery/resend.ts';
import { startSession } from '../../../src/domain/identity/sessions.ts';
import { VoteWindowActiveError } from '../../../src/domain/kernel/errors.ts';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { claimListing } from '../../../src/domain/moderation/claims.ts';
import { addNote } from '../../../src/domain/moderation/review.ts';
import { eraseUser } from '../../../src/domain/privacy/erase-user.ts';
import { type RetentionPolicy, runRetention } from '../../../src/domain/retention/run-retention.ts';
import { serverCountPerDay, votesPerDay } from '../../../src/domain/stats/charts.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { openProbe } from '../../../src/domain/vote/probe.ts';
import { SCHEDULE_MS } from '../../../src/terms/schedule.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { isStoredAnywhere } from '../../kit/stored.ts';
import { after, at, DAY_MS, HOUR_MS, NOON } from '../../kit/time.ts';

const POLICY: RetentionPolicy = {
  retentionDeliveriesDays: 90,
  retentionAttemptBodiesDays: 30,
  retentionReportsDays: 365,
  retentionDailyCountsDays: 400,
};
const FOR_EVER: RetentionPolicy = {
  retentionDeliveriesDays: 0,
  retentionAttemptBodiesDays: 0,
  retentionReportsDays: 0,
  retentionDailyCountsDays: 0,
};
const NOTHING = {
  deliveries: 0,
  attemptBodies: 0,
  reports: 0,
  notes: 0,
  edits: 0,
  sessions: 0,
  notices: 0,
  dailyCounts: 0,
  isComplete: true,
};

let botId: string;
const service = await forFile(startOwnService());
beforeEach(async () => {
  const { sql } = service.services.db;
  await sql`truncate deliveries, reports, sessions, daily_votes, daily_server_counts, retention_marks,
    moderation_notes, moderation_claims cascade`;
  botId = (await given(at(service.services, NOON)).listing().withWebhook('https://r.example/').approved()).id;
  await sql`truncate sessions`;
});

const ago = (days: number, ms = 0) => after(NOON, ms - days * DAY_MS);
const run = (policy = POLICY, now = NOON, signal?: AbortSignal) =>
  runRetention(at(service.services, now), policy, { ...(signal && { signal }) });

/** A delivery with one attempt, which ended at a time. */
async function ended(time: Date, state: DeliveryState = 'delivered', createdAt = time): Promise<string> {
  const { sql } = service.services.db;
  const id = newId({ randomBytes }, createdAt);
  await sql`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, finished_at)
    values (${id}, ${botId}, 'vote', ${newUserId()}, ${createdAt}, ${state}, ${createdAt},
      ${state === 'pending' ? null : time})`;
  await sql`
    insert into delivery_attempts (delivery_id, number, bot_id, started_at, duration_ms, status_code, excerpt)
    values (${id}, 1, ${botId}, ${time}, 5, 200, 'thank you')`;
  return id;
}

/** Later attempts, so that those of other deliveries are not among the bot's last ten. */
async function tenLater(): Promise<string[]> {
  const ids: string[] = [];
  for (let minute = 1; minute <= 10; minute += 1) ids.push(await ended(after(NOON, -minute * 60_000)));
  return ids;
}

const idsOf = async (table: 'deliveries' | 'reports') => {
  const rows = await service.services.db.sql<{ id: string }[]>`
    select id from ${service.services.db.sql(table)} order by id`;
  return rows.map(({ id }) => id);
};

test('deliveries that ended more than 90 days ago go with their attempts, and all others stay', async () => {
  await ended(ago(90, -1));
  await ended(ago(91), 'failed');
  await ended(ago(1000), 'cancelled');
  const kept = [
    await ended(ago(500), 'pending'),
    // It was resent: only its end counts.
    await ended(ago(89), 'failed', ago(500)),
    await ended(ago(90)),
    ...(await tenLater()),
  ];
  expect(await run({ ...FOR_EVER, retentionDeliveriesDays: 90 })).toEqual({ ...NOTHING, deliveries: 3 });
  expect(await idsOf('deliveries')).toEqual(kept.sort());
  const attempts = await service.services.db.sql`select from delivery_attempts`;
  expect(attempts).toHaveLength(kept.length);
});

test("the deliveries of a bot's last ten attempts stay, however old they are", async () => {
  const old: string[] = [];
  for (let day = 0; day < 12; day += 1) old.push(await ended(ago(300 - day)));
  expect(await run()).toMatchObject({ deliveries: 2 });
  expect(await idsOf('deliveries')).toEqual(old.slice(2));
  expect(await run()).toMatchObject({ deliveries: 0 });
});

test("moderators' notes are kept as long as closed reports, and claims until they end", async () => {
  const { sql } = service.services.db;
  const note = (time: Date) => addNote(at(service.services, time), newUserId(), botId, 'Asked the owner.');
  await note(ago(366));
  await note(ago(365, 1000));
  await claimListing(at(service.services, ago(0, -16 * 60_000)), newUserId(), botId, false);
  expect(await run(FOR_EVER)).toEqual(NOTHING);
  expect(await sql`select from moderation_claims`).toHaveLength(0);
  await claimListing(at(service.services, NOON), newUserId(), botId, true);
  expect(await run()).toMatchObject({ notes: 1 });
  expect(await sql`select from moderation_notes`).toHaveLength(1);
  expect(await sql`select from moderation_claims`).toHaveLength(1);
});

test('more deliveries than one batch go in one run, and the pending ones between them stay', async () => {
  const { sql } = service.services.db;
  const ids = Array.from({ length: 1201 }, (_, index) => newId({ randomBytes }, after(ago(200), index)));
  await sql`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, finished_at)
    select id::uuid, ${botId}, 'vote', ${newUserId()}, ${ago(200)}, case place % 100 when 0 then 'pending' else 'failed' end,
      ${ago(200)}, ${ago(199)}
    from unnest(${ids}::text[]) with ordinality as delivery(id, place)`;
  expect(await run()).toMatchObject({ deliveries: 1189, isComplete: true });
  expect(await idsOf('deliveries')).toHaveLength(12);
});

test('a failed delivery that its owner resends while the run goes on stays', async () => {
  const id = await ended(ago(200), 'failed');
  await tenLater();
  const [, counts] = await Promise.all([
    resendDelivery({ ...at(service.services, NOON), wakeDispatcher: () => {} }, botId, id).catch(
      () => undefined,
    ),
    run(),
  ]);
  // Whoever came first: it is gone, or it is pending. It is never gone while it is pending.
  const [left] = await service.services.db.sql`select state from deliveries where id = ${id}`;
  expect([counts.deliveries, left?.state]).toEqual(counts.deliveries === 1 ? [1, undefined] : [0, 'pending']);
});

test('responses go after 30 days, and the attempts stay; a second run has nothing to do', async () => {
  const { sql } = service.services.db;
  const old = await ended(ago(32));
  const young = await ended(ago(30, HOUR_MS));
  expect(await run()).toEqual({ ...NOTHING, attemptBodies: 1 });
  expect(
    await sql`select delivery_id as id, status_code as status, excerpt from delivery_attempts order by delivery_id`,
  ).toEqual([
    { id: old, status: 200, excerpt: '' },
    { id: young, status: 200, excerpt: 'thank you' },
  ]);
  expect(await run()).toEqual(NOTHING);
  expect(await run(POLICY, after(NOON, 2 * DAY_MS))).toEqual({ ...NOTHING, attemptBodies: 1 });
});

test('closed reports go after a year, and open ones stay', async () => {
  const { sql } = service.services.db;
  const report = async (createdAt: Date, closedAt: Date | null) => {
    const id = newId({ randomBytes }, createdAt);
    await sql`
      insert into reports (id, bot_id, user_id, category, text, created_at, closed_at, closed_by, outcome)
      values (${id}, ${botId}, ${newUserId()}, 'spam', 'It sends spam.', ${createdAt}, ${closedAt},
        ${closedAt && newUserId()}, ${closedAt && 'dismissed'})`;
    return id;
  };
  await report(ago(800), ago(366));
  const kept = [
    await report(ago(900), null),
    await report(ago(850), ago(364)),
    await report(ago(20), ago(10)),
  ];
  expect(await run()).toEqual({ ...NOTHING, reports: 1 });
  expect(await idsOf('reports')).toEqual(kept);
});

test('hashed addresses of voters go with the last run before they are a day old, however many came at once', async () => {
  const { sql } = service.services.db;
  await sql`
    insert into vote_addresses (bot_id, user_id, voted_at, address_hash)
    select ${botId}, place::text, ${NOON}::timestamptz, 'hash' from generate_series(1, 1100) place`;
  const runAfter = (hours: number) =>
    runRetention(at(service.services, after(NOON, hours * HOUR_MS)), FOR_EVER);
  await runAfter(16.9);
  expect(await sql`select from vote_addresses`).toHaveLength(1100);
  await runAfter(17);
  expect(await sql`select from vote_addresses`).toHaveLength(0);
});

test('sessions that have ended go, and the others stay', async () => {
  const user = { id: newUserId(), name: 'Ada' };
  await startSession(at(service.services, ago(29)), user);
  await service.services.db.sql`
    insert into sessions (id_hash, user_id, created_at, expires_at)
    select sha256(place::text::bytea), ${user.id}, ${ago(60)}, ${ago(30)} from generate_series(1, 1100) place`;
  expect(await run(FOR_EVER)).toEqual({ ...NOTHING, sessions: 1100 });
  expect(await service.services.db.sql`select from sessions`).toHaveLength(1);
});

test('daily numbers go after 400 days, and the last server count before that stays', async () => {
  const { sql } = service.services.db;
  const days = ['2024-01-01', '2025-01-27', '2025-01-28', '2025-01-29', '2026-03-03'];
  await sql`
    insert into daily_votes (bot_id, day, votes) select ${botId}, day::date, 1 from unnest(${days}::text[]) as each(day)`;
  await sql`
    insert into daily_server_counts (bot_id, day, server_count)
    select ${botId}, day::date, 1 from unnest(${['2024-01-01', '2024-06-01', '2025-06-01']}::text[]) as each(day)`;
  expect(await run()).toEqual({ ...NOTHING, dailyCounts: 3 });
  const votes = await sql<{ day: string }[]>`select day::text from daily_votes order by day`;
  const servers = await sql<{ day: string }[]>`select day::text from daily_server_counts order by day`;
  expect([votes, servers].map((rows) => rows.map(({ day }) => day))).toEqual([
    ['2025-01-28', '2025-01-29', '2026-03-03'],
    ['2024-06-01', '2025-06-01'],
  ]);
});

test('the charts show the same before and after, even with a setting of one day', async () => {
  const { sql } = service.services.db;
  await sql`
    insert into daily_votes (bot_id, day, votes)
    select ${botId}, date '2026-03-04' - age, age from generate_series(0, 200) age`;
  await sql`
    insert into daily_server_counts (bot_id, day, server_count)
    select ${botId}, date '2026-03-04' - age, age from generate_series(100, 200) age`;
  const services = at(service.services, NOON);
  const charts = () =>
    Promise.all([votesPerDay(services, botId, 90), serverCountPerDay(services, botId, 90)]);
  const before = await charts();
  expect((await run({ ...POLICY, retentionDailyCountsDays: 1 })).dailyCounts).toBe(110 + 100);
  expect(await charts()).toEqual(before);
});

test('with 0 everything stays, however old it is', async () => {
  await ended(ago(5000));
  await tenLater();
  await service.services.db
    .sql`insert into daily_votes (bot_id, day, votes) values (${botId}, '2010-01-01', 1)`;
  expect(await run(FOR_EVER)).toEqual(NOTHING);
});

test('votes and vote windows stay, so a second vote within 12 hours is still refused', async () => {
  const userId = newUserId();
  await castVote(at(service.services, ago(500)), botId, newUserId());
  await castVote(at(service.services, NOON), botId, userId);
  await run({
    retentionDeliveriesDays: 1,
    retentionAttemptBodiesDays: 1,
    retentionReportsDays: 1,
    retentionDailyCountsDays: 1,
  });
  const { sql } = service.services.db;
  expect(await sql`select from votes where bot_id = ${botId}`).toHaveLength(2);
  expect(await sql`select from vote_windows where bot_id = ${botId}`).toHaveLength(2);
  const again = castVote(at(service.services, after(NOON, 12 * HOUR_MS - 1)), botId, userId);
  await expect(again).rejects.toThrow(VoteWindowActiveError);
});

test('the window of an erased user goes when it is over, and no earlier', async () => {
  const [erased, stays] = [newUserId(), newUserId()];
  for (const userId of [erased, stays]) await castVote(at(service.services, NOON), botId, userId);
  await eraseUser(at(service.services, NOON), erased, { removesListings: false });
  await run(POLICY, after(NOON, 12 * HOUR_MS - 1));
  expect(await isStoredAnywhere(service.services, erased)).toBe(true);
  await run(POLICY, after(NOON, 12 * HOUR_MS));
  expect(await isStoredAnywhere(service.services, erased)).toBe(false);
  expect(await isStoredAnywhere(service.services, stays)).toBe(true);
});

test('a run that is stopped has deleted nothing more, says so, and the next one continues', async () => {
  await ended(ago(200), 'failed');
  await tenLater();
  expect(await run(POLICY, NOON, AbortSignal.abort())).toEqual({ ...NOTHING, isComplete: false });
  expect(await run()).toMatchObject({ deliveries: 1, isComplete: true });
});

test('two runs at once delete everything once', async () => {
  for (let index = 0; index < 30; index += 1) await ended(after(ago(200), index));
  await tenLater();
  const both = await Promise.all([run(), run()]);
  expect(both.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(30);
  expect(await idsOf('deliveries')).toHaveLength(10);
});

test('what a probe has left is deleted when no attempt can come any more, also without another probe', async () => {
  const { sql } = service.services.db;
  const opened = await Promise.all(
    [0, 2, 3].map((hours) =>
      openProbe(at(service.services, after(NOON, -SCHEDULE_MS - hours * HOUR_MS)), 'http://127.0.0.1:9/'),
    ),
  );
  // One that ended before it had made a bot.
  await sql`delete from bots where id = ${opened[2]?.id ?? ''}`;
  await run(FOR_EVER);
  for (const table of ['users', 'bots']) {
    expect([...(await sql`select id from ${sql(table)} where id < '1'`)]).toEqual([{ id: opened[0]?.id }]);
  }
});
