import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { createMetrics, type Metrics } from '../../src/workflows/metrics.ts';
import { startDatabase } from '../db/support.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSilentProxy } from '../support/silent-proxy.ts';

let service: TestService;
let metrics: Metrics;
beforeAll(async () => {
  service = await startService();
  metrics = createMetrics(service.services);
});
afterAll(() => service.close());

test('operators see attempts by outcome, how long receivers take, how long votes wait, and the backlog', async () => {
  metrics.attempted({ state: 'delivered', said: '204', tookMs: 20, deliveredAfterMs: 70_000 });
  // As of one that was sent again by hand.
  metrics.attempted({ state: 'delivered', said: '200', tookMs: 20 });
  metrics.attempted({ state: 'pending', said: 'timeout', tookMs: 10_000, retryInMs: 60_000 });
  metrics.attempted(undefined);
  const { body, contentType } = await metrics.text();
  expect(contentType).toContain('text/plain');
  expect(body).toContain('webhook_attempts_total{outcome="204",state="delivered"} 1');
  expect(body).toContain('webhook_attempts_total{outcome="timeout",state="pending"} 1');
  expect(body).toContain('webhook_attempts_total{outcome="not made",state="pending"} 1');
  expect(body).toContain('webhook_attempt_duration_seconds_count 3');
  expect(body).toContain('webhook_delivery_latency_seconds_sum 70\n');
  expect(body).toContain('webhook_delivery_latency_seconds_count 1\n');
  for (const gauge of [
    'outbox_deliveries',
    'waiting_deliveries',
    'oldest_undelivered_seconds',
    'late_seconds',
  ]) {
    expect(body).toMatch(new RegExp(`^webhook_${gauge} \\d`, 'm'));
  }
});

test('while the database is away the other numbers are served, and a gauge says that it is', async () => {
  expect((await metrics.text()).body).toContain('database_up 1');
  const parts = new AsyncDisposableStack();
  try {
    const address = await startDatabase(parts);
    const url = new URL('url' in address ? address.url : 'postgres://postgres@127.0.0.1/postgres');
    const target =
      'url' in address
        ? { host: url.hostname, port: Number(url.port || 5432) }
        : { path: `${address.host}/.s.PGSQL.${address.port}` };
    const proxy = await startSilentProxy(target);
    parts.defer(() => proxy.close());
    Object.assign(url, { hostname: '127.0.0.1', port: String(proxy.port) });
    const port = await freePort(0);
    const environment = { DATABASE_URL: url.href, HOST: '127.0.0.1', METRICS_PORT: String(port) };
    const own = await startService({ ...environment, LOG_LEVEL: 'silent' });
    parts.defer(() => own.close());
    const scrape = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/metrics`);
      return { status: response.status, body: await response.text() };
    };
    expect(await scrape()).toMatchObject({
      status: 200,
      body: expect.stringContaining('webhook_late_seconds 0'),
    });
    await proxy.close();
    const { status, body } = await scrape();
    expect(status).toBe(200);
    expect(body).toContain('database_up 0');
    expect(body).toContain('webhook_attempt_duration_seconds_count 0');
    expect(body).not.toContain('webhook_late_seconds');
  } finally {
    await parts.disposeAsync();
  }
});
