import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBatch } from '../../../src/domain/kernel/batch.ts';

/** Answers only when told to, and remembers what it was asked. */
function controlled() {
  const loads: { keys: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const batch = createBatch<number, number>(
    (keys) =>
      new Promise((resolve, reject) => {
        loads.push({ keys, answer: () => resolve(keys.map((key) => key * 10)), fail: reject });
      }),
  );
  return { loads, batch };
}

const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await nextTurn();
};

test('each caller gets the answer of its own key, whatever arrives together', async () => {
  const batch = createBatch<number, string | undefined>(async (keys) =>
    keys.map((key) => (key % 3 === 0 ? undefined : `answer ${key}`)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(20), fc.nat(3))), async (calls) => {
      const answers = await Promise.all(
        calls.map(async ([key, delay]) => {
          for (let turn = 0; turn < delay; turn++) await nextTurn();
          return batch(key);
        }),
      );
      expect(answers).toEqual(calls.map(([key]) => (key % 3 === 0 ? undefined : `answer ${key}`)));
    }),
  );
});

test('a lone call leaves without waiting for others', async () => {
  const { loads, batch } = controlled();
  const answer = batch(7);
  await turns();
  expect(loads.map((load) => load.keys)).toEqual([[7]]);
  loads[0]?.answer();
  expect(await answer).toBe(70);
});

test('while two statements are under way further calls wait, and leave together when one returns', async () => {
  const { loads, batch } = controlled();
  const answers: Promise<number>[] = [];
  for (const key of [1, 2, 3, 4, 5]) {
    answers.push(batch(key));
    await turns();
  }
  expect(loads.map((load) => load.keys)).toEqual([[1], [2]]);
  loads[0]?.answer();
  await turns();
  expect(loads.map((load) => load.keys)).toEqual([[1], [2], [3, 4, 5]]);
  for (const load of loads) load.answer();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
});

test('a failing statement rejects exactly its callers, and the calls that waited go on', async () => {
  const { loads, batch } = controlled();
  const results: Promise<PromiseSettledResult<number>>[] = [];
  for (const key of [1, 2, 3]) {
    results.push(Promise.allSettled([batch(key)]).then(([result]) => result));
    await turns();
  }
  loads[0]?.fail(new Error('broken'));
  await turns();
  for (const load of loads) load.answer();
  expect(await Promise.all(results)).toEqual([
    { status: 'rejected', reason: new Error('broken') },
    { status: 'fulfilled', value: 20 },
    { status: 'fulfilled', value: 30 },
  ]);
});

test('failures do not use up the statements that may be under way', async () => {
  let broken = true;
  const batch = createBatch<number, number>(async (keys) => {
    if (broken) throw new Error('broken');
    return [...keys];
  });
  for (let call = 0; call < 10; call++) await expect(batch(call)).rejects.toThrow('broken');
  broken = false;
  expect(await Promise.all([batch(1), batch(2)])).toEqual([1, 2]);
});

test('more than 500 keys are asked in several statements, and every caller is answered', async () => {
  const sizes: number[] = [];
  const batch = createBatch<number, number>(async (keys) => {
    sizes.push(keys.length);
    return keys.map((key) => -key);
  });
  const keys = Array.from({ length: 1201 }, (_, index) => index + 1);
  expect(await Promise.all(keys.map(batch))).toEqual(keys.map((key) => -key));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1201);
});

test('a second call with the same key asks again', async () => {
  let value = 1;
  const batch = createBatch<string, number>(async (keys) => keys.map(() => value));
  expect(await batch('key')).toBe(1);
  value = 2;
  expect(await batch('key')).toBe(2);
});
