import { beforeAll, expect, test } from 'vitest';
import { openPatient } from '../../src/db/client.ts';
import type { DeliveryState } from '../../src/db/delivery-tables.ts';
import { cancelAllPending, cancelOfBot } from '../../src/domain/delivery/cancel.ts';
import { pauseWebhook } from '../../src/domain/delivery/hold.ts';
import { endHeld, freeForgotten } from '../../src/domain/delivery/release.ts';
import { resendFailed, resendLeftOver } from '../../src/domain/delivery/resend.ts';
import { removeWebhook, setWebhook } from '../../src/domain/delivery/webhook.ts';
import { BATCH } from '../../src/domain/kernel/in-batches.ts';
import { listNews, publishNews, removeNews } from '../../src/domain/listing/news.ts';
import { submitListing } from '../../src/domain/listing/submit.ts';
import { moderateListing } from '../../src/domain/moderation/decide.ts';
import { removeListing } from '../../src/domain/moderation/removal.ts';
import { settleReports } from '../../src/domain/moderation/reports-of-moves.ts';
import { readNotices } from '../../src/domain/notices/read.ts';
import { tellFollowers } from '../../src/domain/notices/rounds.ts';
import { given } from '../kit/given.ts';
import { RECEIVER } from '../kit/given-delivery.ts';
import { FIELDS } from '../kit/listing-input.ts';
import { countDeliveries, manyRows } from '../kit/many.ts';
import { first } from '../kit/present.ts';
import { fieldOf, forFile, startOwnService } from '../kit/service.ts';
import { after, at, DAY_MS, NOON } from '../kit/time.ts';

/** More than two batches. */
const MANY = 2 * BATCH + 500;
/** More than one statement may close. Their batches are smaller and have pauses, so more of them would take long. */
const REPORTS = BATCH + 100;

const service = await forFile(startOwnService());
const patient = await forFile(openPatient(service.services.db));
const { sql } = patient;
const many = manyRows(sql, MANY, NOON);
const { reports } = manyRows(sql, REPORTS, NOON);
const services = at(service.services, NOON);
const sender = { ...services.sender, vet: async () => {} };

/** As many users, by their number. */
beforeAll(async () => {
  await many.users();
});

