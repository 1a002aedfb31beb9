import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, test as always, beforeAll, describe, expect, inject, vi } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { createKeyring } from '../../src/domain/identity/keyring.ts';
import { createSecretBox } from '../../src/domain/identity/secret-box.ts';
import { MEMORY_OPTIONS } from '../../src/memory-options.ts';
import { addSamples, type Seeded } from '../../src/seed/seed.ts';
import { present } from '../kit/present.ts';
import { type Several, startSeveral, status } from './several.ts';

const { redis, postgres } = inject('parts');
const test = always.skipIf(!redis || !postgres || !inject('environment').DATABASE_URL);

const parts = new AsyncDisposableStack();
let several: Several;
let bots: Seeded['bots'];
beforeAll(async () => {
  if (!redis || !inject('environment').DATABASE_URL) return;
  several = await startSeveral(parts);
  const db = openDatabase({ url: present(several.env.DATABASE_URL) }, 2);
  const key = Buffer.from(present(several.env.ENCRYPTION_KEY), 'base64');
  const secrets = createSecretBox(createKeyring(key), randomBytes);
  ({ bots } = await addSamples(
    { db, secrets, now: () => new Date(), randomBytes },
    { bots: 6, users: 0, votes: 0 },
  ));
  await db.close();
  await untilReady();
});
afterAll(() => parts.disposeAsync());

const untilReady = () =>
  vi.waitFor(
    async () => {
      const response = await several.operators('/readyz');
      expect([response.status, await response.json()]).toEqual([
        200,
        { ready: true, draining: false, database: 'ok', processes: 2 },
      ]);
    },
    { timeout: 60_000, interval: 100 },
  );

/** Reports of one bot, over a connection each. */
function report(bot: Seeded['bots'][number] | undefined, times: number): Promise<number[]> {
  const { id, token } = present(bot);
  const options = { method: 'POST', headers: { authorization: token }, body: '{"server_count":1}' };
  const url = `${several.url}/api/v1/bots/${id}/stats`;
  return Promise.all(Array.from({ length: times }, () => status(url, options)));
}

describe('Several web processes', { timeout: 90_000 }, () => {
  test('are the children of one process, with its memory options', async () => {
    const pids = await several.pids();
    expect(pids).toHaveLength(2);
    for (const pid of pids) {
      const options = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
      expect(options).toEqual(expect.arrayContaining([...MEMORY_OPTIONS]));
      expect(await readFile(`/proc/${pid}/environ`, 'utf8')).toContain('MALLOC_ARENA_MAX=1');
    }
  });

  test('share the connections: each serves half of them', async () => {
    const ticks = async () => Promise.all((await several.pids()).map(cpuTicks));
    const before = await ticks();
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 100 }, () => status(`${several.url}/api/health`)));
    }
    const used = (await ticks()).map((now, index) => now - present(before[index]));
    expect(Math.min(...used)).toBeGreaterThan(Math.max(...used) / 4);
  });

  test('admit together exactly as many requests of a token as its limit says', async () => {
    const uncounted = () => several.metric('rate_limit_decisions_total', 'uncounted');
    for (const bot of bots.slice(0, 4)) {
      const before = await uncounted();
      const statuses = await report(bot, 180);
      // On a busy machine Redis may take longer than a request waits for it. Such requests pass uncounted.
      if ((await uncounted()) > before) continue;
      expect(statuses.filter((each) => each === 200)).toHaveLength(60);
      expect(statuses.filter((each) => each === 429)).toHaveLength(120);
      return;
    }
    expect.unreachable('Redis was late each time');
  });

  test('have one scrape with the sum of their counts, and one gauge for each server', async () => {
    const count = () => several.metric('http_server_request_duration_seconds_count', '/stats"');
    const before = await count();
    await report(bots[4], 40);
    expect(await count()).toBe(before + 40);
    const text = await (await several.operators('/metrics')).text();
    expect(text).toMatch(/^database_up 1$/m);
    expect(text).toMatch(/^redis_up 1$/m);
    expect(text).toMatch(/^web_processes 2$/m);
    expect(await several.metric('nodejs_eventloop_lag_p99_seconds')).toBeLessThan(5);
    expect(await several.metric('process_start_time_seconds')).toBeLessThan(Date.now() / 1000);
  });

  test('go on when one is killed, which is replaced, and no count goes back', async () => {
    const count = () => several.metric('rate_limit_decisions_total', 'stats');
    const before = await count();
    const [victim] = await several.pids();
    process.kill(present(victim), 'SIGKILL');
    const statuses: number[] = [];
    for (let round = 0; round < 50; round += 1) statuses.push(await status(`${several.url}/api/health`));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await count()).toBe(before);
    await untilReady();
    expect(await several.pids()).not.toContain(victim);
    expect(await several.metric('web_process_ends_total')).toBe(1);
    await report(bots[5], 10);
    expect(await count()).toBe(before + 10);
  });

  test('replace one that hangs', async () => {
    const [victim] = await several.pids();
    process.kill(present(victim), 'SIGSTOP');
    await vi.waitFor(async () => expect(await several.pids()).not.toContain(victim), {
      timeout: 40_000,
      interval: 500,
    });
    await untilReady();
  });

  test('replace one that an operator ends, without a failed request', async () => {
    const [victim] = await several.pids();
    let isOver = false;
    const load = Promise.all(
      Array.from({ length: 8 }, async () => {
        const statuses: number[] = [];
        while (!isOver) statuses.push(await status(`${several.url}/api/health`));
        return statuses;
      }),
    );
    process.kill(present(victim), 'SIGTERM');
    await expect.poll(() => several.pids(), { timeout: 20_000 }).not.toContain(victim);
    await untilReady();
    await delay(300);
    isOver = true;
    const statuses = (await load).flat();
    expect(statuses.length).toBeGreaterThan(20);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

/** CPU time of a process in hundredths of a second. */
async function cpuTicks(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
