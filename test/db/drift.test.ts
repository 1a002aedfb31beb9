import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '../..');

test('the tables in code are those that the migrations make: a new migration would be empty', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bot-listing-drift-'));
  try {
    await cp(join(PROJECT, 'src/db/migrations'), folder, { recursive: true });
    const before = (await readdir(folder, { recursive: true })).sort();
    const kit = join(PROJECT, 'node_modules/drizzle-kit/bin.cjs');
    // The tool joins the folder to its own.
    const out = relative(PROJECT, folder);
    const args = [kit, 'generate', '--dialect', 'postgresql', '--schema', 'src/db/*tables.ts', '--out', out];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: PROJECT });
    const hint = 'A table in src/db has changed: run `npm run migration -- --name what_it_does`';
    expect(stdout.includes('No schema changes'), `${hint}\n${stdout}`).toBe(true);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual(before);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
