import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase, openPatient, withPatience } from '../../src/db/client.ts';
import type { DeliveryState } from '../../src/db/delivery-tables.ts';
import { cancelAllPending, cancelOfBot } from '../../src/domain/delivery/cancel.ts';
import { pauseWebhook } from '../../src/domain/delivery/hold.ts';
import { endHeld, freeForgotten } from '../../src/domain/delivery/release.ts';
import { resendFailed } from '../../src/domain/delivery/resend.ts';
import { removeWebhook } from '../../src/domain/delivery/webhook.ts';
import { inBatches } from '../../src/domain/kernel/in-batches.ts';
import { listNews, publishNews, removeNews } from '../../src/domain/listing/news.ts';
import { moderateListing } from '../../src/domain/moderation/decide.ts';
import { settleReports } from '../../src/domain/moderation/reports-of-moves.ts';
import { readNotices } from '../../src/domain/notices/read.ts';
import { tellFollowers } from '../../src/domain/notices/rounds.ts';
import { forget } from '../../src/domain/retention/run-retention.ts';
import { given } from '../kit/given.ts';
import { RECEIVER } from '../kit/given-delivery.ts';
import { countDeliveries, manyRows } from '../kit/many.ts';
import { first } from '../kit/present.ts';
import { forFile, startOwnService } from '../kit/service.ts';
import { after, at, DAY_MS, NOON } from '../kit/time.ts';

/*
 * A machine that is so slow that a statement with a tenth of a batch exceeds its time. Production has two or ten seconds
 * for a statement, here it has less, so that the test is quick.
 */
const STATEMENT_MS = 200;
const ROW_MS = 5;
/** A first batch is no larger, and it takes more than `STATEMENT_MS`. */
const MANY = 60;

const service = await forFile(startOwnService());
const patient = await forFile(openPatient(service.services.db));
const { sql } = patient;
const many = manyRows(sql, MANY, NOON);
const quick = at(service.services, NOON);
const slowDb = await forFile(openDatabase({ url: service.environment.DATABASE_URL ?? '' }, 2));
slowDb.sql.options.connection.statement_timeout = STATEMENT_MS;
const slow = at({ ...service.services, db: slowDb }, NOON);

beforeAll(async () => {
  await many.users();
  await sql.unsafe(`
    create function be_slow() returns trigger language plpgsql as $$
    begin
      if current_setting('statement_timeout') = '${STATEMENT_MS}ms' then perform pg_sleep(${ROW_MS / 1000}); end if;
      return coalesce(new, old);
    end $$`);
  for (const name of ['deliveries', 'notices', 'reports'])
    await sql.unsafe(`
      create trigger be_slow before insert or update or delete on ${name} for each row execute function be_slow()`);
});

const owned = () => given(quick).listing().withWebhook(RECEIVER).approved();

test('a statement with a whole batch exceeds its time here', async () => {
  const bot = await owned();
  await many.deliveries(bot.id, 'held');
  await expect(slowDb.sql`update deliveries set round = 2 where bot_id = ${bot.id}`).rejects.toThrow(
    'statement timeout',
  );
  await sql`truncate deliveries cascade`;
});

test('what reads whole tables may take any time, and only that', async () => {
  const slowly = (sql: Sql) => sql`select pg_sleep(${(2 * STATEMENT_MS) / 1000})`;
  await expect(slowly(slowDb.sql)).rejects.toThrow('statement timeout');
  expect(await withPatience(slowDb, slowly)).toHaveLength(1);
  await expect(slowly(slowDb.sql)).rejects.toThrow('statement timeout');
});

type OfBot = (bot: { id: string; ownerId: string }) => Promise<unknown>;
/** A request has a second and a half. A worker does the rest. */
const andTheRest =
  (work: OfBot): OfBot =>
  async (bot) => {
    await work(bot);
    await freeForgotten(slow);
  };
