import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { bytesOf, createCache } from '../../src/lib/cache.ts';

describe('A cache', () => {
  test('has a size in bytes, whatever its values and its keys are', () => {
    const cache = createCache<string>({ maxBytes: 100_000 });
    for (let turn = 0; turn < 1000; turn++) cache.set(`${turn}`, 'x'.repeat(1000));
    expect(cache.size).toBeGreaterThan(40);
    expect(cache.size).toBeLessThan(50);
    for (let turn = 0; turn < 1000; turn++) cache.set(`${turn} ${'x'.repeat(10_000)}`, '');
    expect(cache.size).toBeLessThan(5);
  });

  test('does not keep what is larger than all of it', () => {
    const cache = createCache<string>({ maxBytes: 1000 });
    cache.set('small', 'x');
    cache.set('large', 'x'.repeat(1000));
    expect([...cache.keys()]).toEqual(['small']);
  });

  test('answers those who wait for a fetch that others push out', async () => {
    const cache = createCache<string>({
      maxBytes: 500,
      fetchMethod: async (key) => {
        await delay(1);
        return key;
      },
    });
    const keys = Array.from({ length: 50 }, (_, number) => `${number}`);
    expect(await Promise.all(keys.map((key) => cache.fetch(key)))).toEqual(keys);
    expect(cache.size).toBeLessThan(5);
  });
});

test.each([
  ['a text', 'x'.repeat(1000), 2000],
  ['bytes', Buffer.alloc(1000), 1000],
  ['a list', Array.from({ length: 100 }, () => 'xxxxx'), 1000],
  ['an object', { a: { b: 'x'.repeat(1000) } }, 2000],
  ['a map', new Map([['a', 'x'.repeat(500)]]), 1000],
  ['a set', new Set(['x'.repeat(500)]), 1000],
])('The size of %s counts all that is in it', (_, value, least) => {
  expect(bytesOf(value)).toBeGreaterThanOrEqual(least);
  expect(bytesOf(value)).toBeLessThan(2 * least);
});

test('The size of what holds itself ends, and counts it once', () => {
  const value: { text: string; self?: unknown } = { text: 'x'.repeat(1000) };
  value.self = value;
  expect(bytesOf(value)).toBeLessThan(2300);
});
