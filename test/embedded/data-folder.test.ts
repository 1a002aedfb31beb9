import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { openDataFolder } from '../../src/embedded/data-folder.ts';
import { joinEmbeddedDatabase } from '../../src/embedded/database.ts';
import { createLog } from '../../src/lib/log.ts';
import { startMigratedDatabase } from '../../src/parts/database.ts';
import { makeFolder } from '../kit/folder.ts';

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

test('a data folder that cannot be written is refused at once, by its name', async () => {
  await using parts = new AsyncDisposableStack();
  const dataDir = join(import.meta.filename, 'data');
  const config = { database: { kind: 'embedded' }, dataDir, searchPath: '' } as const;
  await expect(startMigratedDatabase(config, createLog('silent'), parts)).rejects.toThrow(
    `The data folder ${dataDir} (DATA_DIR) cannot be written: ENOTDIR.`,
  );
});

test.each([
  ['a file', import.meta.filename],
  ['in a folder where the system makes none', '/proc/bot-listing'],
  ['deeper in such a folder', '/proc/bot-listing/data'],
])('a data folder that is %s is refused', (_, dataDir) => {
  expect(() => openDataFolder(dataDir)).toThrow(
    new RegExp(`^The data folder ${dataDir} \\(DATA_DIR\\) cannot be written: E[A-Z]+\\.$`),
  );
});

test('a missing data folder is made with its parents, for this user alone', async () => {
  const dataDir = join(await makeFolder('data', opened), 'a', 'b');
  openDataFolder(dataDir);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

const small = mountSmallFolder();
if (small !== undefined) {
  test('a service whose data folder is full ends its start at once, with what to do', async () => {
    const config = readConfig({ EMBEDDED_DATABASE: 'true', DATA_DIR: small, PORT: '0' });
    const starting = startApp(config, 'web', createLog('silent'));
    await expect(starting).rejects.toThrow(
      `The disk of the data folder ${small} (DATA_DIR) is full: it has 8 MB left, and the database needs 32. ` +
        'Free some space, then start the service again.',
    );
  });

  test('a full data folder is refused with that reason, and the database starts once there is space', async () => {
    const start = () => joinEmbeddedDatabase({ dataDir: small, searchPath: '', log: createLog('silent') });
    await expect(start()).rejects.toThrow(
      /^PostgreSQL cannot make a database in .*: .*No space left on device\./,
    );
    execFileSync('mount', ['-o', 'remount,size=300m', small]);
    await (await start()).stop();
  }, 60_000);
}

/** Mounts a folder of 8 MB, which a new database does not fit in. @returns undefined where this user cannot mount */
function mountSmallFolder(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'bot-listing-small-'));
  opened.defer(() => rmdirSync(folder));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  opened.defer(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}
