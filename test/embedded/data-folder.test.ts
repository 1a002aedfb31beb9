import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDataFolder } from '../../src/embedded/data-folder.ts';
import { createLog } from '../../src/log.ts';
import { startMigratedDatabase } from '../../src/parts/database.ts';
import { makeFolder } from '../kit/folder.ts';

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

test('a data folder that cannot be written is refused at once, by its name', async () => {
  await using parts = new AsyncDisposableStack();
  const dataDir = join(import.meta.filename, 'data');
  const config = { database: { kind: 'embedded' }, dataDir } as const;
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
