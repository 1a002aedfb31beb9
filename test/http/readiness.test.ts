import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createReadiness } from '../../src/http/operators.ts';
import { startService } from '../kit/service.ts';

const ok = async () => 'ok' as const;
const readOnly = async () => 'read-only' as const;
const away = async () => 'unavailable' as const;

test.each([
  ['its database responds', { database: ok }, true],
  // So are all others that share the database: a load balancer needs a target.
  ['its database does not respond', { database: away }, true],
  ['its database responds and stores nothing', { database: readOnly }, true],
  ['it is a worker and Temporal responds', { database: ok, temporal: ok }, true],
  ['it is a worker that holds deliveries', { database: ok, temporal: async () => 'not used' as const }, true],
  ['it is a worker and its database does not respond', { database: away, temporal: ok }, false],
  ['it is a worker and Temporal does not respond', { database: ok, temporal: away }, false],
])('a process is ready or not when %s', async (_, parts, ready) => {
  const readiness = createReadiness(parts);
  expect((await readiness.check()).ready).toBe(ready);
  readiness.drain();
  expect(await readiness.check()).toMatchObject({ ready: false, draining: true });
});

test('a web process tells its state before a silent database responds, and learns it', async () => {
  const silence = Promise.withResolvers<'unavailable'>();
  const readiness = createReadiness({ database: () => silence.promise });
  expect(await readiness.check()).toEqual({ ready: true, draining: false, database: 'ok' });
  silence.resolve('unavailable');
  expect(await readiness.check()).toEqual({ ready: true, draining: false, database: 'unavailable' });
});

test('a process that ends is not ready first, and serves everything until its port closes', async () => {
  const service = await startService({ DRAIN_SECONDS: '2' });
  const readyz = () => fetch(`${service.url}/readyz`);
  expect((await readyz()).status).toBe(200);
  const closing = service.close();
  try {
    const refused = await readyz();
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { ready: false, draining: true, database: 'ok' },
    ]);
    const answer = await fetch(`${service.url}/api/health`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('keep-alive');
    await delay(1000);
    expect((await fetch(service.url)).status).toBe(200);
  } finally {
    await closing;
  }
  await expect(readyz()).rejects.toThrow();
});
