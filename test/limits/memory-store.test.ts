import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUDGETS } from '../../src/limits/budget.ts';
import { MemoryStore } from '../../src/limits/memory-store.ts';
import { Oracle } from './oracle.ts';

const budgets = fc.record({
  name: fc.constant('any'),
  max: fc.integer({ min: 1, max: 40 }),
  windowSeconds: fc.integer({ min: 1, max: 90 }),
});
const pauses = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 0, max: 100_000 }),
  fc.constantFrom(999, 1000, 1001, 59_999, 60_000, 60_001),
);
const requests = fc.array(fc.tuple(pauses, fc.constantFrom('a', 'b', 'c')), { maxLength: 200 });

function clockAt(start: number) {
  const clock = { time: start, now: () => clock.time };
  return clock;
}

/** A thousand stores with room for the usual number of keys would take seconds to allocate. */
const storeWith = ({ now }: { now: () => number }) => new MemoryStore({ now, maxKeys: 10 });

describe('The memory store', () => {
  it('answers like the plain definition of a sliding window, for any times, keys and budget', () => {
    fc.assert(
      fc.property(budgets, requests, fc.integer(), (budget, sequence, start) => {
        const clock = clockAt(start);
        const store = storeWith(clock);
        const oracle = new Oracle();
        for (const [pause, key] of sequence) {
          clock.time += pause;
          expect(store.take(key, budget)).toEqual(oracle.take(key, clock.time, budget));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('tells at any moment what is left, as the next request finds it, and counts nothing by telling', () => {
    fc.assert(
      fc.property(budgets, requests, (budget, sequence) => {
        const clock = clockAt(0);
        const store = storeWith(clock);
        const oracle = new Oracle();
        for (const [pause, key] of sequence) {
          clock.time += pause;
          const told = [store.look(key, budget), store.look(key, budget)];
          const taken = store.take(key, budget);
          expect(taken).toEqual(oracle.take(key, clock.time, budget));
          expect(told[0]).toEqual(told[1]);
          const { admitted, remaining, retryAfterSeconds } = taken;
          expect(told[0]).toMatchObject({
            admitted,
            remaining: admitted ? remaining + 1 : 0,
            retryAfterSeconds,
          });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('never admits more than the maximum in any window, also with fractions of a millisecond', () => {
    const fractions = fc.array(fc.double({ min: 0, max: 3000, noNaN: true }), { maxLength: 200 });
    fc.assert(
      fc.property(fractions, fc.integer({ min: 1, max: 10 }), (steps, max) => {
        const clock = clockAt(0.5);
        const store = storeWith(clock);
        const admitted: number[] = [];
        for (const step of steps) {
          clock.time += step;
          if (store.take('a', { name: 'any', max, windowSeconds: 2 }).admitted) admitted.push(clock.time);
        }
        for (const [i, time] of admitted.entries()) {
          const next = admitted[i + max];
          // The store counts in whole milliseconds.
          if (next !== undefined) expect(next - time).toBeGreaterThan(1999);
        }
      }),
    );
  });

  it('admits a client that waited retryAfter seconds, and told no longer wait than the window', () => {
    fc.assert(
      fc.property(
        budgets,
        requests,
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (budget, sequence, start) => {
          const clock = clockAt(start);
          const store = storeWith(clock);
          for (const [pause] of sequence) {
            clock.time += pause;
            const state = store.take('a', budget);
            if (state.admitted) continue;
            expect(state.retryAfterSeconds).toBeGreaterThanOrEqual(1);
            expect(state.retryAfterSeconds).toBeLessThanOrEqual(budget.windowSeconds);
            clock.time += state.retryAfterSeconds * 1000;
            expect(store.take('a', budget).admitted).toBe(true);
          }
        },
      ),
    );
  });

  it('does not count a refused request', () => {
    const clock = clockAt(0);
    const store = new MemoryStore({ now: clock.now });
    for (let i = 0; i < 10; i++) store.take('a', BUDGETS.commands);
    for (clock.time = 1000; clock.time < 60_000; clock.time += 10)
      expect(store.take('a', BUDGETS.commands).admitted).toBe(false);
    expect(store.take('a', BUDGETS.commands)).toMatchObject({ admitted: true, remaining: 9 });
  });

  it('keeps the budgets of one key apart', () => {
    const store = new MemoryStore({ now: () => 0 });
    for (let i = 0; i < 60; i++) expect(store.take('a', BUDGETS.stats).admitted).toBe(true);
    expect(store.take('a', BUDGETS.stats).admitted).toBe(false);
    expect(store.take('a', BUDGETS.votes).admitted).toBe(true);
  });

  it('stays exact after 2^32 milliseconds, with and without a pause as long as that', () => {
    const clock = clockAt(0);
    const store = new MemoryStore({ now: clock.now });
    const oracle = new Oracle();
    const budget = { name: 'any', max: 3, windowSeconds: 86_400 };
    for (let i = 0; i < 500; i++) {
      clock.time += Math.floor(86_400_000 / 7);
      expect(store.take('a', budget)).toEqual(oracle.take('a', clock.time, budget));
    }
    clock.time += 2 ** 32;
    expect(store.take('a', budget)).toEqual(oracle.take('a', clock.time, budget));
  });

  it('locks nobody out for longer than the window when the clock steps back', () => {
    const steps = fc.array(fc.tuple(pauses, fc.boolean(), fc.integer({ min: 0, max: 1e12 })), {
      maxLength: 50,
    });
    fc.assert(
      fc.property(budgets, steps, (budget, sequence) => {
        const clock = clockAt(1e12);
        const store = storeWith(clock);
        for (const [pause, stepsBack, step] of sequence) {
          clock.time += stepsBack ? -step : pause;
          const state = store.take('a', budget);
          expect(state.retryAfterSeconds).toBeLessThanOrEqual(budget.windowSeconds);
          if (state.admitted) continue;
          clock.time += state.retryAfterSeconds * 1000;
          expect(store.take('a', budget).admitted).toBe(true);
        }
      }),
    );
  });

  it('follows a budget that is made smaller', () => {
    const clock = clockAt(0);
    const store = new MemoryStore({ now: clock.now });
    const budget = { name: 'any', max: 4, windowSeconds: 60 };
    for (; clock.time < 4000; clock.time += 1000) store.take('a', budget);
    const smaller = { ...budget, max: 2 };
    expect(store.take('a', smaller)).toMatchObject({
      admitted: false,
      resetSeconds: 56,
      retryAfterSeconds: 58,
    });
    clock.time += 58_000;
    expect(store.take('a', smaller).admitted).toBe(true);
  });
});

/** The memory that is in use, without garbage. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('The memory of the memory store', () => {
  it('never holds more keys than its bound', () => {
    const store = new MemoryStore({ now: () => 0, maxKeys: 100 });
    for (let i = 0; i < 1000; i++) store.take(`key ${i}`, BUDGETS.check);
    expect(store.size).toBe(100);
  });

  it('forgets keys that were idle for a window', () => {
    const clock = clockAt(0);
    const store = new MemoryStore({ now: clock.now });
    for (let i = 0; i < 1000; i++) store.take(`key ${i}`, BUDGETS.check);
    clock.time += 60_001;
    store.take('another', BUDGETS.check);
    expect(store.size).toBe(1);
  });

  it('keeps the count of a client that is active while others fill the store with keys', () => {
    const store = new MemoryStore({ now: () => 0, maxKeys: 100 });
    let admitted = 0;
    for (let i = 0; i < 5000; i++) {
      store.take(`key ${i}`, BUDGETS.stats);
      if (i % 50 === 0 && store.take('active', BUDGETS.stats).admitted) admitted++;
    }
    expect(admitted).toBe(60);
  });

  it('takes at most a few kilobytes for each key that uses all of 600 requests a minute', () => {
    const clock = clockAt(0);
    const store = new MemoryStore({ now: clock.now });
    const before = usedBytes();
    for (let i = 0; i < 600; i++) {
      clock.time += 90;
      for (let key = 0; key < 1000; key++) store.take(`key ${key}`, BUDGETS.check);
    }
    const after = usedBytes();
    expect(store.size).toBe(1000);
    expect(after - before).toBeLessThan(1000 * 10_000);
  });
});
