import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { checkRedis } from '../../src/admin/doctor/servers.ts';
import { openLimits } from '../../src/limits/rate-limit.ts';
import { adminOf } from '../kit/admin.ts';
import { keepLog } from '../kit/kept-log.ts';
import { present } from '../kit/present.ts';
import { startRedis } from '../kit/redis.ts';
import type { Supervised } from '../kit/supervise.ts';
import { BUDGET, expectExact, loseThePrimary, print, TOKENS } from './redis-loss.ts';
import { startRedisCluster, startRedisSentinel } from './redis-servers.ts';

test('A killed primary that Sentinel watches leaves limits exact after the failover', async () => {
  await using parts = new AsyncDisposableStack();
  const result = await loseThePrimary(await startRedisSentinel(parts, { isGuarded: false }));
  print('Sentinel', result);
  expect(result.lost.uncounted).toBeGreaterThan(0);
  expectExact(result.lost);
  expect(result.lost.admitted.size).toBe(TOKENS.length);
});

test.each([
  ['A Redis Cluster', startRedisCluster, /^ok +redis +Redis \S+ responds on 3 servers\./m],
  ['Sentinel', startRedisSentinel, /^ok +redis +Redis \S+ responds\. /m],
])(
  '%s with TLS, an authority of its own, a user of few rights and passwords counts',
  async (_, start, says) => {
    await using parts = new AsyncDisposableStack();
    const { url, authority } = await start(parts, { isGuarded: true });
    const doctor = async (REDIS_URL: string, NODE_EXTRA_CA_CERTS: string) =>
      (await adminOf({ REDIS_URL, NODE_EXTRA_CA_CERTS })('doctor')).stdout;
    expect(await doctor(url, authority)).toMatch(says);
    expect(await doctor(url.replace('p%40ss', 'wrong'), authority)).toMatch(
      /^problem +redis +Redis refuses the user or the password\./m,
    );
    expect(await doctor(url, '')).toMatch(/^problem +redis +The TLS connection to Redis fails: /m);
  },
);

test('The doctor names the mistake in an address of Sentinel or of a Cluster', async () => {
  await using parts = new AsyncDisposableStack();
  const { url } = await startRedisSentinel(parts, { isGuarded: false });
  const says = async (REDIS_URL: string) =>
    (await checkRedis({ redisUrl: REDIS_URL })).map((finding) => finding.says);
  expect(await says(url)).toEqual([expect.stringMatching(/ responds\. /)]);
  expect(await says(`${url}ly`)).toEqual([
    expect.stringContaining('Sentinel knows no primary with the name'),
  ]);
  expect(await says(`${url}/99`)).toEqual([expect.stringContaining('does not have the database')]);
  for (const unknown of ['redis+sentinel://nowhere.invalid/main', 'redis+cluster://nowhere.invalid']) {
    expect(await says(unknown)).toEqual([expect.stringContaining('A host in REDIS_URL is unknown')]);
  }
});

test('A frozen primary is the only one of which the doctor says that it does not count', async () => {
  await using parts = new AsyncDisposableStack();
  const { url, servers } = await startRedisCluster(parts, { isGuarded: false });
  const [[name, frozen]] = [...servers] as [[string, Supervised]];
  frozen.kill('SIGSTOP');
  parts.defer(() => frozen.kill('SIGCONT'));
  const [finding] = await checkRedis({ redisUrl: url });
  expect(finding).toMatchObject({
    level: 'problem',
    says: `1 of 3 Redis servers does not count requests: ${name} (no response).`,
    todo: expect.not.stringContaining('rights'),
  });
});

test('The only primary of a Redis Cluster counts, with the address for one server', async () => {
  await using parts = new AsyncDisposableStack();
  const redis = present(await startRedis('--cluster-enabled', 'yes'));
  parts.defer(redis.stop);
  const client = new Redis(redis.url);
  parts.defer(() => client.disconnect());
  await client.cluster('ADDSLOTSRANGE', 0, 16_383);
  const limits = await openLimits(redis.url, keepLog().log, parts);
  await expect.poll(() => limits.redisStatus(), { timeout: 10_000 }).toBe('ok');
  const first = await limits.limiter.spend('a', BUDGET, { fieldName: 'check' });
  expect(first.remaining).toBe(BUDGET.max - 1);
});

test('A server of a Redis Cluster as the only one of REDIS_URL counts nothing, and start, health and doctor say why', async () => {
  await using parts = new AsyncDisposableStack();
  const { servers } = await startRedisCluster(parts, { isGuarded: false });
  const url = `redis://${present([...servers.keys()][0])}`;
  const { log, lines } = keepLog();
  const limits = await openLimits(url, log, parts);
  const why = 'REDIS_URL leads to a Redis Cluster: write it as redis+cluster://HOST:6379,HOST:6379.';
  expect(JSON.stringify(lines)).toContain(why);
  for (let probe = 0; probe < 5; probe++) expect(await limits.redisStatus()).toBe('unavailable');
  for (const token of TOKENS) expect(await limits.limiter.left(token, BUDGET)).toBeUndefined();
  expect((await adminOf({ REDIS_URL: url })('doctor')).stdout).toContain(why);
});
