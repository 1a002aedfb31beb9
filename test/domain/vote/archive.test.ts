import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { AppServices } from '../../../src/app.ts';
import { archiveVotes } from '../../../src/domain/vote/archive.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { listVotes, type Vote } from '../../../src/domain/vote/log.ts';
import { monthStart } from '../../../src/domain/vote/months.ts';
import { makeFolder } from '../../kit/folder.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { startOwnService } from '../../kit/own-service.ts';
import { after, at } from '../../kit/time.ts';
import { addVotes as addVotesTo, makeMonthsOf2026, readPages } from '../../kit/vote-log.ts';

/** Votes are in the months before this time. */
const NOW = new Date('2026-07-10T12:00:00.000Z');

let parts: AsyncDisposableStack;
let folder: string;
let services: AppServices;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  folder = await makeFolder('archives', parts);
  const service = await startOwnService({ ARCHIVE_DIR: folder });
  parts.defer(() => service.close());
  services = at(service.services, NOW);
  await makeMonthsOf2026(services, monthStart(NOW, 1));
});
afterEach(() => parts.disposeAsync());

const newBot = async () => (await given(services).owner().listing().approved()).id;

const addVotes = (botId: string, times: readonly Date[]) => addVotesTo(services, botId, times);

async function readAll(botId: string, limit: number): Promise<Vote[]> {
  const pages = await readPages(services, botId, limit);
  for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
  return pages.flat();
}

const partitions = async () => {
  const rows = await services.db.sql<{ name: string }[]>`
    select relname as name from pg_class where oid in (select inhrelid from pg_inherits where inhparent = 'votes'::regclass)
    order by 1`;
  return rows.map(({ name }) => name);
};

/** Every few days, with several votes in one millisecond and some at the edges of months. */
const TIMES = [
  ...Array.from({ length: 60 }, (_, index) => after(NOW, -index * 3 * 24 * 3600 * 1000 - index)),
  ...[1, 2, 3].map(() => new Date('2026-03-05T00:00:00.123Z')),
  ...[-1, 0, 1].map((ms) => after(new Date('2026-05-01'), ms)),
  new Date('2015-01-01T00:00:00.000Z'),
];

test('months that are old enough go into files, and the others stay', async () => {
  await addVotes(await newBot(), TIMES);
  const before = await partitions();
  const archived = await archiveVotes(services, 2);
  expect(archived.map(({ until }) => until.toISOString().slice(0, 7))).toEqual([
    '2026-01',
    '2026-02',
    '2026-03',
    '2026-04',
    '2026-05',
  ]);
  const gone = ['votes_before', 'votes_2026_01', 'votes_2026_02', 'votes_2026_03', 'votes_2026_04'];
  expect(await partitions()).toEqual(before.filter((name) => !gone.includes(name)));
  expect((await readdir(folder)).sort()).toEqual(archived.map(({ file }) => file).sort());
  expect(await archiveVotes(services, 2)).toEqual([]);
});

test('pages of any size are the same before and after, through archived months to the end of the log', async () => {
  const [bot, other, empty] = [await newBot(), await newBot(), await newBot()];
  const votes = await addVotes(bot, TIMES);
  const theirs = await addVotes(other, [new Date('2026-02-02'), new Date('2026-06-02')]);
  const sizes = [1, 2, 7, 20, votes.length - 1, votes.length, votes.length + 1, 1000];
  for (const size of sizes) expect(await readAll(bot, size)).toEqual(votes);
  await archiveVotes(services, 1);
  for (const size of sizes) expect(await readAll(bot, size)).toEqual(votes);
  expect(await readAll(other, 1)).toEqual(theirs);
  expect(await readAll(empty, 1)).toEqual([]);
});

test('a cursor from before the archive goes on in the file', async () => {
  const bot = await newBot();
  const votes = await addVotes(bot, TIMES);
  const page = await listVotes(services, bot, 25, undefined);
  await archiveVotes(services, 1);
  const rest = await listVotes(services, bot, 1000, page.nextCursor);
  expect([...page.votes, ...rest.votes]).toEqual(votes);
});

test('a bot with thousands of votes in a month is read block by block', async () => {
  const [bot, other] = [await newBot(), await newBot()];
  const start = new Date('2026-04-01').getTime();
  const votes = await addVotes(
    bot,
    Array.from({ length: 3500 }, (_, index) => new Date(start + index * 500)),
  );
  await addVotes(
    other,
    Array.from({ length: 700 }, (_, index) => new Date(start + index * 500)),
  );
  await archiveVotes(services, 1);
  expect(await readAll(bot, 1000)).toEqual(votes);
  expect(await readAll(bot, 333)).toEqual(votes);
  const [blocks] = await services.db.sql`
    select count(*)::int, max(votes) as largest from archived_votes where bot_id = ${bot}`;
  expect(blocks).toEqual({ count: expect.any(Number), largest: 1000 });
});

test('each file can be read by zcat, has all votes of its months, and is what the database says', async () => {
  const bot = await newBot();
  const votes = await addVotes(bot, TIMES);
  const archived = await archiveVotes(services, 1);
  const lines: string[] = [];
  for (const { file, until, votes: count } of archived) {
    const data = await readFile(join(folder, file));
    const text = gunzipSync(data).toString();
    lines.unshift(...text.split('\n').filter(Boolean));
    expect(text.split('\n').filter(Boolean)).toHaveLength(count);
    const rows = await services.db.sql`
      select file, votes, bytes::int, encode(sha256, 'hex') as sha256 from vote_archives where until = ${until}`;
    const sha256 = createHash('sha256').update(data).digest('hex');
    expect(rows).toEqual([{ file, votes: String(count), bytes: data.length, sha256 }]);
  }
  const old = votes.filter(({ votedAt }) => votedAt < new Date('2026-06-01'));
  expect(lines).toEqual(old.map(({ userId, votedAt }) => `${bot},${userId},${votedAt.toISOString()}`));
});

