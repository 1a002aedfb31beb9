import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, test as always, describe, expect, inject } from 'vitest';
import { childrenOf, type Several, startSeveral, status } from './several.ts';

const { redis } = inject('parts');
const isServer = Boolean(inject('environment').DATABASE_URL);
const test = always.skipIf(!redis || !isServer);
const parts = new AsyncDisposableStack();
afterAll(() => parts.disposeAsync());

const untilReady = (several: Several) =>
  expect.poll(async () => (await several.operators('/readyz')).status, { timeout: 60_000 }).toBe(200);
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('Several web processes', { timeout: 90_000 }, () => {
  test('finish all requests at SIGTERM under load, say before that they are not ready, and end with 0', async () => {
    const several = await startSeveral(parts, { DRAIN_SECONDS: '2' });
    await untilReady(several);
    const statuses: number[] = [];
    let isWelcome = true;
    let isOver = false;
    // A load balancer: it sends requests over open connections until a probe says 503.
    const clients = Array.from({ length: 16 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (isWelcome) statuses.push(await status(`${several.url}/api/health`, { agent }));
      agent.destroy();
    });
    const probing = (async () => {
      while (!isOver && isWelcome) {
        isWelcome = (await status(`${several.url}/readyz`)) === 200;
        await delay(50);
      }
    })();
    await delay(500);
    several.signal('SIGTERM');
    await expect.poll(async () => (await several.operators('/readyz')).status).toBe(503);
    const atSignal = statuses.length;
    await Promise.all([...clients, probing]);
    isOver = true;
    expect(await several.ended).toBe(0);
    expect(atSignal).toBeGreaterThan(50);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('end at once at a second signal, with 1', async () => {
    const several = await startSeveral(parts, { DRAIN_SECONDS: '60' });
    await untilReady(several);
    const pids = await several.pids();
    several.signal('SIGTERM');
    await expect.poll(async () => (await several.operators('/readyz')).status).toBe(503);
    several.signal('SIGTERM');
    expect(await several.ended).toBe(1);
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  });

  test('end with the process that started them, even if it is killed', async () => {
    const several = await startSeveral(parts);
    await untilReady(several);
    const pids = await several.pids();
    expect(pids).toHaveLength(2);
    several.signal('SIGKILL');
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  });

  test('are given up when all of them end soon after each start', async () => {
    const several = await startSeveral(parts);
    let isOver = false;
    const killing = (async () => {
      while (!isOver) {
        for (const pid of await several.pids()) process.kill(pid, 'SIGKILL');
        await delay(20);
      }
    })().catch(() => undefined);
    expect(await several.ended).toBe(1);
    isOver = true;
    await killing;
    expect(several.output()).toContain('The web processes end soon after their start.');
  }, 180_000);

  test('end with the reason when the first one cannot start', async () => {
    const failed = startSeveral(parts, { DATABASE_URL: 'postgres://127.0.0.1:1/bots' });
    await expect(failed).rejects.toThrow(/The service cannot start: .*127\.0\.0\.1:1/);
  });

  test('are not for the role "all"', async () => {
    await expect(startSeveral(parts, {}, 'all')).rejects.toThrow(
      'Several WEB_PROCESSES need the role \\"web\\"',
    );
  });

  test('do not exist unless they are asked for', async () => {
    const single = await startSeveral(parts, { WEB_PROCESSES: '' });
    // Bundling the dashboard takes a process for a moment.
    await expect.poll(() => childrenOf(single.pid), { timeout: 20_000 }).toEqual([]);
    expect(await (await single.operators('/readyz')).json()).toEqual({
      ready: true,
      draining: false,
      database: 'ok',
    });
    expect(await single.stop()).toBe(0);
  });
});
