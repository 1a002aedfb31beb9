import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { AppServices } from '../../../src/app.ts';
import { eraseUser } from '../../../src/domain/privacy/erase-user.ts';
import { exportUser } from '../../../src/domain/privacy/export-user.ts';
import { planErasure } from '../../../src/domain/privacy/plan-erasure.ts';
import { archiveVotes } from '../../../src/domain/vote/archive.ts';
import { findInArchives, writeNewFiles } from '../../../src/domain/vote/archive-user.ts';
import type { Vote } from '../../../src/domain/vote/log.ts';
import { monthStart } from '../../../src/domain/vote/months.ts';
import { makeFolder } from '../../kit/folder.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { type OwnService, startOwnService } from '../../kit/own-service.ts';
import { first } from '../../kit/present.ts';
import { startService } from '../../kit/service.ts';
import { isStoredAnywhere } from '../../kit/stored.ts';
import { after, at, DAY_MS } from '../../kit/time.ts';
import { addVotes, makeMonthsOf2026, readPages } from '../../kit/vote-log.ts';

const NOW = new Date('2026-07-10T12:00:00.000Z');
const KEEP = { removesListings: false };
/** With pages that end within, at and after blocks. */
const SIZES = [7, 999, 1000];
/** Every five days, in archived months and in those that stay. */
const TIMES = Array.from({ length: 30 }, (_, index) => after(NOW, -(index + 1) * 5 * DAY_MS));

let parts: AsyncDisposableStack;
let folder: string;
let service: OwnService;
let services: AppServices;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  folder = await makeFolder('archives', parts);
  service = await startOwnService({ ARCHIVE_DIR: folder });
  parts.defer(() => service.close());
  services = at(service.services, NOW);
  await makeMonthsOf2026(services, monthStart(NOW, 1));
});
afterEach(() => parts.disposeAsync());

const newBot = async () => (await given(services).owner().listing().approved()).id;
const readAll = async (botId: string, limit = 1000) => (await readPages(services, botId, limit)).flat();

/** Votes of a user and of others in turn. Others also voted in the same milliseconds, some with smaller ids. */
async function addMixedVotes(botId: string, userId: string): Promise<Vote[]> {
  await addVotes(services, botId, TIMES, () => userId);
  await addVotes(services, botId, [...TIMES, ...TIMES]);
  await addVotes(services, botId, TIMES, (index) => String(10n ** 16n + BigInt(index)));
  return readAll(botId);
}

/** The same votes with another id for a user, in the order of the log. */
const renamed = (votes: readonly Vote[], userId: string, pseudonym: string): Vote[] =>
  votes
    .map((vote) => (vote.userId === userId ? { ...vote, userId: pseudonym } : vote))
    .sort((a, b) => b.votedAt.getTime() - a.votedAt.getTime() || (a.userId < b.userId ? 1 : -1));

const pseudonymsIn = (votes: readonly Vote[]) => [
  ...new Set(votes.map(({ userId }) => userId).filter((id) => id.startsWith('00000'))),
];

/** Every file in the folder is an archive, has what the database says, and nowhere an id. */
async function expectNowhere(userId: string): Promise<void> {
  const rows = await services.db.sql<{ file: string; votes: number; bytes: number; sha256: Buffer }[]>`
    select file, votes::int, bytes::int, sha256 from vote_archives order by file`;
  expect((await readdir(folder)).sort()).toEqual(rows.map(({ file }) => file));
  for (const { file, votes, bytes, sha256 } of rows) {
    const data = await readFile(join(folder, file));
    expect([data.length, createHash('sha256').update(data).digest()]).toEqual([bytes, sha256]);
    const text = bytes > 0 ? gunzipSync(data).toString() : '';
    expect(text.split('\n').filter(Boolean)).toHaveLength(votes);
    expect(text).not.toContain(userId);
  }
  expect(await isStoredAnywhere(services, userId)).toBe(false);
}

