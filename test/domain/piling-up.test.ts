import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withPatience } from '../../src/db/client.ts';
import { MAX_LISTINGS, submitListing } from '../../src/domain/listing/submit.ts';
import { MAX_OPEN_REPORTS, reportListing } from '../../src/domain/moderation/reports.ts';
import { MAX_REMINDERS, setReminder } from '../../src/domain/vote/reminders.ts';
import { given } from '../kit/given.ts';
import { newBotId } from '../kit/ids.ts';
import { FIELDS } from '../kit/listing-input.ts';
import { forFile, startOwnService } from '../kit/service.ts';

const { services } = await forFile(startOwnService());
const { sql } = services.db;

/** In this file. */
const HERE = 'piling-up.test.ts';

/**
 * Every table with rows of users or bots: how many of them there can be, and the test of that number. A key alone
 * bounds a table whose rows are one per user, per bot, or per pair of both.
 */
const BOUNDS: Readonly<
  Record<string, readonly [number: string, test: string | 'key' | 'moderators' | 'retention']>
> = {
  api_tokens: ['1 per bot', 'key'],
  bot_avatars: ['1 per bot', 'key'],
  bot_owners: ['11 per bot', 'ownership/owners.test.ts'],
  bot_stats: ['1 per bot', 'key'],
  bots: ['100 per owner', HERE],
  daily_server_counts: ['1 per bot and day', 'key'],
  daily_votes: ['1 per bot and day', 'key'],
  deliveries: ['6 tests a minute and the votes per bot, for 90 days', 'retention'],
  delivery_attempts: ['5 per round of a delivery', 'retention'],
  delivery_timings: ['1 per bot, day, measure and bucket', 'key'],
  erased_users: ['1 per user', 'key'],
  favourites: ['500 per user', 'member/favourites.test.ts'],
  features: ['12 at a time', 'moderators'],
  listing_edits: ['2 open ones per part of a listing', 'listing/review-edits.test.ts'],
  listing_events: ['1000 per bot', 'listing/edit.test.ts'],
  listing_images: ['those that the listing shows', 'listing/screenshots.test.ts'],
  listing_moves: ['10 submissions a day per user, the rest by moderators', 'moderators'],
  listing_news: ['50 per bot', 'listing/news.test.ts'],
  listing_texts: ['10 per bot', 'listing/texts.test.ts'],
  listing_transfers: ['1 per bot', 'key'],
  moderation_claims: ['1 per bot', 'key'],
  moderation_notes: ['100 per bot', 'moderation/review.test.ts'],
  moderation_templates: ['30 per moderator', 'moderation/templates.test.ts'],
  notice_channels: ['10 per user', 'notices/channels.test.ts'],
  notice_settings: ['1 per user and kind', 'key'],
  notices: ['those of 90 days', 'retention'],
  reminder_wishes: ['500 per user', HERE],
  reminders: ['1 per user and bot', 'key'],
  replays: ['50 per bot', 'delivery/replay.test.ts'],
  reports: ['100 open ones per user', HERE],
  sessions: ['50 per user', 'identity/sessions.test.ts'],
  text_image_fetches: ['1 per bot', 'key'],
  unfinished_erasures: ['1 per user', 'key'],
  user_blocks: ['1 open one per user and kind', 'moderators'],
  vote_addresses: ['those of votes of a day', 'retention'],
  vote_voidings: ['what moderators decide', 'moderators'],
  vote_windows: ['1 per user and bot', 'key'],
  votes: ['1 per user and bot in 12 hours', 'vote/cast.test.ts'],
  webhooks: ['1 per bot', 'key'],
};

test('Each table with rows of users or bots has a number of them, and a test of it', async () => {
  const tables = await sql<{ name: string }[]>`
    select distinct relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and (attname in ('user_id', 'bot_id') or relname = 'bots') order by 1`;
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(BOUNDS).sort());
  const files = Object.values(BOUNDS).flatMap(([, by]) => (by.endsWith('.ts') ? [by] : []));
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, file)))).toEqual([]);
});

/** Approved listings with the given ids and no owner. */
const listings = (count: number, from: number) =>
  withPatience(
    services.db,
    (filling) => filling`
      insert into bots (id, name, short_description, state, created_at)
      select (${from}::bigint + n)::text, 'Bot', 'A bot.', 'approved', now() from generate_series(1, ${count}::int) n`,
  );

test('A user owns a hundred listings at most; a removed one makes room', async () => {
  const userId = await given(services).user();
  await listings(MAX_LISTINGS, 90000000000000000);
  await sql`
    insert into bot_owners (bot_id, user_id)
    select (90000000000000000 + n)::text, ${userId} from generate_series(1, ${MAX_LISTINGS}::int) n`;
  const submit = () => submitListing(services, { botId: newBotId(), userId, fields: FIELDS });
  await expect(submit()).rejects.toMatchObject({
    reason: 'listings.tooMany',
    parameters: { max: MAX_LISTINGS },
  });
  await sql`update bots set state = 'removed' where id = '90000000000000001'`;
  await submit();
  await expect(submit()).rejects.toMatchObject({ reason: 'listings.tooMany' });
});

test('A user wants five hundred reminders at most, also of requests at once', async () => {
  const userId = await given(services).user();
  await listings(MAX_REMINDERS + 5, 91000000000000000);
  await sql`
    insert into reminder_wishes (user_id, bot_id, created_at)
    select ${userId}, (91000000000000000 + n)::text, now() from generate_series(1, ${MAX_REMINDERS - 2}::int) n`;
  const want = (number: number) =>
    setReminder(services, userId, `91000000000000${String(number).padStart(3, '0')}`, true);
  const outcomes = await Promise.allSettled([499, 500, 501, 502, 503].map(want));
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.reason] : [],
  );
  expect(refused).toEqual(Array(3).fill('reminders.tooMany'));
  // One that is there already is no further one.
  await want(1);
});

test('A user has a hundred open reports at most; a closed one makes room', async () => {
  const userId = await given(services).user();
  await listings(MAX_OPEN_REPORTS + 2, 92000000000000000);
  await sql`
    insert into reports (id, bot_id, user_id, category, text, created_at)
    select gen_random_uuid(), (92000000000000000 + n)::text, ${userId}, 'spam', 'Too much.', now()
    from generate_series(1, ${MAX_OPEN_REPORTS}::int) n`;
  const report = (id: string) =>
    reportListing(services, userId, id, { category: 'spam', text: 'It sends messages to everybody.' });
  const refused = { reason: 'reports.tooMany', parameters: { max: MAX_OPEN_REPORTS } };
  await expect(report('92000000000000101')).rejects.toMatchObject(refused);
  await sql`update reports set closed_at = now(), outcome = 'acted' where user_id = ${userId} and bot_id = '92000000000000001'`;
  await report('92000000000000101');
  await expect(report('92000000000000102')).rejects.toMatchObject(refused);
});
