import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findOrphan, recordServer } from '../../src/embedded/postgres-record.ts';
import { makeFolder } from '../kit/folder.ts';

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

test('a copied data folder does not adopt the server of the original, also if both lead to the same cluster', async () => {
  const [original, copy] = [await makeFolder('original', opened), await makeFolder('copy', opened)];
  // The cluster of root is elsewhere, and a copy of the data folder has the same link to it.
  const cluster = await makeFolder('cluster', opened);
  recordServer(original, cluster, process.pid);
  cpSync(join(original, 'postgres.json'), join(copy, 'postgres.json'));
  expect(findOrphan(copy, cluster)).toBeUndefined();
  expect(findOrphan(original, cluster)?.pid).toBe(process.pid);
});