test('an erased voter stays one voter per bot in files and database, and every page keeps its times', async () => {
  const [bot, second, untouched] = [await newBot(), await newBot(), await newBot()];
  const userId = newUserId();
  const before = await addMixedVotes(bot, userId);
  await addVotes(services, second, TIMES, () => userId);
  const others = await addVotes(services, untouched, TIMES);
  await archiveVotes(services, 1);
  expect(await planErasure(services, userId)).toMatchObject({ votes: 60, archives: 4, isKnown: true });
  expect(await eraseUser(services, userId, KEEP)).toMatchObject({ votes: 60, archives: 4, unusedFiles: 0 });

  const [pseudonym = '', ...more] = pseudonymsIn(await readAll(bot));
  expect(more).toEqual([]);
  for (const size of SIZES) expect(await readAll(bot, size)).toEqual(renamed(before, userId, pseudonym));
  const log = await readAll(second);
  expect(log.map(({ votedAt }) => votedAt)).toEqual(TIMES);
  expect(new Set(log.map((vote) => vote.userId)).size).toBe(1);
  expect(log[0]?.userId).not.toBe(pseudonym);
  expect(await readAll(untouched, 3)).toEqual(others);
  await expectNowhere(userId);
  expect(await eraseUser(services, userId, KEEP)).toMatchObject({ votes: 0, archives: 0, isKnown: false });
});

test('a vote that shares its millisecond with more votes than a block has keeps its place in the order', async () => {
  const [bot, other] = [await newBot(), await newBot()];
  const userId = newUserId();
  const time = new Date('2026-04-07T00:00:00.000Z');
  const smaller = (index: number) => String(10n ** 16n + BigInt(index));
  for (const botId of [bot, other]) {
    await addVotes(services, botId, [after(time, 1), after(time, -1), time], () => userId);
    await addVotes(services, botId, Array(2500).fill(time), smaller);
    await addVotes(
      services,
      botId,
      Array.from({ length: 1200 }, (_, index) => after(time, 10 + index)),
    );
  }
  const before = await readAll(bot);
  await archiveVotes(services, 1);
  const [index] = await services.db.sql`select count(*)::int, sum(votes)::int as votes from archived_votes`;
  await eraseUser(services, userId, KEEP);
  const [pseudonym = ''] = pseudonymsIn(await readAll(bot));
  for (const size of SIZES) expect(await readAll(bot, size)).toEqual(renamed(before, userId, pseudonym));
  expect(await readAll(other)).toHaveLength(before.length);
  const rows = await services.db.sql`select count(*)::int, sum(votes)::int as votes from archived_votes`;
  expect(rows).toEqual([index]);
  await expectNowhere(userId);
});

test('an export has the votes of files and database, each once, oldest first', async () => {
  const bot = await newBot();
  const userId = newUserId();
  await addMixedVotes(bot, userId);
  const votes = TIMES.map((votedAt) => ({ botId: bot, votedAt })).reverse();
  const before = await exportUser(services, userId);
  expect(before.votes).toEqual(votes);
  await archiveVotes(services, 1);
  expect(await exportUser(services, userId)).toEqual(before);
  await archiveVotes(at(services, after(NOW, 90 * DAY_MS)), 1);
  expect(await exportUser(services, userId)).toMatchObject({ account: null, votes });
});

test('a missing or damaged file, or a missing folder, is named, and nothing is changed', async () => {
  const bot = await newBot();
  const userId = await given(services).user();
  const before = await addMixedVotes(bot, userId);
  const [, , { file } = { file: '' }] = await archiveVotes(services, 1);
  const path = join(folder, file);
  const refused = async (reason: string) => {
    const files = await readdir(folder);
    await expect(eraseUser(services, userId, KEEP)).rejects.toThrow(reason);
    await expect(planErasure(services, userId)).rejects.toThrow(reason);
    await expect(exportUser(services, userId)).rejects.toThrow(reason);
    expect(await readdir(folder)).toEqual(files);
    expect(await services.db.sql`select from sessions where user_id = ${userId}`).toHaveLength(1);
  };
  await rename(path, `${path}.away`);
  await refused(`The archive ${file} cannot be read: ENOENT`);
  const data = await readFile(`${path}.away`);
  const damaged = Buffer.from(data);
  damaged.writeUInt8(damaged.readUInt8(data.length - 20) ^ 1, data.length - 20);
  await writeFile(path, damaged);
  await refused(`The archive ${file} cannot be read: `);
  await writeFile(path, data.subarray(0, -1));
  await refused(`it has ${data.length - 1} bytes instead of ${data.length}.`);
  await writeFile(path, data);
  await rename(`${path}.away`, join(folder, 'copy'));
  expect(await readAll(bot)).toEqual(before);
  await expect(eraseUser({ ...services, archiveDir: undefined }, userId, KEEP)).rejects.toThrow(
    'ARCHIVE_DIR',
  );
});

