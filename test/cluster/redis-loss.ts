import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Limits, openLimits } from '../../src/limits/rate-limit.ts';
import { RedisStore } from '../../src/limits/redis-store.ts';
import { keepLog } from '../kit/kept-log.ts';
import { present } from '../kit/present.ts';
import type { RedisServers } from './redis-servers.ts';

export const BUDGET = { name: 'check', max: 60, windowSeconds: 600 };
export const TOKENS = Array.from({ length: 30 }, (_, index) => `token-${index}`);
const INFO = { fieldName: 'check' };

/** What became of the requests of tokens whose limits one server counts. */
interface Tally {
  asked: number;
  uncounted: number;
  readonly admitted: Map<string, number>;
}

/**
 * Two processes that count together lose a primary, and get another.
 *
 * @returns what became of the requests of tokens on each server, in the order of their loss
 */
export async function loseThePrimary({ url, servers }: RedisServers) {
  await using opened = new AsyncDisposableStack();
  const { log, lines } = keepLog();
  const processes: Limits[] = [];
  for (const _ of [1, 2]) processes.push(await openLimits(url, log, opened));
  const map = new RedisStore({ url });
  opened.defer(() => map.close());
  expect(await map.connected(5000)).toBe(true);
  const homes = new Map(TOKENS.map((token) => [token, map.serverOf(token, BUDGET)]));
  const lost = present([...homes.values()][0]);
  const tallies = { lost: newTally(), others: newTally() };
  let turn = 0;
  const ask = async (token: string) => {
    const limits = present(processes[turn++ % 2]);
    const tally = homes.get(token) === lost ? tallies.lost : tallies.others;
    tally.asked++;
    // A request that fails would fail the test here.
    const state = await limits.limiter.spend(token, BUDGET, INFO);
    if (state.isUncounted) tally.uncounted++;
    else if (state.admitted) tally.admitted.set(token, (tally.admitted.get(token) ?? 0) + 1);
    return state;
  };
  const askAll = () => Promise.all(TOKENS.map(ask));
  const statuses = () => Promise.all(processes.map((limits) => limits.redisStatus()));

  // A busy machine may take longer than the start waits.
  await expect.poll(statuses).toEqual(['ok', 'ok']);
  for (let round = 0; round < 20; round++) await askAll();
  // Replication is asynchronous.
  await sleep(500);
  const before = lines.length;
  const victim = present(lost === '' ? [...servers.values()][0] : servers.get(lost));
  victim.hold();
  victim.kill();
  const killed = performance.now();
  const seen = new Set<string>();
  let back = 0;
  while (back < 2 && performance.now() - killed < 60_000) {
    const uncounted = tallies.lost.uncounted;
    await askAll();
    back = uncounted > 0 && tallies.lost.uncounted === uncounted ? back + 1 : 0;
    for (const status of await statuses()) seen.add(status);
    await sleep(200);
  }
  const seconds = (performance.now() - killed) / 1000;
  expect(seen).toContain('unavailable');
  expect(await statuses()).toEqual(['ok', 'ok']);
  for (let round = 0; round < 70; round++) await askAll();
  for (const token of TOKENS) expect(await ask(token)).toMatchObject({ admitted: false });
  return { ...tallies, seconds, lines: lines.slice(before) };
}

const newTally = (): Tally => ({ asked: 0, uncounted: 0, admitted: new Map() });

export function print(name: string, { lost, others, seconds }: Awaited<ReturnType<typeof loseThePrimary>>) {
  const of = ({ asked, uncounted, admitted }: Tally) =>
    `${asked} requests of ${admitted.size} tokens, 0 failed, ${uncounted} uncounted`;
  const times = `counted again after ${seconds.toFixed(1)} s`;
  process.stdout.write(`${name}: lost server: ${of(lost)}; others: ${of(others)}; ${times}\n`);
}

/** The request with which a process finds the server back passes at once, and is counted. */
export function expectExact({ admitted }: Tally): void {
  const missing = [...admitted.values()].map((count) => BUDGET.max - count);
  expect(Math.min(...missing)).toBe(0);
  expect(missing.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(2);
}
