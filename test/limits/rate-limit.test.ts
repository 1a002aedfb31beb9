import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import {
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSchema,
  graphql,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { BUDGETS, type Budget } from '../../src/limits/budget.ts';
import { failOpen } from '../../src/limits/fail-open.ts';
import { MemoryStore } from '../../src/limits/memory-store.ts';
import { createRateLimiter } from '../../src/limits/rate-limit.ts';
import { RedisStore } from '../../src/limits/redis-store.ts';
import type { BudgetStore } from '../../src/limits/store.ts';
import { keepLog } from '../kit/kept-log.ts';
import { Oracle } from './oracle.ts';

const info = { fieldName: 'stats' };

/** The memory store with answers that arrive late and out of order, as over a network. */
function delayed(store: MemoryStore): BudgetStore {
  let asked = 0;
  return {
    async take(key, budget) {
      const state = store.take(key, budget);
      await sleep(asked++ % 7);
      return state;
    },
    look: (key, budget) => store.look(key, budget),
    close: () => store.close(),
  };
}

describe('The limiter over graphql-rate-limit', () => {
  it('decides as a sliding window, for any times, keys and budget', async () => {
    const budgets = fc.record({
      name: fc.constant('any'),
      max: fc.integer({ min: 1, max: 10 }),
      windowSeconds: fc.integer({ min: 1, max: 100 }),
    });
    const requests = fc.array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.constantFrom('a', 'b')));
    const runs = fc.asyncProperty(budgets, requests, async (budget, sequence) => {
      let time = 0;
      // Room for the usual number of keys would take seconds to allocate two hundred times.
      const limiter = createRateLimiter(new MemoryStore({ now: () => time, maxKeys: 10 }));
      const oracle = new Oracle();
      for (const [pause, key] of sequence) {
        time += pause;
        expect(await limiter.spend(key, budget, info)).toEqual(oracle.take(key, time, budget));
      }
    });
    await fc.assert(runs, { numRuns: 200 });
  });

  it('gives each of many concurrent requests of one key its own state', async () => {
    const limiter = createRateLimiter(delayed(new MemoryStore({ now: () => 0 })));
    const asked = Array.from({ length: 100 }, () => limiter.spend('a', BUDGETS.stats, info));
    const states = await Promise.all(asked);
    expect(states.map((state) => state.remaining)).toEqual([
      ...Array.from({ length: 60 }, (_, i) => 59 - i),
      ...new Array(40).fill(0),
    ]);
    expect(states.map((state) => state.admitted)).toEqual([
      ...new Array(60).fill(true),
      ...new Array(40).fill(false),
    ]);
  });

  it('limits a field from within its resolver', async () => {
    const limiter = createRateLimiter(new MemoryStore({ now: () => 0 }));
    const resolve = async (_: unknown, __: unknown, key: string, resolveInfo: GraphQLResolveInfo) =>
      (await limiter.spend(key, BUDGETS.commands, resolveInfo)).retryAfterSeconds;
    const wait = { type: new GraphQLNonNull(GraphQLInt), resolve };
    const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { wait } }) });
    const waits = [];
    for (let i = 0; i < 11; i++)
      waits.push((await graphql({ schema, source: '{ wait }', contextValue: 'a' })).data?.wait);
    expect(waits).toEqual([...new Array(10).fill(0), 60]);
  });

  it('refuses budgets that cannot be kept', async () => {
    const limiter = createRateLimiter(new MemoryStore());
    const budget: Budget = { name: 'any', max: 1, windowSeconds: 1 };
    const bad = [{ max: 0 }, { max: 1.5 }, { windowSeconds: 0 }, { windowSeconds: 86_401 }, { name: 'a"b' }];
    for (const change of bad)
      await expect(limiter.spend('a', { ...budget, ...change }, info)).rejects.toThrow(RangeError);
  });

  it('tells what is left of a budget without spending it, and nothing while the store is down', async () => {
    const limiter = createRateLimiter(new MemoryStore({ now: () => 0 }));
    await limiter.spend('a', BUDGETS.commands, info);
    for (let i = 0; i < 2; i++)
      expect(await limiter.left('a', BUDGETS.commands)).toMatchObject({ limit: 10, remaining: 9 });
    const unreachable = failOpen(new RedisStore({ url: 'redis://127.0.0.1:1' }), keepLog().log);
    expect(await createRateLimiter(unreachable).left('a', BUDGETS.commands)).toBeUndefined();
    await unreachable.close();
  });

  it('passes on the error of a store, and works on afterwards', async () => {
    const memory = new MemoryStore();
    let fails = true;
    const limiter = createRateLimiter({
      take: (key, budget) => {
        if (fails) throw new Error('down');
        return memory.take(key, budget);
      },
      look: (key, budget) => memory.look(key, budget),
      close: () => memory.close(),
    });
    await expect(limiter.spend('a', BUDGETS.stats, info)).rejects.toThrow('down');
    fails = false;
    expect(await limiter.spend('a', BUDGETS.stats, info)).toMatchObject({ admitted: true, remaining: 59 });
  });
});