/** Makes statements fail, as if the process died there. */
async function failing(table: string, event: string, when: string): Promise<() => Promise<unknown>> {
  const { sql } = services.db;
  await sql.unsafe(`create or replace function fail() returns trigger language plpgsql
    as $$ begin raise exception 'The process died.'; end $$`);
  await sql.unsafe(`
    create trigger fails before ${event} on ${table} for each row when (${when}) execute function fail()`);
  return () => sql.unsafe(`drop trigger fails on ${table}`);
}

test('when the process dies after it wrote the new files, nothing has changed, and the next run deletes them', async () => {
  const bot = await newBot();
  const userId = newUserId();
  const before = await addMixedVotes(bot, userId);
  await archiveVotes(services, 1);
  const old = await readdir(folder);
  const found = await findInArchives(services, userId);
  const written = await writeNewFiles(services, found, userId, () => '0000012345678901234');
  // It was writing one more.
  const { file } = first(written);
  await rename(join(folder, file), join(folder, `${file}.part`));
  expect(await readdir(folder)).toHaveLength(old.length + 4);
  expect(await readAll(bot, 7)).toEqual(before);
  expect(await planErasure(services, userId)).toMatchObject({ unusedFiles: 4 });
  await eraseUser(services, userId, KEEP);
  await expectNowhere(userId);
  expect(await readAll(bot)).toEqual(renamed(before, userId, first(pseudonymsIn(await readAll(bot)))));
});

test('when the database fails meanwhile, files, pages and rows are as before, and the next run does it', async () => {
  const bot = await newBot();
  const userId = newUserId();
  const before = await addMixedVotes(bot, userId);
  await archiveVotes(services, 1);
  const old = await readdir(folder);
  // After files and index of two months were exchanged.
  const mend = await failing('vote_archives', 'update', `old.until = '2026-03-01T00:00:00Z'`);
  await expect(eraseUser(services, userId, KEEP)).rejects.toThrow('The process died.');
  expect(await readdir(folder)).toEqual(old);
  expect(await readAll(bot, 7)).toEqual(before);
  await mend();
  expect(await eraseUser(services, userId, KEEP)).toMatchObject({ votes: 30, archives: 4 });
  await expectNowhere(userId);
});

test('when the process dies before it deleted the old files, pages come from the new ones, and the next run deletes them', async () => {
  const bot = await newBot();
  const userId = newUserId();
  const before = await addMixedVotes(bot, userId);
  await archiveVotes(services, 1);
  const old = await readdir(folder);
  const mend = await failing('unused_archive_files', 'delete', `old.file = '${old[1]}'`);
  await expect(eraseUser(services, userId, KEEP)).rejects.toThrow('The process died.');
  const [pseudonym = ''] = pseudonymsIn(await readAll(bot));
  expect(await readAll(bot, 7)).toEqual(renamed(before, userId, pseudonym));
  expect(await readdir(folder)).toContain(old[1]);
  await mend();
  expect(await planErasure(services, userId)).toMatchObject({ votes: 0, isKnown: true });
  await eraseUser(services, userId, KEEP);
  expect(await readAll(bot, 7)).toEqual(renamed(before, userId, pseudonym));
  await expectNowhere(userId);
});

test('files that a worker left behind when it died are deleted, and those that nobody announced are kept', async () => {
  const bot = await newBot();
  const userId = newUserId();
  await addMixedVotes(bot, userId);
  const mend = await failing('vote_archives', 'insert', 'true');
  const copy = join(folder, 'copy');
  // The file is on the disk when its index fails. Keep it, as a process that dies would.
  const unlinked = await failing('unused_archive_files', 'delete', 'true');
  await expect(archiveVotes(services, 1)).rejects.toThrow('The process died.');
  await mend();
  await unlinked();
  const [left = ''] = await readdir(folder);
  await copyFile(join(folder, left), copy);
  expect(await planErasure(services, userId)).toMatchObject({ votes: 30, archives: 0, unusedFiles: 1 });
  await eraseUser(services, userId, KEEP);
  expect(await readdir(folder)).toEqual(['copy']);
});

