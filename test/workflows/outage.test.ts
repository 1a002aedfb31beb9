import pino from 'pino';
import { expect, test } from 'vitest';
import { createOutage } from '../../src/workflows/outage.ts';

test('an outage is told once, and again only when the work has succeeded in between', async () => {
  const lines: string[] = [];
  const log = pino(
    { base: null, timestamp: false },
    { write: (line: string) => void lines.push(JSON.parse(line).msg) },
  );
  const outage = createOutage(log, 'It is away.');
  const fails = () => outage.watch(Promise.reject(new Error('away')));

  expect(await fails()).toBeUndefined();
  expect(await fails()).toBeUndefined();
  expect(lines).toEqual(['It is away.']);
  expect(await outage.watch(Promise.resolve(7))).toBe(7);
  expect(await fails()).toBeUndefined();
  expect(lines).toEqual(['It is away.', 'It is away.']);
});
