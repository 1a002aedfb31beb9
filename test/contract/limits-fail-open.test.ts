import { Redis } from 'ioredis';
import { describe, expect, inject, test } from 'vitest';
import { keepLog } from '../kit/kept-log.ts';
import { startRedis } from '../kit/redis.ts';
import { startService } from '../kit/service.ts';
import { useService } from '../kit/use-service.ts';
import { expectFailure } from './expect-failure.ts';

// Nothing listens there.
const subject = useService(3, { REDIS_URL: 'redis://127.0.0.1:1', LOG_LEVEL: 'silent' });

describe('While the rate-limit store is unreachable', () => {
  test('requests are let through, past the budget', async () => {
    const bot = subject.bot();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => subject.ask('PUT', bot, 'commands', { commands: [] })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });

  test('the token is still verified, and the id and the request are checked', async () => {
    const [bot, other] = [subject.bot(), subject.bot()];
    expectFailure(await subject.ask('GET', { ...bot, token: `${bot.token}x` }, 'votes'), 401);
    expectFailure(await subject.ask('GET', { ...bot, id: other.id }, 'votes'), 404);
    expectFailure(await subject.ask('GET', bot, 'votes?limit=0'), 400);
  });

  test('the service is healthy and tells that the store is not', async () => {
    const answer = await subject.service.call('GET', '/api/health');
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok', redis: 'unavailable' } });
  });
});

test('A Redis that is away at the start is named once in the log, before any request', async () => {
  const { log, lines } = keepLog();
  await using service = await startService({ REDIS_URL: 'redis://127.0.0.1:1' }, 'web', log);
  const ofRedis = () => lines.filter(({ msg }) => msg.includes('REDIS_URL'));
  expect(ofRedis()).toMatchObject([{ level: 40, reason: 'ECONNREFUSED' }]);
  await service.call('GET', '/api/health');
  expect(ofRedis()).toHaveLength(1);
});

test.skipIf(!inject('parts').redis)(
  'A Redis that became a read-only replica is unavailable, and ok once it is the primary again',
  async () => {
    await using parts = new AsyncDisposableStack();
    const redis = await startRedis();
    parts.defer(async () => redis?.stop());
    await using service = await startService({ REDIS_URL: redis?.url ?? '', LOG_LEVEL: 'silent' });
    const status = async () => (await service.call('GET', '/api/health')).body.redis;
    expect(await status()).toBe('ok');
    const client = new Redis(redis?.url ?? '');
    parts.defer(() => client.disconnect());
    await client.replicaof('127.0.0.1', 1);
    await expect.poll(status).toBe('unavailable');
    await client.replicaof('NO', 'ONE');
    await expect.poll(status).toBe('ok');
  },
);