test('a page that waits for a file while another one takes its place begins again', async () => {
  const bot = await newBot();
  const userId = newUserId();
  const before = await addMixedVotes(bot, userId);
  const files = (await archiveVotes(services, 1)).map(({ file }) => file);
  // The reader's volume is slow: opening the newest file waits until somebody opens the pipe to write.
  const slow = await makeFolder('slow', parts);
  for (const file of files.slice(0, -1)) await copyFile(join(folder, file), join(slow, file));
  const pipe = join(slow, files.at(-1) ?? '');
  await promisify(execFile)('mkfifo', [pipe]);
  const { promise: isOpening, resolve: begin } = Promise.withResolvers<void>();
  const reader = {
    ...services,
    get archiveDir() {
      begin();
      return slow;
    },
  };
  const reading = readPages(reader, bot, 1000);
  await isOpening;
  await eraseUser(services, userId, KEEP);
  for (const file of await readdir(folder)) await copyFile(join(folder, file), join(slow, file));
  // Nothing is written: the reader may have closed its end by then, and the write would fail.
  await (await open(pipe, 'w')).close();
  const [pseudonym = ''] = pseudonymsIn(await readAll(bot));
  // The newest votes come from the database, as they were when the page began.
  const votes = (await reading).flat();
  expect(votes.map(({ votedAt }) => votedAt)).toEqual(before.map(({ votedAt }) => votedAt));
  const archived = ({ votedAt }: Vote) => votedAt < new Date('2026-06-01T00:00:00Z');
  expect(votes.filter(archived)).toEqual(renamed(before, userId, pseudonym).filter(archived));
});

test('all processes read pages without an error while one user after the other is erased', async () => {
  const bot = await newBot();
  const users = Array.from({ length: 6 }, () => newUserId());
  for (const userId of users) await addVotes(services, bot, TIMES, () => userId);
  await addVotes(services, bot, TIMES);
  await archiveVotes(services, 1);
  const before = await readAll(bot);
  const second = await startService(service.environment);
  parts.defer(() => second.close());
  let isErasing = true;
  const reading = [service.services, second.services].map(async (reader) => {
    let reads = 0;
    for (; isErasing; reads += 1) {
      const times = (await readPages(reader, bot, 50)).flat().map(({ votedAt }) => votedAt.getTime());
      // A vote that moved to the end of its millisecond may come a second time (decision 0038).
      expect(new Set(times)).toEqual(new Set(before.map(({ votedAt }) => votedAt.getTime())));
      expect(times).toEqual(times.toSorted((a, b) => b - a));
    }
    return reads;
  });
  for (const userId of users) await eraseUser(services, userId, KEEP);
  isErasing = false;
  for (const reads of await Promise.all(reading)) expect(reads).toBeGreaterThan(3);
  expect((await readAll(bot)).map(({ votedAt }) => votedAt)).toEqual(before.map(({ votedAt }) => votedAt));
  for (const userId of users) await expectNowhere(userId);
});

// The embedded database runs one transaction at a time: nobody can erase a user while a month is moved.
if (inject('environment').DATABASE_URL) {
  test('a month that is moved while a user is erased does not keep the id', async () => {
    const bot = await newBot();
    const userId = newUserId();
    await addMixedVotes(bot, userId);
    await archiveVotes(services, 5);
    const { sql } = services.db;
    const { promise: isMoving, resolve: move } = Promise.withResolvers<void>();
    const erasing = sql.begin(async (transaction) => {
      await transaction`
        update votes set user_id = '0000000000000000001' where user_id = ${userId}
          and voted_at >= '2026-02-01T00:00:00Z' and voted_at < '2026-03-01T00:00:00Z'`;
      move();
      // The worker has read the old id when the file is complete, and waits for the lock that this holds.
      while (!(await readdir(folder)).some((name) => /^votes_2026_02.*gz$/.test(name))) {
        await transaction`select pg_sleep(0.01)`;
      }
    });
    await isMoving;
    // February is the next one.
    await expect(archiveVotes(services, 1)).rejects.toThrow(
      'The votes have changed while they were archived.',
    );
    await erasing;
    expect((await readdir(folder)).map((name) => name.slice(0, 13))).toEqual([
      'votes_2026_01',
      'votes_before-',
    ]);
    await archiveVotes(services, 1);
    const february = await readFile(join(folder, (await readdir(folder))[1] ?? ''));
    expect(gunzipSync(february).toString()).toContain('0000000000000000001');
    expect(gunzipSync(february).toString()).not.toContain(userId);
  });
}
