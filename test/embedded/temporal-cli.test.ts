import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { lock } from '../../src/embedded/lock.ts';
import { findTemporalCli } from '../../src/embedded/temporal-cli.ts';
import { cleanUp, newFolder } from './processes.ts';

const log = pino({ level: 'silent' });
const version = '0.0.0';

afterEach(cleanUp);

function program(...path: string[]): string {
  const file = join(...path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
}

describe('finding the Temporal CLI', () => {
  test('takes an explicit path and nothing else', async () => {
    const folder = newFolder();
    const cliPath = program(folder, 'mine', 'cli');
    const path = dirname(program(folder, 'bin', 'temporal'));
    expect(await findTemporalCli({ cliPath, path, cacheDir: folder, log })).toBe(cliPath);
    const wrong = findTemporalCli({ cliPath: join(folder, 'nothing'), path, cacheDir: folder, log });
    await expect(wrong).rejects.toThrow(`expected at ${join(folder, 'nothing')}, but there is no program`);
  });

  test('takes the one on PATH before the one in the cache', async () => {
    const folder = newFolder();
    const cached = program(folder, `temporal-${version}`, 'temporal');
    const onPath = program(folder, 'bin', 'temporal');
    const init = { cacheDir: folder, log, version };
    expect(await findTemporalCli({ ...init, path: `/nowhere::${dirname(onPath)}` })).toBe(onPath);
    expect(await findTemporalCli({ ...init, path: '/nowhere' })).toBe(cached);
  });

  test('waits for another process that is getting it, and uses what that one got', async () => {
    const cacheDir = newFolder();
    const held = await lock(join(cacheDir, `temporal-${version}.lock`));
    const finding = findTemporalCli({ path: '', cacheDir, log, version });
    const cached = program(cacheDir, `temporal-${version}`, 'temporal');
    held.release();
    expect(await finding).toBe(cached);
  });

  test('finds nothing, and leaves nothing half done, where a version can neither be downloaded nor built', async () => {
    const cacheDir = newFolder();
    mkdirSync(join(cacheDir, `temporal-${version}.unfinished-1`));
    expect(await findTemporalCli({ path: '', cacheDir, log, version })).toBeUndefined();
    expect(readdirSync(cacheDir)).toEqual([`temporal-${version}.lock`]);
  }, 90_000);

  test('can be given up', async () => {
    const cacheDir = newFolder();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(findTemporalCli({ path: '', cacheDir, log, version, signal })).rejects.toThrow('enough');
    expect(existsSync(join(cacheDir, `temporal-${version}`))).toBe(false);
  });
});
