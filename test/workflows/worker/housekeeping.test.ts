import { beforeEach, expect, test } from 'vitest';
import { doIfDue } from '../../../src/domain/kernel/job.ts';
import { publishNews } from '../../../src/domain/listing/news.ts';
import {
  deleteOldRows,
  finishOpenErasures,
  keepTold,
  makeComingMonths,
} from '../../../src/workflows/worker/housekeeping.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { keepLog } from '../../kit/kept-log.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { isStoredAnywhere } from '../../kit/stored.ts';
import { after, at, HOUR_MS, NOON } from '../../kit/time.ts';

const POLICY = {
  retentionDeliveriesDays: 90,
  retentionAttemptBodiesDays: 30,
  retentionReportsDays: 365,
  retentionDailyCountsDays: 400,
};
const OPEN = new AbortController().signal;
const DONE = { msg: 'Deleted old rows.', isComplete: true };

const service = await forFile(startOwnService());
beforeEach(async () => {
  const { sql } = service.services.db;
  await sql`truncate jobs, sessions`;
  const userId = newUserId();
  await sql`insert into users (id, name, created_at) values (${userId}, 'Ada', ${NOON})`;
  await sql`
    insert into sessions (id_hash, user_id, created_at, expires_at)
    values (sha256(${userId}::text::bytea), ${userId}, ${NOON}, ${NOON})`;
});

/** The lines of the log of one worker that looks whether the job is due. */
async function look(ms: number, closing = OPEN, policy = POLICY): Promise<unknown[]> {
  const { log, lines } = keepLog();
  await deleteOldRows(at(service.services, after(NOON, ms)), policy, log, closing);
  return lines;
}

test('of several workers one deletes old rows and logs one line with the counts', async () => {
  const lines = await Promise.all([look(0), look(0), look(0)]);
  expect(lines.flat()).toEqual([expect.objectContaining({ ...DONE, sessions: 1, deliveries: 0 })]);
});

test('it is due again after six hours, also after a restart of all workers', async () => {
  expect(await look(0)).toHaveLength(1);
  expect(await look(6 * HOUR_MS - 60_000)).toEqual([]);
  expect(await look(6 * HOUR_MS + 60_000)).toEqual([expect.objectContaining(DONE)]);
});

test('a worker that stops leaves the rest to the next one at once', async () => {
  expect(await look(0, AbortSignal.abort())).toEqual([
    expect.objectContaining({ isComplete: false, sessions: 0 }),
  ]);
  expect(await look(1)).toEqual([expect.objectContaining({ ...DONE, sessions: 1 })]);
});

test('when a worker dies in the middle, another one takes over after the end of the lease', async () => {
  const died = doIfDue(at(service.services, NOON), { name: 'retention', leaseMs: 35 * 60_000 }, async () => {
    throw new Error('killed');
  });
  await expect(died).rejects.toThrow('killed');
  expect(await look(34 * 60_000)).toEqual([]);
  expect(await look(35 * 60_000)).toEqual([expect.objectContaining(DONE)]);
});

test('a lease from a clock that was far ahead is ignored', async () => {
  await service.services.db.sql`
    insert into jobs (name, due_at, leased_until) values ('retention', ${NOON}, ${after(NOON, 1000 * HOUR_MS)})`;
  expect(await look(0)).toHaveLength(1);
});

test('a fault is logged without its text, and the service goes on', async () => {
  const { log, lines } = keepLog();
  const sql = () => Promise.reject(new Error('secret'));
  const services = { ...at(service.services, NOON), db: { ...service.services.db, sql } };
  await deleteOldRows(services as never, POLICY, log, OPEN);
  expect(lines).toEqual([
    { level: 40, fault: 'Error', msg: 'Old rows could not be deleted. The next run deletes them.' },
  ]);
});

test('an erasure that was interrupted is finished at the next look, unless this process does another one', async () => {
  const services = at(service.services, NOON);
  const userId = await given(services).user('Ada');
  await services.db
    .sql`insert into unfinished_erasures (user_id, removes_listings) values (${userId}, false)`;
  const lookFor = async () => {
    const { log, lines } = keepLog();
    await finishOpenErasures(services, log);
    return lines;
  };
  await services.ownDataJob(async () => expect(await lookFor()).toEqual([]));
  expect(await isStoredAnywhere(services, userId)).toBe(true);
  const lines = await lookFor();
  expect(lines).toEqual([expect.objectContaining({ level: 30, users: 1 })]);
  expect(JSON.stringify(lines)).not.toContain(userId);
  expect(await isStoredAnywhere(services, userId)).toBe(false);
  expect(await lookFor()).toEqual([]);
});

test('of several workers one makes the partitions of the coming months, once a day', async () => {
  const rows = await service.services.db.sql<{ start: Date }[]>`
    select substring(pg_get_expr(relpartbound, oid) from 'FROM [(]''([^'']+)''')::timestamptz as start
    from pg_class where oid = 'vote_months.votes_rest'::regclass`;
  const make = async (ms: number) => {
    const { log, lines } = keepLog();
    await makeComingMonths(at(service.services, after(first(rows).start, ms)), log);
    return lines;
  };
  const made = { level: 30, msg: 'Made partitions for the votes of the coming months.' };
  expect((await Promise.all([make(0), make(0), make(0)])).flat()).toEqual([{ ...made, partitions: 4 }]);
  // A month later one more is needed, and the job is due.
  expect(await make(32 * 24 * HOUR_MS)).toEqual([{ ...made, partitions: 1 }]);
  expect(await make(33 * 24 * HOUR_MS)).toEqual([]);
});

test('a worker that stops tells the followers of the batch in progress, and no more', async () => {
  const { services } = service;
  const { sql } = services.db;
  const bot = await given(services).listing().approved();
  await sql`
    with follower as (
      insert into users (id, name, created_at)
      select (100000000000000000 + n)::text, 'Follower', ${NOON} from generate_series(1, 3000) n returning id
    )
    insert into favourites (bot_id, user_id, created_at) select ${bot.id}, id, ${NOON} from follower`;
  await publishNews(services, bot.id, { title: 'A new command', text: 'It plays music.' });
  const closed = Promise.withResolvers<void>();
  const { log } = keepLog();
  // It looks at the clock for each batch.
  const now = () => {
    closed.resolve(told.close());
    return NOON;
  };
  const told = keepTold({ ...services, now }, { retentionDeliveriesDays: 30 }, log);
  await closed.promise;
  const toldOf = await sql`select from notices where bot_id = ${bot.id} and kind = 'news_published'`;
  expect(toldOf.length).toBeGreaterThan(0);
  expect(toldOf.length).toBeLessThanOrEqual(500);
});