const later = at(slow, after(NOON, 60 * DAY_MS));
const DELIVERIES: [string, DeliveryState, OfBot, object][] = [
  ['a pause', 'pending', andTheRest(({ id, ownerId }) => pauseWebhook(slow, id, ownerId)), { held: MANY }],
  [
    'the removal of a webhook',
    'held',
    andTheRest(({ id, ownerId }) => removeWebhook(slow, id, ownerId)),
    { cancelled: MANY },
  ],
  ['resending what failed', 'failed', ({ id }) => resendFailed(slow, id, new Date(0)), { pending: MANY }],
  ['cancelling', 'pending', ({ id }) => cancelOfBot(slow, id), { cancelled: MANY }],
  ['cancelling all', 'held', () => cancelAllPending(slow), { cancelled: MANY }],
  ['the end of held ones', 'held', () => endHeld(later, 30), { cancelled: MANY }],
];

test.each(DELIVERIES)(
  '%s is done in smaller batches where deliveries are slow',
  async (_, state, work, left) => {
    const bot = await owned();
    await many.deliveries(bot.id, state);
    await work(bot);
    expect(await countDeliveries(sql, bot.id)).toEqual(left);
    await sql`truncate deliveries cascade`;
  },
);

test('followers are told of news in smaller batches, and it is removed so, where notices are slow', async () => {
  const bot = await owned();
  await many.followers(bot.id);
  await publishNews(quick, bot.id, { title: 'A new command', text: 'It plays music.' });
  await tellFollowers(slow);
  const told = () => sql`select from notices where bot_id = ${bot.id} and kind = 'news_published'`;
  expect((await told()).length).toBe(MANY);
  const { id } = first(await listNews(quick, { botId: bot.id, first: 1 }));
  await removeNews(slow, bot.id, id);
  expect(await told()).toHaveLength(0);
});

test('a user reads all notices where notices are slow', async () => {
  const userId = '100000000000000001';
  await readNotices(slow, userId, await many.unread(userId), true);
  expect(await sql`select from notices where user_id = ${userId} and read_at is null`).toHaveLength(0);
});

test('old notices are deleted where notices are slow', async () => {
  expect((await forget(slow, 'notices', after(NOON, DAY_MS))).changed).toBeGreaterThanOrEqual(MANY);
  expect(await sql`select from notices`).toHaveLength(0);
});

test('a suspension closes all reports where reports are slow', async () => {
  const bot = await given(quick).listing().approved();
  const moderator = await given(quick).moderator();
  await many.reports(bot.id);
  const open = async () =>
    (await sql`select from reports where bot_id = ${bot.id} and closed_at is null`).length;
  await moderateListing(slow, moderator, bot.id, {
    decision: 'suspend',
    revision: 0,
    reason: 'It sends adverts.',
    closesReports: true,
  });
  await settleReports(slow);
  expect(await open()).toBe(0);
});

// A constant fits one machine. A join may read the selection again for each row and, with locks, change other rows too.
test('each statement that changes selected rows gets their number from its caller, and selects them once', async () => {
  const folder = join(import.meta.dirname, '../../src');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const found = new Set<string>();
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8');
    const changes =
      /\b(?:update|delete from) [^`]*?(\bin|= any\(array)\s*\(\s*select [^`;]*?\blimit \$\{([^}]+)\}/g;
    for (const [, how, number] of text.matchAll(changes)) {
      found.add(file);
      expect.soft(how, file).toBe('= any(array');
      expect.soft(['size', 'limit'], file).toContain(number);
    }
  }
  expect(found.size).toBeGreaterThan(4);
});

test('a row that takes longer than a statement may is an error, and earlier batches stay done', async () => {
  const sizes: number[] = [];
  const work = inBatches(40, async (size, done: number | undefined = 0) => {
    sizes.push(size);
    const seconds = done >= 4 ? 1 : 0;
    await slowDb.sql`select pg_sleep(${seconds})`;
    return { changed: size, next: done + size };
  });
  await expect(work).rejects.toMatchObject({ code: '57014' });
  expect(sizes).toEqual([4, 8, 2, 1]);
});
