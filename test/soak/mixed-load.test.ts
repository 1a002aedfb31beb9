import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useStack } from '../kit/use-stack.ts';
import { startLoad } from './load.ts';
import { createSampler, growthOf, printTable, type Sample } from './samples.ts';

const SECONDS = Number(process.env.SOAK_SECONDS ?? (process.env.CI ? 60 : 1800));
const SAMPLE_EVERY_MS = SECONDS > 300 ? 10_000 : 2500;
/**
 * Resident memory of the web process, at any time. Runs of a minute reach 203 to 211, of which 60 are Node's program;
 * 219 after a change, while its modules are compiled.
 */
const MAX_WEB_MIB = 222;
/** Until then V8 lets its heap grow; the growth is judged in runs whose second half begins later. */
const WARM_UP_SECONDS = 180;
/** By which either process may grow over the second half of the load; collections of garbage alone move it by some. */
const MAX_GROWTH_MIB = 25;
/** What a vote may add to the database: its entry, window, delivery and attempt, with their indexes. */
const MAX_BYTES_A_VOTE = 6000;
/** What the database may grow by besides: rows that were updated and wait for the vacuum. */
const MAX_DATABASE_GROWTH_MIB = 48;
/** The pools of both processes, and their connection for migrations. */
const MAX_CONNECTIONS = 2 * 12 + 1;
/** Of connections that are closed a little later. */
const MAX_HANDLES_LEFT = 4;
/** On a busy machine Redis may answer too late now and then, and the log says so. */
const MIN_SECONDS_A_WARNING = 10;
/** The share of requests that a busy machine may refuse to others than strangers. */
const MAX_REFUSED = 0.01;
const SETTLE_MS = 20_000;

const isLogged = (line: string) => line.startsWith('{"level":');
const isError = (line: string) => /^\{"level":[56]0/.test(line);

const running = useStack();

test(`${SECONDS} seconds of mixed load keep memory, handles, connections and the database within bounds`, async () => {
  const { stack, receiver } = running;
  const sample = await createSampler(stack);
  const { bots, ownerId } = await stack.seed({
    bots: 200,
    users: 100,
    votes: 20_000,
    webhookUrl: receiver.url,
  });
  // Who has votes in the history may have voted within twelve hours.
  const { users } = await stack.seed({ bots: 0, users: 300, votes: 0 });
  // Everything was opened once, and what only the start needed is closed.
  const opening = await startLoad(stack.url, { bots, ownerId, users: users.slice(0, 20) });
  await delay(5000);
  await opening.stop();
  await delay(SETTLE_MS);
  const before = await sample();
  const arrivedBefore = receiver.received.length;

  const load = await startLoad(stack.url, { bots, ownerId, users: users.slice(20) });
  const samples: Sample[] = [];
  const end = performance.now() + SECONDS * 1000;
  while (performance.now() < end) {
    samples.push(await sample());
    await delay(SAMPLE_EVERY_MS);
  }
  await load.stop();
  const deadline = performance.now() + 60_000;
  while (receiver.received.length - arrivedBefore < load.votes() && performance.now() < deadline)
    await delay(100);
  await delay(SETTLE_MS);
  const after = await sample();

  printTable([before, ...samples, after]);
  const secondHalf = samples.slice(Math.floor(samples.length / 2));
  const growth = {
    web: growthOf(secondHalf, ({ webMiB }) => webMiB),
    worker: growthOf(secondHalf, ({ workerMiB }) => workerMiB),
  };
  const databaseGrowth = after.databaseMiB - before.databaseMiB;
  const most = Math.max(...samples.map(({ webMiB }) => webMiB));
  const outcomes = [...load.outcomes].sort().map(([outcome, count]) => `${outcome}: ${count}`);
  const logged = `${stack.parts.web.output()}${stack.parts.worker.output()}`.split('\n').filter(isLogged);
  process.stdout.write(
    `\n${outcomes.join(', ')}\n${load.votes()} votes recorded, ` +
      `${receiver.received.length - arrivedBefore} requests at the receiver\n` +
      `web at most ${most.toFixed(0)} MiB; over the second half web ${growth.web.toFixed(1)} MiB, ` +
      `worker ${growth.worker.toFixed(1)} MiB; ` +
      `database ${databaseGrowth.toFixed(1)} MiB\nlog: ${logged.slice(-10).join('\n')}\n`,
  );

  const requests = [...load.outcomes.values()].reduce((sum, count) => sum + count, 0);
  const late = load.unexpected.filter((outcome) => outcome.startsWith('health '));
  expect.soft(load.unexpected.filter((outcome) => !late.includes(outcome))).toEqual([]);
  expect.soft(late.length, late.join(', ')).toBeLessThanOrEqual(1);
  expect.soft(load.refused.length, load.refused.join(', ')).toBeLessThanOrEqual(requests * MAX_REFUSED);
  expect.soft(receiver.received.length - arrivedBefore).toBeGreaterThanOrEqual(load.votes());
  expect.soft(stack.parts.web.unaskedEnds).toEqual([]);
  expect.soft(stack.parts.worker.unaskedEnds).toEqual([]);
  expect.soft(most, 'resident memory of the web process').toBeLessThanOrEqual(MAX_WEB_MIB);
  if (SECONDS / 2 >= WARM_UP_SECONDS) {
    expect.soft(growth.web, 'growth of the web process').toBeLessThanOrEqual(MAX_GROWTH_MIB);
    expect.soft(growth.worker, 'growth of the worker').toBeLessThanOrEqual(MAX_GROWTH_MIB);
  }
  expect
    .soft(Math.max(...samples.map(({ connections }) => connections)))
    .toBeLessThanOrEqual(MAX_CONNECTIONS);
  expect
    .soft(databaseGrowth * 1024 * 1024)
    .toBeLessThanOrEqual(load.votes() * MAX_BYTES_A_VOTE + MAX_DATABASE_GROWTH_MIB * 1024 * 1024);
  expect.soft(after.webHandles).toBeLessThanOrEqual(before.webHandles + MAX_HANDLES_LEFT);
  expect.soft(after.workerHandles).toBeLessThanOrEqual(before.workerHandles + MAX_HANDLES_LEFT);
  expect.soft(logged.filter(isError)).toEqual([]);
  expect
    .soft(after.logLines - before.logLines, 'warnings')
    .toBeLessThanOrEqual(SECONDS / MIN_SECONDS_A_WARNING);
});
