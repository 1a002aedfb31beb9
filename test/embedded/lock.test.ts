import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { lock, tryLock } from '../../src/embedded/lock.ts';
import { cleanUp, killNow, newFolder, startSubject } from './processes.ts';

afterEach(cleanUp);

describe('a lock on a file', () => {
  test('is held by one holder at a time, within a process', () => {
    const file = join(newFolder(), 'a.lock');
    const first = tryLock(file);
    expect(tryLock(file)).toBeUndefined();
    first?.release();
    first?.release();
    const second = tryLock(file);
    expect(second).toBeDefined();
    second?.release();
  });

  test('is held by one process at a time, and comes free when that one is killed with kill -9', async () => {
    const file = join(newFolder(), 'a.lock');
    const other = await startSubject({ use: 'lock', file });
    expect(other.report.held).toBe(true);
    expect(tryLock(file)).toBeUndefined();

    const waiting = lock(file);
    await killNow(other.process);
    const held = await waiting;
    expect((await startSubject({ use: 'lock', file })).report.held).toBe(false);
    held.release();
  });

  test('stays held by a process that forgets it', async () => {
    const file = join(newFolder(), 'a.lock');
    const other = await startSubject({ use: 'lock', file, collects: true });
    expect(other.report.held).toBe(true);
    expect(tryLock(file)).toBeUndefined();
    await killNow(other.process);
  });

  test('need not be waited for longer than wanted', async () => {
    const file = join(newFolder(), 'a.lock');
    const held = tryLock(file);
    const enough = new AbortController();
    const waiting = lock(file, enough.signal);
    enough.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    held?.release();
  });

  test('puts no warning on the terminal', () => {
    const module = fileURLToPath(new URL('../../src/embedded/lock.ts', import.meta.url));
    const file = join(newFolder(), 'a.lock');
    const script = `import { tryLock } from ${JSON.stringify(module)}; tryLock(${JSON.stringify(file)});`;
    const output = execFileSync('sh', [
      '-c',
      '"$0" "$@" 2>&1',
      process.execPath,
      '--input-type=module',
      '-e',
      script,
    ]);
    expect(output.toString()).toBe('');
  });
});