/** The database refuses each statement that changes or deletes more rows than a batch has, of any table. */
beforeAll(async () => {
  await sql`
    create function refuse_many() returns trigger language plpgsql as $$
    begin
      if (select count(*) from changed) > ${sql.unsafe(String(BATCH))} then
        raise exception 'One statement changes too many rows of %.', tg_table_name;
      end if;
      return null;
    end $$`;
  const tables = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`;
  for (const { name } of tables)
    await sql.unsafe(`
      create trigger few_updates after update on ${name} referencing new table as changed
        for each statement execute function refuse_many();
      create trigger few_deletes after delete on ${name} referencing old table as changed
        for each statement execute function refuse_many()`);
});

const owned = () => given(services).listing().withWebhook(RECEIVER).approved();

test('a statement that changes more rows than a batch has is refused here', async () => {
  const bot = await owned();
  await many.deliveries(bot.id, 'held');
  await expect(sql`update deliveries set round = 2 where bot_id = ${bot.id}`).rejects.toThrow(
    'too many rows',
  );
  await sql`truncate deliveries cascade`;
});

/** On a busy machine a request may have no time for all: it asks its sender to try again, and each try goes on. */
async function inTries(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === 10 || !(error instanceof Error && error.message.includes('Try again in a '))) throw error;
    }
  }
}

/** What one owner, bot or user may have any number of, and what is left when all of it was changed. */
const DELIVERIES: [
  string,
  DeliveryState,
  (bot: { id: string; ownerId: string }) => Promise<unknown>,
  object,
][] = [
  ['a pause', 'pending', ({ id, ownerId }) => pauseWebhook(services, id, ownerId), { held: MANY }],
  [
    'the removal of a webhook',
    'held',
    ({ id, ownerId }) => removeWebhook(services, id, ownerId),
    { cancelled: MANY },
  ],
  ['resending what failed', 'failed', ({ id }) => resendFailed(services, id, new Date(0)), { pending: MANY }],
  ['cancelling', 'pending', ({ id }) => cancelOfBot(services, id), { cancelled: MANY }],
  ['cancelling all', 'held', () => cancelAllPending(services), { cancelled: MANY }],
  [
    'the end of held ones',
    'held',
    () => endHeld(at(services, after(NOON, 60 * DAY_MS)), 30),
    { cancelled: MANY },
  ],
];

test.each(DELIVERIES)('%s changes any number of deliveries in batches', async (_, state, work, left) => {
  const bot = await owned();
  await many.deliveries(bot.id, state);
  await work(bot);
  // A request has a second and a half. On a busy machine a worker does the rest.
  await freeForgotten(services);
  await resendLeftOver(services);
  expect(await countDeliveries(sql, bot.id)).toEqual(left);
  await sql`truncate deliveries cascade`;
});

test('a removal of a webhook that was interrupted is finished, and a new webhook gets nothing of it', async () => {
  const bot = await owned();
  await sql`delete from webhooks where bot_id = ${bot.id}`;
  await many.deliveries(bot.id, 'pending');
  await many.deliveries(bot.id, 'held');
  await inTries(() => setWebhook({ ...services, sender }, bot.id, bot.ownerId, RECEIVER));
  expect(await countDeliveries(sql, bot.id)).toEqual({ cancelled: 2 * MANY });
  await sql`delete from webhooks where bot_id = ${bot.id}`;
  await many.deliveries(bot.id, 'pending');
  await freeForgotten(services);
  expect(await countDeliveries(sql, bot.id)).toEqual({ cancelled: 3 * MANY });
  await sql`truncate deliveries cascade`;
});

test('a pause that was interrupted is finished', async () => {
  const bot = await owned();
  await pauseWebhook(services, bot.id, bot.ownerId);
  await many.deliveries(bot.id, 'pending');
  expect(await freeForgotten(services)).toBe(MANY);
  expect(await countDeliveries(sql, bot.id)).toEqual({ held: MANY });
  await sql`truncate deliveries cascade`;
});

test('a resend that was interrupted is finished, once, and not what fails later', async () => {
  const bot = await owned();
  await many.deliveries(bot.id, 'failed');
  await sql`update webhooks set resend_since = ${new Date(0)}, resend_until = ${NOON} where bot_id = ${bot.id}`;
  await manyRows(sql, 1, NOON).deliveries(bot.id, 'failed');
  await sql`
    update deliveries set finished_at = ${after(NOON, 1)}
    where id = (select id from deliveries where bot_id = ${bot.id} order by created_at desc limit 1)`;
  expect(await resendLeftOver(services)).toBe(MANY);
  expect(await resendLeftOver(services)).toBe(0);
  expect(await countDeliveries(sql, bot.id)).toEqual({ failed: 1, pending: MANY });
  await sql`truncate deliveries cascade`;
});

test('a removed listing with any number of deliveries and followers can be submitted by somebody else', async () => {
  const bot = await owned();
  await many.deliveries(bot.id, 'delivered');
  await sql`
    insert into notices (user_id, kind, subject, bot_id, data, created_at)
    select (100000000000000000 + n)::text, 'news_published', 'of old', ${bot.id}, '{}', ${NOON}
    from generate_series(1, ${MANY}::int) n`;
  await removeListing(services, bot.id, bot.ownerId);
  const later = at(services, after(NOON, DAY_MS));
  await inTries(() => submitListing(later, { botId: bot.id, userId: '100000000000000001', fields: FIELDS }));
  expect(await countDeliveries(sql, bot.id)).toEqual({});
  expect(await sql`select from notices where subject = 'of old'`).toHaveLength(0);
});

test('news that any number of followers were told of can be removed, and their notices with them', async () => {
  const bot = await owned();
  await many.followers(bot.id);
  await publishNews(services, bot.id, { title: 'A new command', text: 'It plays music.' });
  await tellFollowers(services);
  const told = () => sql`select from notices where bot_id = ${bot.id} and kind = 'news_published'`;
  expect((await told()).length).toBe(MANY);
  const { id } = first(await listNews(services, { botId: bot.id, first: 1 }));
  await removeNews(services, bot.id, id);
  expect(await told()).toHaveLength(0);
});

test('a user reads any number of notices at once', async () => {
  const userId = '100000000000000001';
  const last = await many.unread(userId);
  await readNotices(services, userId, last, true);
  expect(await sql`select from notices where user_id = ${userId} and read_at is null`).toHaveLength(0);
});

const openReports = async (botId: string) =>
  (await sql`select from reports where bot_id = ${botId} and closed_at is null`).length;
const toldReporters = async (botId: string) =>
  (await sql`select from notices where bot_id = ${botId} and kind = 'report_closed'`).length;

// The request ends after a second and a half, which may be too short on a busy machine: then a worker settles the rest.
test('a suspension closes any number of reports and tells each user', async () => {
  const bot = await given(services).listing().approved();
  const moderator = await given(services).moderator();
  await reports(bot.id);
  const judgement = {
    decision: 'suspend',
    revision: 0,
    reason: 'It sends adverts.',
    closesReports: true,
  } as const;
  await moderateListing(services, moderator, bot.id, judgement);
  await settleReports(services);
  expect(await openReports(bot.id)).toBe(0);
  expect(await toldReporters(bot.id)).toBe(REPORTS);
});

test('a removal whose reports were not all closed is finished', async () => {
  const bot = await given(services).listing().approved();
  await reports(bot.id);
  await removeListing(services, bot.id, bot.ownerId);
  await settleReports(services);
  expect(await openReports(bot.id)).toBe(0);
  // As after a kill of the process. A report of after the removal is another matter.
  const some = sql`select id from reports where bot_id = ${bot.id} order by id limit ${BATCH}`;
  await sql`update reports set closed_at = null, closed_by = null, outcome = null where id in (${some})`;
  await sql`
    insert into reports (id, bot_id, user_id, category, text, created_at)
    values (gen_random_uuid(), ${bot.id}, '1', 'spam', 'It sends adverts.', ${after(NOON, 1)})`;
  await settleReports(services);
  expect(await openReports(bot.id)).toBe(1);
});

/** The database refuses statements that change this table, after so many of them. */
async function refuseBatches(table: string, allowed: number): Promise<void> {
  await sql.unsafe(`
    create sequence batches;
    create function refuse_batch() returns trigger language plpgsql as $$
    begin
      if nextval('batches') > ${allowed} then raise exception 'No more batches of %.', tg_table_name; end if;
      return null;
    end $$;
    create trigger refuse_batch after update or delete on ${table}
      for each statement execute function refuse_batch()`);
}

const allowBatches = () => sql.unsafe('drop function refuse_batch cascade; drop sequence batches');

type Owned = Readonly<{ id: string; ownerId: string }>;

/** The type of what a mutation returns. */
async function send(userId: string, mutation: string): Promise<string> {
  const headers = { cookie: await service.signIn(userId) };
  const answer = await service.graphql(`mutation { result: ${mutation} { __typename } }`, {}, headers);
  return fieldOf<{ __typename: string }>(answer, 'result').__typename;
}
const sendAsModerator = async (mutation: string) => send(await given(services).moderator(), mutation);

const SUSPENSION = 'decision: SUSPEND, reason: "It sends adverts.", closesReports: true';
/** What is committed, the table that batches change after it, and how many of them belong to the commit. */
const COMMITTED: [string, string, number, (bot: Owned) => Promise<unknown>, unknown][] = [
  [
    'a suspension',
    'reports',
    1,
    ({ id }) => sendAsModerator(`moderateListing(botId: "${id}", revision: 0, ${SUSPENSION})`),
    'Bot',
  ],
  [
    'a suspension of several listings',
    'reports',
    1,
    ({ id }) => sendAsModerator(`moderateListings(botIds: ["${id}"], ${SUSPENSION})`),
    'ModerateListingsPayload',
  ],
  [
    'a removal',
    'reports',
    1,
    ({ id, ownerId }) => send(ownerId, `removeListing(botId: "${id}")`),
    'RemoveListingPayload',
  ],
  [
    'the removal of a webhook',
    'deliveries',
    1,
    ({ id, ownerId }) => removeWebhook(services, id, ownerId),
    true,
  ],
  [
    'a pause',
    'deliveries',
    0,
    async ({ id, ownerId }) => (await pauseWebhook(services, id, ownerId)).hold,
    'paused',
  ],
  [
    'the removal of news',
    'notices',
    0,
    async ({ id }) => {
      await removeNews(services, id, first(await listNews(services, { botId: id, first: 1 })).id);
      return (await listNews(services, { botId: id, first: 1 })).length;
    },
    0,
  ],
];

test.each(COMMITTED)(
  '%s does not look failed when a batch after it fails',
  async (_, table, within, act, result) => {
    const bot = await owned();
    await reports(bot.id);
    await many.deliveries(bot.id, 'pending');
    await publishNews(services, bot.id, { title: 'A new command', text: 'It plays music.' });
    await refuseBatches(table, within);
    try {
      expect(await act(bot)).toBe(result);
    } finally {
      await allowBatches();
    }
    expect(service.faults.splice(0)).toEqual([expect.stringContaining('A request failed.')]);
    await settleReports(services);
    expect(await openReports(bot.id)).toBe(table === 'reports' ? 0 : REPORTS);
    await sql`truncate deliveries cascade`;
  },
);
