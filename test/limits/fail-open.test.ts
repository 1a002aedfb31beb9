import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, type TestContext } from 'vitest';
import { failOpen } from '../../src/limits/fail-open.ts';
import { RedisStore } from '../../src/limits/redis-store.ts';
import type { BudgetStore } from '../../src/limits/store.ts';
import { keepLog } from '../kit/kept-log.ts';
import { startRedis, type TestRedis } from '../kit/redis.ts';

const probe = await startRedis();
await probe?.stop();

const budget = { name: 'any', max: 2, windowSeconds: 60 };
const passed = {
  admitted: true,
  limit: 2,
  remaining: 2,
  resetSeconds: 0,
  retryAfterSeconds: 0,
  isUncounted: true as const,
};

function logLines() {
  const { log: logger, lines } = keepLog();
  return { lines, logger, levels: () => lines.map(({ level }) => level) };
}
const INFO = 30;
const WARN = 40;

async function setUp({ onTestFinished }: TestContext) {
  const redis = (await startRedis()) as TestRedis;
  onTestFinished(() => redis.stop());
  const log = logLines();
  const inner = new RedisStore({ url: redis.url });
  const store = failOpen(inner, log.logger);
  onTestFinished(() => store.close());
  expect(await inner.connected(5000)).toBe(true);
  return { redis, store, log };
}

async function timed<T>(work: () => Promise<T> | T): Promise<{ result: T; ms: number }> {
  const start = performance.now();
  const result = await work();
  return { result, ms: performance.now() - start };
}

/** Asks, as clients do, until the store counts again. */
async function untilCounted(store: BudgetStore, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while ((await store.take(`key ${Math.random()}`, budget)).remaining === budget.max) {
    if (performance.now() > deadline) throw new Error('not counted again in time');
    await sleep(20);
  }
}

async function expectManyPassAtOnce(store: BudgetStore): Promise<void> {
  const { result, ms } = await timed(async () => {
    const states = [];
    for (let i = 0; i < 100; i++) states.push(await store.take('a', budget));
    return states;
  });
  expect(result.every((state) => state.admitted)).toBe(true);
  // One time-out alone is 250 ms.
  expect(ms).toBeLessThan(1000);
}

describe.skipIf(!probe)('When Redis fails (needs redis-server)', { concurrent: true }, () => {
  it('lets requests pass at once after a SIGKILL, warns once, and counts again when Redis is back', async (context) => {
    const { redis, store, log } = await setUp(context);
    for (let i = 0; i < 3; i++) await store.take('a', budget);
    expect((await store.take('a', budget)).admitted).toBe(false);

    await redis.kill();
    const first = await timed(() => store.take('a', budget));
    expect(first.result).toEqual(passed);
    expect(first.ms).toBeLessThan(1000);
    await expectManyPassAtOnce(store);
    await sleep(2500);
    await expectManyPassAtOnce(store);
    expect(log.levels()).toEqual([WARN]);

    await redis.restart();
    await untilCounted(store, 5000);
    expect(log.levels()).toEqual([WARN, INFO]);
  }, 30_000);

  it('lets requests pass at once after a SIGSTOP, warns once, and counts again after SIGCONT', async (context) => {
    const { redis, store, log } = await setUp(context);
    await store.take('a', budget);

    redis.pause();
    const crowd = await timed(() => Promise.all(Array.from({ length: 50 }, () => store.take('a', budget))));
    expect(crowd.result.every((state) => state.admitted)).toBe(true);
    expect(crowd.ms).toBeLessThan(1000);
    await expectManyPassAtOnce(store);
    await sleep(1500);
    await expectManyPassAtOnce(store);
    expect(log.levels()).toEqual([WARN]);

    redis.resume();
    await untilCounted(store, 5000);
    expect(log.levels()).toEqual([WARN, INFO]);
  }, 30_000);

  it('comes back also from a pause that outlasts the patience with the connection', async (context) => {
    const { redis, store, log } = await setUp(context);
    redis.pause();
    const end = performance.now() + 8000;
    while (performance.now() < end) {
      expect(await store.take('a', budget)).toEqual(passed);
      await sleep(100);
    }
    redis.resume();
    await untilCounted(store, 5000);
    expect(log.levels()).toEqual([WARN, INFO]);
  }, 30_000);
});

