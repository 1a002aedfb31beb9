import { cpSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { findOrphan, findService, recordPostgres, recordService } from '../../src/embedded/records.ts';
import { makeFolder } from '../kit/folder.ts';
import { startService } from '../kit/service.ts';

const opened = new AsyncDisposableStack();
let folder: string;
beforeEach(async () => {
  folder = await makeFolder('record', opened);
});
afterAll(() => opened.disposeAsync());

test('a service is found until it removes its record', async () => {
  expect(findService(folder)).toBeUndefined();
  const remove = recordService(folder, 'http://127.0.0.1:3000');
  expect(findService(folder)).toBe('http://127.0.0.1:3000');
  remove();
  expect(findService(folder)).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test('of two services the last one to start is found, and the end of the first one changes nothing', () => {
  const removeFirst = recordService(folder, 'http://127.0.0.1:3000');
  recordService(folder, 'http://127.0.0.1:3001');
  removeFirst();
  expect(findService(folder)).toBe('http://127.0.0.1:3001');
});

test('a record of a process that ended is not believed, also when another process has its number', async () => {
  recordService(folder, 'http://127.0.0.1:3000');
  const path = join(folder, 'service.json');
  const record = JSON.parse(await readFile(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...record, process: { ...record.process, started: 'before' } }));
  expect(findService(folder)).toBeUndefined();
});

test.each(['', '{', '{}', 'null', '{"url":"x","process":{"pid":1}}'])(
  'the record %j is no service',
  (content) => {
    writeFileSync(join(folder, 'service.json'), content);
    expect(findService(folder)).toBeUndefined();
  },
);

test('a service on the embedded database is found while it runs, with the port that the system chose', async () => {
  const settings = { DATABASE_URL: '', ENCRYPTION_KEY: '', LOG_LEVEL: 'error', DATA_DIR: folder, PORT: '0' };
  const service = await startService(settings);
  expect(findService(folder)).toBe(service.url);
  await service.close();
  expect(findService(folder)).toBeUndefined();
}, 60_000);

test('a copied data folder does not adopt the server of the original, also if both lead to the same cluster', async () => {
  const copy = await makeFolder('copy', opened);
  // The cluster of root is elsewhere, and a copy of the data folder has the same link to it.
  const cluster = await makeFolder('cluster', opened);
  recordPostgres(folder, cluster, process.pid);
  cpSync(join(folder, 'postgres.json'), join(copy, 'postgres.json'));
  expect(findOrphan(copy, cluster)).toBeUndefined();
  expect(findOrphan(folder, cluster)?.pid).toBe(process.pid);
});
