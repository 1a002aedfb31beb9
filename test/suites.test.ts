import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { LONGER, refusalOf } from './kit/suites.ts';

/** @returns what `npx vitest run` says about these paths; it exits with 1 */
async function vitest(...paths: string[]): Promise<string> {
  const run = promisify(execFile)('node_modules/.bin/vitest', ['run', ...paths]);
  const { code, stdout, stderr } = await run.then(
    () => expect.unreachable(`${paths} was run`),
    (error) => error,
  );
  expect(code).toBe(1);
  return stdout + stderr;
}

describe('A test file that another suite owns', () => {
  test('is refused by vitest with one sentence, which names the command that runs it', async () => {
    const file = 'test/faults/database.test.ts';
    expect(await vitest('test/telemetry/log.test.ts', file)).toBe(
      `${file} belongs to another suite. Run it with: npm run test:faults -- ${file}\n`,
    );
  });

  test.each([
    ['main', 'test/start.test.ts:12', 'npm run test:processes -- test/start.test.ts:12'],
    ['main', 'test/fuzz/attacks', 'npm run test:fuzz -- test/fuzz/attacks'],
    ['fuzz', 'test/faults/database.test.ts', 'npm run test:faults -- test/faults/database.test.ts'],
    ['browser', 'test/telemetry/log.test.ts', 'npx vitest run test/telemetry/log.test.ts'],
    ['processes', 'test/workflows/delivery.test.ts', 'npx vitest run test/workflows/delivery.test.ts'],
  ] as const)('is refused by the suite %s: %s', (suite, path, command) => {
    expect(refusalOf(suite, ['run', '--reporter=verbose', path])).toBe(
      `${path} belongs to another suite. Run it with: ${command}`,
    );
  });

  test.each([
    ['main', 'test/telemetry/log.test.ts'],
    ['main', 'test/workflows'],
    ['processes', 'test/workflows'],
    ['fuzz', 'test/fuzz/http.test.ts'],
    ['main', 'src/telemetry/log.ts'],
    ['main', 'test/no-such.test.ts'],
  ] as const)('is not mistaken: the suite %s takes %s', (suite, path) => {
    expect(refusalOf(suite, [path])).toBeNull();
  });
});

test('every longer suite has a command, and each entry of its list finds files', () => {
  for (const [suite, globs] of Object.entries(LONGER)) {
    expect.soft(packageJson.scripts).toHaveProperty(`test:${suite}`);
    for (const glob of globs) expect.soft(globSync(glob), `${suite}: ${glob}`).not.toEqual([]);
  }
});
