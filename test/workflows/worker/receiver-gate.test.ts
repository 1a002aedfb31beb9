import { describe, expect, test } from 'vitest';
import { createReceiverGate } from '../../../src/workflows/worker/receiver-gate.ts';

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
      () => 8000,
      () => now,
    );
    for (let number = 1; number <= 16; number += 1) gate.enter('a');
    expect([gate.enter('a'), gate.enter('a'), gate.enter('a')]).toEqual([1500, 2000, 2500]);
    now = 2000;
    expect(gate.enter('a')).toBe(1500);
  });

  test('keeps no other receiver waiting, and forgets one that nothing is under way at', () => {
    const gate = createReceiverGate(
      () => 8000,
      () => 0,
    );
    for (let number = 1; number <= 20; number += 1) gate.enter('a');
    expect(gate.enter('b')).toBe(0);
    for (let number = 1; number <= 16; number += 1) gate.leave('a');
    for (let number = 1; number <= 16; number += 1) expect(gate.enter('a')).toBe(0);
    expect(gate.enter('a')).toBe(1500);
  });
});
