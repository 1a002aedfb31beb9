import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { within } from '../../src/lib/within.ts';

test('returns the result of the work, or throws its error, in time', async () => {
  const never = () => expect.unreachable();
  expect(await within(Promise.resolve('done'), 1000, never)).toBe('done');
  await expect(within(Promise.reject(new Error('broken')), 1000, never)).rejects.toThrow('broken');
});

test('returns or throws the given outcome at the limit, and drops later ones', async () => {
  const later = async () => {
    await delay(50);
    throw new Error('too late');
  };
  expect(await within(later(), 5, () => 'late')).toBe('late');
  const refuse = () => {
    throw new Error('not in time');
  };
  await expect(within(later(), 5, refuse)).rejects.toThrow('not in time');
  await delay(100);
});
