import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { RedisStore } from '../../src/limits/redis-store.ts';
import { startRedis } from '../kit/redis.ts';

const server = await startRedis();
const url = server?.url ?? '';
const opened: { close(): unknown }[] = [];
afterAll(async () => {
  for (const one of opened) one.close();
  await server?.stop();
});

async function open(prefix?: string): Promise<RedisStore> {
  const store = new RedisStore({ url, timeoutMs: 2000, ...(prefix && { prefix }) });
  opened.push(store);
  expect(await store.connected(5000)).toBe(true);
  return store;
}

function openRaw(): Redis {
  const redis = new Redis(url);
  opened.push({ close: () => redis.disconnect() });
  return redis;
}

let keys = 0;
const newKey = () => `key-${++keys}`;
// A timer of Node may fire up to a millisecond early.
const waitSeconds = (seconds: number) => sleep(seconds * 1000 + 1);
const second = (max: number) => ({ name: 'any', max, windowSeconds: 1 });

describe.skipIf(!server)('The Redis store (needs redis-server)', { concurrent: true }, () => {
  it('agrees with a sliding window wherever the time of the request on the server is certain', async () => {
    const store = await open();
    const request = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.constantFrom('a', 'b'));
    const runs = fc.asyncProperty(
      fc.array(request, { minLength: 10, maxLength: 16 }),
      fc.integer({ min: 1, max: 4 }),
      async (sequence, max) => {
        const run = newKey();
        // For each admitted request the span of time in which the server must have counted it.
        const admitted: Record<string, { from: number; to: number }[]> = { a: [], b: [] };
        for (const [pause, key] of sequence) {
          await sleep(pause);
          const from = performance.now() - 2;
          const state = await store.take(`${run}-${key}`, second(max));
          const to = performance.now() + 2;
          const before = admitted[key] ?? [];
          const surely = before.filter((span) => to - span.from < 1000).length;
          const possibly = before.filter((span) => from - span.to < 1000).length;
          if (possibly < max) expect(state.admitted).toBe(true);
          if (surely >= max) expect(state.admitted).toBe(false);
          if (state.admitted) before.push({ from, to });
        }
      },
    );
    await fc.assert(runs, { numRuns: 3, endOnFailure: true });
  }, 60_000);

  it('admits a client that waited retryAfter seconds', async () => {
    const store = await open();
    const key = newKey();
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 3; i++) await sleep(100 * round).then(() => store.take(key, second(3)));
      const refused = await store.take(key, second(3));
      expect(refused).toEqual({
        admitted: false,
        limit: 3,
        remaining: 0,
        resetSeconds: 1,
        retryAfterSeconds: 1,
      });
      await waitSeconds(refused.retryAfterSeconds);
      expect((await store.take(key, second(3))).admitted).toBe(true);
      await waitSeconds(1);
    }
  }, 20_000);

  it('does not count a refused request', async () => {
    const store = await open();
    const key = newKey();
    const start = performance.now();
    await store.take(key, second(1));
    let refused = 0;
    while (performance.now() - start < 900) {
      const { admitted } = await store.take(key, second(1));
      // On a busy machine, the second may have passed meanwhile.
      if (performance.now() - start > 1000) break;
      expect(admitted).toBe(false);
      refused += 1;
      await sleep(20);
    }
    expect(refused).toBeGreaterThan(0);
    await sleep(250);
    expect((await store.take(key, second(1))).admitted).toBe(true);
  });

  it('admits exactly the maximum when two clients share a budget and ask all at once', async () => {
    const stores = await Promise.all([open(), open()]);
    const key = newKey();
    const budget = { name: 'any', max: 60, windowSeconds: 60 };
    const asked = Array.from({ length: 200 }, (_, i) => stores[i % 2]?.take(key, budget));
    const states = await Promise.all(asked);
    expect(states.filter((state) => state?.admitted)).toHaveLength(60);
    const left = states.filter((state) => state?.admitted).map((state) => state?.remaining);
    expect(new Set(left).size).toBe(60);
  });

  it('tells each client what all of them have left, and counts nothing by telling', async () => {
    const [store, other] = await Promise.all([open(), open()]);
    const key = newKey();
    const budget = { name: 'any', max: 3, windowSeconds: 60 };
    const all = { admitted: true, limit: 3, remaining: 3, resetSeconds: 0, retryAfterSeconds: 0 };
    for (let i = 0; i < 5; i++) expect(await store.look(key, budget)).toEqual(all);
    for (const remaining of [2, 1, 0]) {
      await (remaining === 1 ? other : store).take(key, budget);
      const told = await Promise.all([store, other].map((each) => each.look(key, budget)));
      const left = expect.objectContaining({ remaining, admitted: remaining > 0 });
      expect(told).toEqual([left, left]);
    }
  });

  it('keeps keys, budgets and prefixes apart', async () => {
    const [store, other] = await Promise.all([open(), open('other:')]);
    const key = newKey();
    const minute = { name: 'any', max: 1, windowSeconds: 60 };
    expect((await store.take(key, minute)).admitted).toBe(true);
    expect((await store.take(key, minute)).admitted).toBe(false);
    expect((await store.take(newKey(), minute)).admitted).toBe(true);
    expect((await store.take(key, { ...minute, name: 'another' })).admitted).toBe(true);
    expect((await other.take(key, minute)).admitted).toBe(true);
  });

  it('leaves nothing in Redis one window after the last admitted request', async () => {
    const store = await open('gone:');
    const raw = openRaw();
    for (let i = 0; i < 5; i++) await store.take('a', second(3));
    expect(await raw.keys('gone:*')).toEqual(['gone:any:a']);
    await sleep(1100);
    expect(await raw.keys('gone:*')).toEqual([]);
  });

  it('locks nobody out for longer than the window when the clock of the server has stepped back', async () => {
    const store = await open('step:');
    const raw = openRaw();
    const later = Date.now() + 3_600_000;
    await raw.rpush('step:any:a', later - 400, later - 200, later);
    const budget = second(3);
    expect(await store.take('a', budget)).toMatchObject({ admitted: false, retryAfterSeconds: 1 });
    await waitSeconds(1);
    expect((await store.take('a', budget)).admitted).toBe(true);
  });

  it('follows a budget that is made smaller', async () => {
    const store = await open();
    const key = newKey();
    const budget = { name: 'any', max: 3, windowSeconds: 60 };
    await store.take(key, budget);
    await sleep(1100);
    for (let i = 0; i < 2; i++) await store.take(key, budget);
    expect(await store.take(key, { ...budget, max: 2 })).toMatchObject({
      admitted: false,
      resetSeconds: 59,
      retryAfterSeconds: 60,
    });
  });

  it('says within its time-out that nothing can be reached', async () => {
    const store = new RedisStore({ url: 'redis://:hidden@127.0.0.1:1' });
    opened.push(store);
    expect(await store.connected()).toBe(false);
    await expect(store.take('a', second(1))).rejects.toThrow(/^connect ECONNREFUSED/);
  });
});
