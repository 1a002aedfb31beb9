import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleWorkflows } from '../../../src/workflows/worker/bundle.ts';
import { makeFolder } from '../../kit/folder.ts';

test('the workflow code is bundled once: a later start reads the bundle of the first one', async () => {
  await using parts = new AsyncDisposableStack();
  const folder = join(await makeFolder('bundle', parts), 'cache');
  const first = await bundleWorkflows(folder);
  expect(first.code).toContain('deliverVote');
  const [name] = await readdir(folder);
  expect(name).toMatch(/^workflows-[0-9a-f]{20}\.js$/);
  await writeFile(join(folder, name ?? ''), 'kept');
  expect(await bundleWorkflows(folder)).toEqual({ code: 'kept' });
});

test('a bundle of other code is not used, and is removed; so is one that was never finished', async () => {
  await using parts = new AsyncDisposableStack();
  const folder = await makeFolder('bundle', parts);
  const outdated = 'workflows-00000000000000000000.js';
  await writeFile(join(folder, outdated), 'outdated');
  await writeFile(join(folder, `${outdated}.1`), 'out');
  const { code } = await bundleWorkflows(folder);
  expect(code).toContain('deliverVote');
  const names = await readdir(folder);
  expect(names).toHaveLength(1);
  expect(names).not.toContain(outdated);
  expect(await readFile(join(folder, names[0] ?? ''), 'utf8')).toBe(code);
});

test('without a folder to write to, the code is bundled all the same', async () => {
  await using parts = new AsyncDisposableStack();
  const folder = await makeFolder('bundle', parts);
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect((await bundleWorkflows(join(file, 'cache'))).code).toContain('deliverVote');
});
