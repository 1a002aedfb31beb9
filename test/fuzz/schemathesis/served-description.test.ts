import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Seeded } from '../../../src/seed/seed.ts';
import { makeFolder } from '../../kit/folder.ts';
import { forFile, startService, type TestService } from '../../kit/service.ts';
import { SECONDS, SEED, Tally } from '../budget.ts';
import { getSchemathesis } from './program.ts';

const program = await getSchemathesis();
/** Enough that none of their tokens comes to the limit of ten a minute. */
const BOTS = 2000;

const opened = await forFile(new AsyncDisposableStack());
let service: TestService;
let folder: string;
beforeAll(async () => {
  service = opened.use(await startService());
  folder = await makeFolder('schemathesis', opened);
  const bots: Seeded['bots'][number][] = [];
  // On a busy machine, one statement for all of them takes longer than the service gives a statement.
  while (bots.length < BOTS) bots.push(...(await service.seed({ bots: 500, users: 50, votes: 1250 })).bots);
  await writeFile(join(folder, 'bots.json'), JSON.stringify(bots));
});

test.skipIf(!program)(
  'what is served is what the description says, for requests with the token of a bot',
  { concurrent: true },
  async () => {
    const { output, code, counts } = await run(true);
    counts.print('Schemathesis with tokens');
    expect(code, output).toBe(0);
    for (const outcome of ['POST /api/v1/bots/{id}/stats 200', 'PUT /api/v1/bots/{id}/commands 200']) {
      expect(counts.of(outcome)).toBeGreaterThan(10);
    }
    for (const outcome of ['GET /api/v1/bots/{id}/check 200', 'GET /api/v1/bots/{id}/votes 400']) {
      expect(counts.of(outcome)).toBeGreaterThan(0);
    }
  },
);

test.skipIf(!program)(
  'what is served is what the description says, for requests without a token',
  { concurrent: true },
  async () => {
    const { output, code, counts } = await run(false);
    counts.print('Schemathesis without tokens');
    expect(code, output).toBe(0);
    expect(counts.of('POST /api/v1/bots/{id}/stats 401')).toBeGreaterThan(0);
    expect(counts.of('POST /api/v1/bots/{id}/stats 200')).toBe(0);
  },
);

async function run(withTokens: boolean) {
  const countsFile = join(folder, `counts-${withTokens}.json`);
  const child = spawn(
    program ?? '',
    [
      ...['run', `${service.url}/api/openapi.json`, '--checks', 'all', '--continue-on-failure'],
      ...['--seed', String(SEED), '--max-examples', String(SECONDS * (withTokens ? 5 : 1))],
      // With a token, a stream of votes has no end.
      ...(withTokens
        ? ['--exclude-path', '/api/v1/bots/{id}/votes/stream']
        : ['--phases', 'coverage,fuzzing']),
    ],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        FUZZ_BOTS: join(folder, 'bots.json'),
        FUZZ_COUNTS: countsFile,
        FUZZ_WITH_TOKENS: String(withTokens),
        PYTHONDONTWRITEBYTECODE: '1',
        SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'hooks.py'),
      },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, 'close');
  const counts = new Tally();
  const counted = JSON.parse(await readFile(countsFile, 'utf8')) as Record<string, number>;
  for (const [outcome, count] of Object.entries(counted)) counts.add(outcome, count);
  return { output, code: code as number, counts };
}