test('votes from before a take-over stay out of sight in the files, too', async () => {
  const bot = await newBot();
  const votes = await addVotes(bot, TIMES);
  await archiveVotes(services, 1);
  const since = new Date('2026-03-05T00:00:00.123Z');
  await services.db.sql`update bots set owned_since = ${since} where id = ${bot}`;
  const seen = votes.filter(({ votedAt }) => votedAt >= since);
  for (const size of [1, 10, 1000]) expect(await readAll(bot, size)).toEqual(seen);
});

test('votes are cast and listed before old ones after months were archived', async () => {
  const bot = await newBot();
  const votes = await addVotes(bot, TIMES.slice(1));
  await archiveVotes(services, 1);
  const userId = newUserId();
  const { votedAt } = await castVote(services, bot, userId);
  expect(await readAll(bot, 9)).toEqual([{ userId, votedAt }, ...votes]);
});

test('when a file is missing or damaged, or no folder is set, the log fails instead of ending', async () => {
  const bot = await newBot();
  await addVotes(bot, TIMES);
  const files = (await archiveVotes(services, 1)).map(({ file }) => join(folder, file));
  const read = () => readAll(bot, 1000);
  await expect(listVotes({ ...services, archiveDir: undefined }, bot, 1000, undefined)).rejects.toThrow(
    'ARCHIVE_DIR',
  );
  const file = files[2] ?? '';
  await rename(file, `${file}.away`);
  await expect(read()).rejects.toThrow('ENOENT');
  // What is not in it can still be read.
  expect((await listVotes(services, bot, 5, undefined)).votes).toHaveLength(5);
  const data = await readFile(`${file}.away`);
  await writeFile(file, data.subarray(0, data.length - 5));
  await expect(read()).rejects.toThrow();
  await writeFile(file, data);
  expect(await read()).toHaveLength(TIMES.length);
});

test('without a folder to write to nothing changes', async () => {
  const bot = await newBot();
  const votes = await addVotes(bot, TIMES);
  const before = await partitions();
  await expect(archiveVotes({ ...services, archiveDir: undefined }, 1)).rejects.toThrow('ARCHIVE_DIR');
  await rm(folder, { recursive: true });
  await expect(archiveVotes(services, 1)).rejects.toThrow('ENOENT');
  expect(await partitions()).toEqual(before);
  expect(await readAll(bot, 10)).toEqual(votes);
});

test('the current month never goes, and a run that is stopped leaves no file behind', async () => {
  await addVotes(await newBot(), TIMES);
  await expect(archiveVotes(services, 0)).rejects.toThrow(RangeError);
  const before = await partitions();
  await expect(archiveVotes(services, 1, AbortSignal.abort())).rejects.toThrow();
  expect([await partitions(), await readdir(folder)]).toEqual([before, []]);
});

// The embedded database runs one transaction at a time: nobody else can hold the table.
if (inject('environment').DATABASE_URL) {
  test('when the partition cannot be dropped, pages are right, no vote waits long, and the next run drops it', async () => {
    const bot = await newBot();
    const votes = await addVotes(bot, TIMES);
    const { sql } = services.db;
    const held = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const dump = sql.begin(async (transaction) => {
      await transaction`lock table only votes in access share mode`;
      holding.resolve();
      await held.promise;
    });
    await holding.promise;
    await expect(archiveVotes(services, 1)).rejects.toThrow(/lock timeout/);
    expect(await partitions()).toContain('votes_before');
    expect(await readAll(bot, 10)).toEqual(votes);
    await expect(addVotes(bot, [new Date('2014-01-01')])).rejects.toThrow(/votes_archived/);
    held.resolve();
    await dump;
    await archiveVotes(services, 1);
    expect(await partitions()).not.toContain('votes_before');
    expect(await readAll(bot, 10)).toEqual(votes);
  });
}

test('a vote for a month whose votes are in a file fails, since it would be lost', async () => {
  const bot = await newBot();
  await addVotes(bot, TIMES);
  await archiveVotes(services, 1);
  await expect(addVotes(bot, [new Date('2026-02-02')])).rejects.toThrow(/no partition/);
});

test('files can be put back into the database, and the pages are the same before, meanwhile and after', async () => {
  const bot = await newBot();
  const votes = await addVotes(bot, TIMES);
  const archived = await archiveVotes(services, 1);
  const { sql } = services.db;
  const end = archived.at(-1)?.until.toISOString();
  await sql.unsafe(
    `create table vote_months.restored partition of votes for values from (minvalue) to ('${end}')`,
  );
  for (const { file } of archived) {
    const lines = gunzipSync(await readFile(join(folder, file)))
      .toString()
      .split('\n')
      .filter(Boolean);
    for (const line of lines) {
      const [botId = '', userId = '', votedAt = ''] = line.split(',');
      await sql`insert into votes (bot_id, user_id, voted_at) values (${botId}, ${userId}, ${new Date(votedAt)})`;
    }
  }
  expect(await readAll(bot, 10)).toEqual(votes);
  await sql`delete from archived_votes`;
  await sql`delete from vote_archives`;
  expect(await readAll(bot, 10)).toEqual(votes);
});
