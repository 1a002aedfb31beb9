import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/db/client.ts';
import { createMetrics, type Metrics } from '../../../src/workflows/worker/metrics.ts';
import { startService, type TestService } from '../../kit/service.ts';

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
  // Nothing listens there.
  const away = openDatabase({ url: 'postgres://127.0.0.1:1/bots' }, 1);
  try {
    const { body } = await createMetrics({ db: away, now: () => new Date() }).text();
    expect(body).toContain('database_up 0');
    expect(body).toContain('webhook_attempt_duration_seconds_count 0');
    expect(body).not.toContain('webhook_late_seconds');
  } finally {
    await away.close();
  }
});
