import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppServices } from '../../src/app.ts';
import { archiveVotes } from '../../src/domain/vote/archive.ts';
import { monthStart } from '../../src/domain/vote/months.ts';
import { type Admin, adminOf, jsonOf } from '../kit/admin.ts';
import { makeFolder } from '../kit/folder.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { type OwnService, startOwnService } from '../kit/own-service.ts';
import { isStoredAnywhere } from '../kit/stored.ts';
import { after, at, DAY_MS } from '../kit/time.ts';
import { addVotes, makeMonthsOf2026, readPages } from '../kit/vote-log.ts';

const NOW = new Date('2026-07-10T12:00:00.000Z');
const TIMES = Array.from({ length: 50 }, (_, index) => after(NOW, -(index + 1) * 3 * DAY_MS));

const parts = new AsyncDisposableStack();
let folder: string;
let service: OwnService;
let services: AppServices;
let admin: Admin;
let botId: string;
const users = Array.from({ length: 8 }, () => newUserId());
beforeAll(async () => {
  folder = await makeFolder('archives', parts);
  service = await startOwnService({ ARCHIVE_DIR: folder });
  parts.defer(() => service.close());
  services = at(service.services, NOW);
  admin = adminOf(service.environment);
  await makeMonthsOf2026(services, monthStart(NOW, 1));
  botId = (await given(services).owner().listing().approved()).id;
  for (const userId of users) await addVotes(services, botId, TIMES, () => userId);
  await archiveVotes(services, 1);
});
afterAll(() => parts.disposeAsync());

const times = async () =>
  (await readPages(services, botId, 40)).flat().map(({ votedAt }) => votedAt.getTime());

async function expectErased(userId: string): Promise<void> {
  expect(await isStoredAnywhere(services, userId)).toBe(false);
  const known = await services.db.sql<{ file: string }[]>`select file from vote_archives order by file`;
  expect((await readdir(folder)).sort()).toEqual(known.map(({ file }) => file));
  for (const { file } of known) {
    const data = await readFile(join(folder, file));
    if (data.length > 0) expect(gunzipSync(data).toString()).not.toContain(userId);
  }
}

test('users export and users erase reach archives, and name a file that is missing', async () => {
  const [userId = ''] = users;
  const exported = JSON.parse((await admin('users', 'export', userId)).stdout);
  expect(exported.votes).toHaveLength(TIMES.length);
  const [, file = ''] = await readdir(folder);
  await rename(join(folder, file), join(folder, 'away'));
  for (const command of [['export'], ['erase', '--yes']]) {
    const run = await admin('users', ...command, userId);
    expect(run).toMatchObject({ code: 1, stderr: `The archive ${file} cannot be read: ENOENT\n` });
  }
  await rename(join(folder, 'away'), join(folder, file));
  const before = await times();
  const asked = await admin('users', 'erase', userId);
  expect(asked.stderr).toMatch(/: 50 votes and 0 deliveries lose the id; .*; \d archives are written anew\./);
  expect(await jsonOf(admin, 'users', 'erase', userId, '--yes')).toMatchObject({ code: 0, votes: 50 });
  expect(await times()).toEqual(before);
  await expectErased(userId);
});

test('whenever the process is killed, every page keeps its times, and the next run ends the work', async () => {
  const before = await times();
  const started = performance.now();
  await admin('users', 'erase', users[1] ?? '', '--yes');
  const tookMs = performance.now() - started;
  for (const [index, userId] of users.slice(2).entries()) {
    const child = spawn(process.execPath, ['src/admin/main.ts', 'users', 'erase', userId, '--yes'], {
      cwd: resolve(import.meta.dirname, '../..'),
      env: { PATH: process.env.PATH, ...service.environment },
      stdio: 'ignore',
    });
    const closed = once(child, 'close');
    // Most of the time goes by before the first change: loading, and reading everything.
    await delay(tookMs * (0.65 + index * 0.06));
    child.kill('SIGKILL');
    await closed;
    expect(await times()).toEqual(before);
    const { code } = await admin('users', 'erase', userId, '--yes');
    expect(code).toBe(0);
    expect(await times()).toEqual(before);
    await expectErased(userId);
  }
});
