import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { type Release, Slots } from '../../../src/http/admission/slots.ts';
import { WorkBudget } from '../../../src/http/admission/work.ts';

/** A budget of two requests at any time, with a clock of the test. */
function budget() {
  let time = 1_000_000;
  const work = new WorkBudget(2, () => time);
  return {
    work,
    wait: (ms: number) => {
      time += ms;
    },
    /** Requests of one sender, one after the other, as long as its budget lasts. @returns how many of at most 10 000 */
    run(sender: string, ms: number): number {
      let count = 0;
      for (; count < 10_000 && work.hasLeft(sender); count += 1) {
        const end = work.begin(sender);
        time += ms;
        end();
      }
      return count;
    },
    /** Requests of one sender at once. @returns their ends */
    start: (sender: string, count: number) => Array.from({ length: count }, () => work.begin(sender)),
  };
}

test('Requests one after the other, or two at once, never use up the budget, up to half a second each', () => {
  const { run, start, wait, work } = budget();
  for (const ms of [0, 5, 100, 500]) expect(run('a', ms)).toBe(10_000);
  for (let round = 0; round < 1000; round += 1) {
    const ends = start('b', 2);
    wait(500);
    for (const end of ends) end();
    expect(work.hasLeft('b')).toBe(true);
  }
});

test('Sixteen costly requests at once use it up, others have their own, and it fills again', () => {
  const { start, wait, work } = budget();
  for (let round = 0; round < 3; round += 1) {
    const ends = start('a', 16);
    wait(1000);
    for (const end of ends) end();
  }
  expect(work.hasLeft('a')).toBe(false);
  expect(work.hasLeft('b')).toBe(true);
  // 48 seconds of work in three seconds, at two seconds a second.
  wait(25_000);
  expect(work.hasLeft('a')).toBe(true);
});

test('An office whose pages are cheap is never out of budget: 100 pages a second of 15 ms', () => {
  const { start, wait, work } = budget();
  for (let second = 0; second < 60; second += 1) {
    for (let burst = 0; burst < 10; burst += 1) {
      const ends = start('office', 10);
      wait(15);
      for (const end of ends) end();
      wait(85);
      expect(work.hasLeft('office')).toBe(true);
    }
  }
});

test('Without budget, a sender keeps two requests running, and others start at once', async () => {
  const { start, wait, work } = budget();
  const slots = new Slots(16, 60_000, work);
  const ends = start('a', 16);
  wait(5000);
  for (const end of ends) end();
  const running = [slots.take('a'), slots.take('a')];
  expect(slots.isFree('a')).toBe(false);
  expect(slots.isFree('b')).toBe(true);
  const started: Release[] = [];
  const response = new EventEmitter();
  for (let count = 0; count < 5; count += 1)
    void slots.wait(response, 'a').then((release) => started.push(release));
  await null;
  expect(started).toHaveLength(0);
  for (const release of running) release();
  await null;
  expect(started).toHaveLength(2);
  // When the budget is positive again, more of them start.
  wait(60_000);
  slots.sweep(performance.now(), 0);
  await null;
  expect(started).toHaveLength(5);
});
