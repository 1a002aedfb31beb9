import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createDatabaseProbe } from '../../src/domain/health.ts';
import { announceProcess, forgetProcess, GONE_AFTER_MS } from '../../src/domain/kernel/processes.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { startOwnService } from '../kit/service.ts';
import { useService } from '../kit/use-service.ts';

const subject = useService(1, {}, startOwnService);

test('Health is ok without a credential and tells of every part', async () => {
  const answer = await subject.service.call('GET', '/api/health');
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    status: 'ok',
    database: 'ok',
    temporal: 'not used',
    redis: 'not used',
    deliveries: 'ok',
  });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test('Health is never answered from a cache', async () => {
  const answer = await subject.service.call('GET', '/api/health');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('etag')).toBeNull();
});

test.each(['Bearer unknown', 'nonsense and more', ''])(
  'Health does not look at a credential: %o',
  async (token) => {
    expect((await subject.service.call('GET', '/api/health', { token })).status).toBe(200);
  },
);

test('Health has no rate limit', async () => {
  const { token } = subject.bot();
  for (let round = 0; round < 7; round++) {
    const asked = Array.from({ length: 100 }, () => subject.service.call('GET', '/api/health', { token }));
    const answers = await Promise.all(asked);
    expect(answers.every((answer) => answer.status === 200 && !answer.headers.has('ratelimit'))).toBe(true);
  }
});

test.each(['temporal', 'redis'] as const)(
  'Health stays ok while %s is unavailable, and says so',
  async (part) => {
    const parts = { temporal: 'ok', redis: 'ok', [part]: 'unavailable' } as const;
    const status = vi.spyOn(subject.services, 'partStatus').mockResolvedValue(parts);
    const answer = await subject.service.call('GET', '/api/health');
    status.mockRestore();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: 'ok', database: 'ok', ...parts, deliveries: 'ok' });
  },
);

test('A database that does not answer is unavailable after two seconds, for everybody who asked meanwhile', async () => {
  let statements = 0;
  const { status } = createDatabaseProbe({
    sql: (() => {
      statements += 1;
      return new Promise(() => {});
    }) as never,
  });
  expect(await Promise.all(Array.from({ length: 50 }, status))).toEqual(Array(50).fill('unavailable'));
  expect(statements).toBe(1);
});

test('Health of a web process says that Temporal is unavailable once a delivery is due and nobody makes it', async () => {
  await using service = await startOwnService({ TEMPORAL_ADDRESS: '127.0.0.1:1' });
  const { services } = service;
  const temporal = async () => (await service.call('GET', '/api/health')).body.temporal;
  const bot = await given(services).listing().withWebhook('https://receiver.example/').approved();
  await castVote(services, bot.id, newUserId());
  // Workers of 1.0 do not say that they run. During an upgrade they make this delivery in time.
  expect(await temporal()).toBe('ok');
  await services.db
    .sql`update deliveries set created_at = ${new Date(services.now().getTime() - GONE_AFTER_MS - 1000)}`;
  expect(await temporal()).toBe('unavailable');
  const id = randomUUID();
  await announceProcess(services, id, { delivers: true, keyIds: [] });
  expect(await temporal()).toBe('ok');
  // A worker that has lost Temporal says so.
  await announceProcess(services, id, { delivers: false, keyIds: [] });
  expect(await temporal()).toBe('unavailable');
});

test('Health says that no worker runs while deliveries wait, and ok as soon as one was seen', async () => {
  await using service = await startOwnService();
  const { services } = service;
  const deliveries = async () => (await service.call('GET', '/api/health')).body.deliveries;
  expect(await deliveries()).toBe('ok');
  const bot = await given(services).listing().withWebhook('https://receiver.example/').approved();
  await castVote(services, bot.id, newUserId());
  expect(await deliveries()).toBe('ok');
  const ago = (ms: number) => new Date(services.now().getTime() - ms);
  await services.db.sql`update deliveries set created_at = ${ago(GONE_AFTER_MS + 1000)}`;
  expect(await deliveries()).toBe('no worker');

  const [id, keyIds] = [randomUUID(), []];
  await announceProcess(services, id, { delivers: false, keyIds });
  expect(await deliveries()).toBe('no worker');
  await announceProcess(services, id, { delivers: true, keyIds });
  expect(await deliveries()).toBe('ok');
  await announceProcess({ ...services, now: () => ago(GONE_AFTER_MS + 1000) }, id, {
    delivers: true,
    keyIds,
  });
  expect(await deliveries()).toBe('no worker');
  await announceProcess(services, id, { delivers: true, keyIds });
  await forgetProcess(services, id);
  expect(await deliveries()).toBe('no worker');
});
