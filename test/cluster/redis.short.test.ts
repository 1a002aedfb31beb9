import { expect, test } from 'vitest';
import { BUDGET, expectExact, loseThePrimary, print } from './redis-loss.ts';
import { startRedisCluster } from './redis-servers.ts';

test('A killed primary of a Redis Cluster leaves the limits of other tokens exact, and those of its own after the failover', async () => {
  await using parts = new AsyncDisposableStack();
  const result = await loseThePrimary(await startRedisCluster(parts, { isGuarded: false }));
  print('Redis Cluster', result);
  expect(result.others.uncounted).toBe(0);
  expect(result.lost.uncounted).toBeGreaterThan(0);
  expect(result.lost.admitted.size).toBeGreaterThan(0);
  expect(result.others.admitted.size).toBeGreaterThan(0);
  for (const count of result.others.admitted.values()) expect(count).toBe(BUDGET.max);
  expectExact(result.lost);
  const words = result.lines.map(({ msg, server, insteadOf }) => ({
    lost: insteadOf ?? server,
    by: insteadOf && server,
    isBack: /again/.test(msg),
  }));
  const [first] = words;
  expect(new Set(words.map(({ lost }) => lost))).toEqual(new Set([first?.lost]));
  const back = words.filter(({ isBack }) => isBack);
  expect(back).toHaveLength(2);
  for (const { by } of back) expect(by).not.toBe(first?.lost);
});
