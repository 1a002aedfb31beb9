import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createEndpointPace } from '../../../src/workflows/dispatcher/endpoint-pace.ts';
import { createReceiverGate } from '../../../src/workflows/dispatcher/receiver-gate.ts';

describe('The gate of a receiver', () => {
  test('lets sixteen in at once, and one more for each that leaves', () => {
    const gate = createReceiverGate(
      () => 0,
      () => 0,
    );
    for (let number = 1; number <= 16; number += 1) expect(gate.enter('a')).toBe(0);
    expect(gate.enter('a')).toBeGreaterThan(0);
    gate.leave('a');
    expect(gate.enter('a')).toBe(0);
    expect(gate.enter('a')).toBeGreaterThan(0);
  });

  test('puts the others off one after the other, as places are going to be free', () => {
    let now = 0;
    const gate = createReceiverGate(
      () => now,
      () => 8000,
    );
    for (let number = 1; number <= 16; number += 1) gate.enter('a');
    expect([gate.enter('a'), gate.enter('a'), gate.enter('a')]).toEqual([1500, 2000, 2500]);
    now = 2000;
    expect(gate.enter('a')).toBe(1500);
  });

  test('keeps no other receiver waiting, and forgets one that nothing is under way at', () => {
    const gate = createReceiverGate(
      () => 0,
      () => 8000,
    );
    for (let number = 1; number <= 20; number += 1) gate.enter('a');
    expect(gate.enter('b')).toBe(0);
    for (let number = 1; number <= 16; number += 1) gate.leave('a');
    for (let number = 1; number <= 16; number += 1) expect(gate.enter('a')).toBe(0);
    expect(gate.enter('a')).toBe(1500);
  });
});

describe('The pace of a receiver', () => {
  test('is slow after an answer that took a quarter of a second, and quick again after one that did not', async () => {
    let now = 0;
    const pace = createEndpointPace(() => now);
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
    const pace = createEndpointPace(Date.now);
    const answer = Promise.withResolvers<void>();
    const watched = pace.watch('a', () => answer.promise);
    while (!pace.isSlow('a')) await delay(50);
    expect(pace.expectedMs('a')).toBe(10_000);
    answer.reject(new Error('The connection was lost.'));
    await expect(watched).rejects.toThrow('The connection was lost.');
    expect(pace.expectedMs('a')).toBeLessThan(10_000);
  });
});
