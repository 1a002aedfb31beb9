import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../kit/folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const RULE = 'scripts/no-cancelled-query.grit';

const parts = new AsyncDisposableStack();
const folder = await makeFolder('lint', parts);
const config = { plugins: [join(ROOT, RULE)], linter: { rules: { recommended: false } } };
await writeFile(join(folder, 'biome.json'), JSON.stringify(config));
afterAll(() => parts.disposeAsync());

/** What the rule says about a program, as `npm run check` runs it. */
async function lint(program: string): Promise<string> {
  await writeFile(join(folder, 'planted.ts'), `${program}\n`);
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '--colors=off', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout + stderr).toContain('Checked');
  return stdout + stderr;
}

test.each([
  'query.cancel();',
  'sql`select 1`.cancel();',
  "sql.unsafe('select 1').cancel();",
  'db.sql<Row[]>`select 1`.cancel();',
  'query?.cancel();',
  "query['cancel']();",
  'setTimeout(() => query.cancel(), 5);',
])('a query that is cancelled is refused: %s', async (program) => {
  expect(await lint(program)).toContain('Do not cancel a query of postgres.js');
});

test.each([
  'await response.body?.cancel();',
  'made.body.cancel();',
  'resolver.cancel();',
  'handle.cancel();',
  'activities.cancel(deliveryId);',
  "within(query, 5000, () => 'late');",
])('what else can be cancelled is not: %s', async (program) => {
  expect(await lint(program)).not.toContain('Do not cancel');
});

test('the check of the project has the rule', () => {
  const { plugins } = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8')) as { plugins: string[] };
  expect(plugins).toContain(`./${RULE}`);
});
