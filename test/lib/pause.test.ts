import { expect, test } from 'vitest';
import { pause } from '../../src/lib/pause.ts';

test('a pause lasts as long as it is told', async () => {
  const startedAt = performance.now();
  await pause(30);
  expect(performance.now() - startedAt).toBeGreaterThan(25);
});

test('a pause ends early, without an error, when its signal is aborted, now or before', async () => {
  const enough = new AbortController();
  const pausing = pause(60_000, { signal: enough.signal });
  enough.abort();
  await pausing;
  await pause(60_000, { signal: enough.signal });
});
