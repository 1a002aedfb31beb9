import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createReceiverPace } from '../../../src/workflows/dispatcher/receiver-pace.ts';

describe('The pace of a receiver', () => {
  test('is slow after an answer that took a quarter of a second, and quick again after one that did not', async () => {
    let now = 0;
    const pace = createReceiverPace(() => now);
    const answerAfter = (ms: number) =>
      pace.watch('a', async () => {
        now += ms;
      });
    await answerAfter(249);
    expect(pace.isSlow('a')).toBe(false);
    await answerAfter(250);
    expect(pace.slowBots()).toEqual(['a']);
    expect(pace.expectedMs('a')).toBe(250);
    await answerAfter(249);
    expect(pace.slowBots()).toEqual([]);
  });

  test('is taken for that of one that hangs while it has been silent for a second, and a failure counts as it lasted', async () => {
    const pace = createReceiverPace();
    const answer = Promise.withResolvers<void>();
    const watched = pace.watch('a', () => answer.promise);
    while (!pace.isSlow('a')) await delay(50);
    expect(pace.expectedMs('a')).toBe(10_000);
    answer.reject(new Error('The connection was lost.'));
    await expect(watched).rejects.toThrow('The connection was lost.');
    expect(pace.expectedMs('a')).toBeLessThan(10_000);
  });
});
