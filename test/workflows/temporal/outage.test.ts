import { expect, test } from 'vitest';
import { createOutage } from '../../../src/workflows/temporal/faults.ts';
import { keepLog } from '../../kit/kept-log.ts';

const MINUTE_MS = 60_000;

function watched() {
  const { log, lines } = keepLog();
  let now = 0;
  const sentences = {
    away: 'It is away.',
    back: 'It is back.',
    isToldElsewhere: (error: unknown) => error instanceof RangeError,
  };
  const outage = createOutage(log, sentences, () => now);
  return {
    outage,
    fails: (error = new Error('away')) => outage.watch(Promise.reject(error)),
    works: () => outage.watch(Promise.resolve(7)),
    pass: (ms: number) => {
      now += ms;
    },
    told: () => lines.splice(0).map(({ msg }) => msg),
    counted: () => lines.map(({ failures }) => failures),
  };
}

test('an outage is told once when it begins and once, with the number of failures, when it is over', async () => {
  const { fails, works, told, counted } = watched();
  expect(await works()).toBe(7);
  expect(told()).toEqual([]);
  for (let time = 0; time < 100; time += 1) expect(await fails()).toBeUndefined();
  expect(told()).toEqual(['It is away.']);
  expect(await works()).toBe(7);
  await works();
  expect(counted()).toEqual([100]);
  expect(told()).toEqual(['It is back.']);
});

test('a connection that comes and goes is logged once a minute', async () => {
  const { fails, works, pass, told } = watched();
  for (let second = 0; second < 180; second += 1) {
    await fails();
    await works();
    pass(1000);
  }
  expect(told()).toEqual(Array(3).fill(['It is away.', 'It is back.']).flat());
});

test('an outage counts only its own failures', async () => {
  const { fails, works, pass, counted } = watched();
  await fails();
  await works();
  // Too soon for another line.
  for (let time = 0; time < 5; time += 1) await fails();
  await works();
  pass(MINUTE_MS);
  await fails();
  await works();
  expect(counted().filter((failures) => failures !== undefined)).toEqual([1, 1]);
});

test('another reason is told, a minute later at the earliest', () => {
  const { outage, pass, told } = watched();
  outage.failed(new Error('away'));
  outage.failed(new Error('denied'), 'It refuses.');
  expect(told()).toEqual(['It is away.']);
  pass(MINUTE_MS);
  outage.failed(new Error('denied'), 'It refuses.');
  outage.failed(new Error('denied'), 'It refuses.');
  expect(told()).toEqual(['It refuses.']);
});

test('failures that another outage logs are not logged, and neither is their end', async () => {
  const { fails, works, told } = watched();
  await fails(new RangeError('told elsewhere'));
  await works();
  expect(told()).toEqual([]);
});