describe('A store that was never reached', () => {
  it('lets every request pass, with one warning that holds neither password nor key', async ({
    onTestFinished,
  }) => {
    const log = logLines();
    const inner = new RedisStore({ url: 'redis://someone:a-password@127.0.0.1:1' });
    const store = failOpen(inner, log.logger);
    onTestFinished(() => store.close());
    const states = await Promise.all(Array.from({ length: 50 }, () => store.take('a-key', budget)));
    for (const state of states) expect(state).toEqual(passed);
    await sleep(1200);
    expect(await store.take('a-key', budget)).toEqual(passed);
    expect(log.levels()).toEqual([WARN]);
    expect(log.lines[0]?.reason).toBeTruthy();
    expect(JSON.stringify(log.lines)).not.toMatch(/a-password|someone|a-key/);
  });
});

describe('Asking a store that is down', () => {
  /** A store outside the project: what it does is decided by the test. */
  function scripted() {
    const asked = { count: 0, fails: true };
    const take = async () => {
      asked.count++;
      if (asked.fails) throw new Error('down');
      return { ...passed, remaining: 1 };
    };
    return { asked, store: { take, look: take, close: async () => undefined } };
  }

  it('happens about once a second, however many requests pass, and also after the clock stepped back', async () => {
    const { asked, store } = scripted();
    const { logger, levels } = logLines();
    let time = 5_000_000;
    const open = failOpen(store, logger, () => time);
    await open.take('a', budget);
    for (let i = 0; i < 100; i++, time += 100) {
      await open.take('a', budget);
      await sleep(0);
    }
    expect(asked.count).toBeGreaterThanOrEqual(10);
    expect(asked.count).toBeLessThanOrEqual(11);

    time -= 1_000_000;
    asked.fails = false;
    expect(await open.take('a', budget)).toEqual(passed);
    await sleep(0);
    expect(await open.take('a', budget)).toMatchObject({ remaining: 1 });
    expect(levels()).toEqual([WARN, INFO]);
  });

  it('concerns one of several servers, until it is back or another has its keys', async () => {
    const down = new Set(['one']);
    const homes = new Map([
      ['a', 'one'],
      ['b', 'two'],
    ]);
    const serverOf = (key: string) => homes.get(key) ?? '';
    const take = async (key: string) => {
      if (down.has(serverOf(key))) throw new Error('down');
      return { ...passed, remaining: 1 };
    };
    const { logger, lines, levels } = logLines();
    const open = failOpen({ take, look: take, serverOf, close: async () => undefined }, logger);
    expect(await open.take('a', budget)).toEqual(passed);
    expect(await open.take('b', budget)).toMatchObject({ remaining: 1 });
    expect(await open.take('a', budget)).toEqual(passed);
    expect(levels()).toEqual([WARN]);

    homes.set('a', 'three');
    down.add('three');
    expect(await open.take('b', budget)).toMatchObject({ remaining: 1 });
    expect(await open.take('a', budget)).toEqual(passed);
    expect(levels()).toEqual([WARN, WARN]);
    homes.set('a', 'four');
    expect(await open.take('a', budget)).toMatchObject({ remaining: 1 });
    expect(lines.map(({ level, server, insteadOf }) => [level, server, insteadOf])).toEqual([
      [WARN, 'one', undefined],
      [WARN, 'three', undefined],
      [INFO, 'four', 'one'],
      [INFO, 'four', 'three'],
    ]);
  });

  it('is not heard of in the log after the store was closed', async () => {
    const { store } = scripted();
    const { logger, lines } = logLines();
    const open = failOpen(store, logger);
    await open.close();
    expect(await open.take('a', budget)).toEqual(passed);
    expect(lines).toEqual([]);
  });

  it('is not heard of either when another server has the keys only after that', async () => {
    const home = { of: 'one' };
    const take = async () => {
      if (home.of === 'one') throw new Error('down');
      return { ...passed, remaining: 1 };
    };
    const { logger, levels } = logLines();
    const inner = { take, look: take, serverOf: () => home.of, close: async () => undefined };
    const open = failOpen(inner, logger);
    expect(await open.take('a', budget)).toEqual(passed);
    await open.close();
    home.of = 'two';
    expect(await open.take('a', budget)).toMatchObject({ remaining: 1 });
    expect(levels()).toEqual([WARN]);
  });
});
