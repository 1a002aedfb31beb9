import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from '../../../src/domain/kernel/turns.ts';

test('Work with the same key runs in its order, so many at once, and other keys do not wait for it', async () => {
  const inTurn = createTurns(2);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (key: string, name: string) =>
    inTurn(key, () => {
      started.push(name);
      return new Promise<void>((end) => ends.set(name, end));
    });
  const all = [work('a', 'a1'), work('a', 'a2'), work('a', 'a3'), work('a', 'a4'), work('b', 'b1')];
  await tick();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  ends.get('a2')?.();
  await tick();
  expect(started.slice(3)).toEqual(['a3']);
  for (const name of ['a1', 'a3', 'b1', 'a4']) {
    ends.get(name)?.();
    await tick();
  }
  await Promise.all(all);
});

test('Work that fails gives its turn to the next one', async () => {
  const inTurn = createTurns(1);
  const failing = inTurn('a', () => Promise.reject(new Error('broken')));
  const next = inTurn('a', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
