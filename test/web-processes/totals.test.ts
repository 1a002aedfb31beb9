import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { MetricValues } from '../../src/web-processes/questions.ts';
import { createTotals } from '../../src/web-processes/totals.ts';

/** The values of a process that served so many requests and has so many open ones. */
async function valuesOf(requests: number, open: number, delaySeconds: number): Promise<MetricValues> {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'requests_total', help: '.', labelNames: ['route'], registers }).inc(
    { route: '/' },
    requests,
  );
  const seconds = new Histogram({ name: 'request_seconds', help: '.', buckets: [1], registers });
  for (let request = 0; request < requests; request += 1) seconds.observe(0.5);
  new Gauge({ name: 'open_requests', help: '.', registers }).set(open);
  new Gauge({ name: 'nodejs_eventloop_lag_p99_seconds', help: '.', aggregator: 'average', registers }).set(
    delaySeconds,
  );
  new Gauge({ name: 'process_start_time_seconds', help: '.', aggregator: 'omit', registers }).set(requests);
  new Gauge({ name: 'database_up', help: '.', aggregator: 'min', registers }).set(open > 1 ? 1 : 0);
  return registry.getMetricsAsJSON();
}

test('counts and open requests are sums, and a gauge of a process is that of the worst one', async () => {
  const totals = createTotals();
  totals.take(1, await valuesOf(10, 1, 0.3));
  totals.take(2, await valuesOf(20, 2, Number.NaN));
  totals.take(2, await valuesOf(21, 2, 0.1));
  const text = await (await totals.read()).metrics();
  expect(text).toMatch(/^requests_total\{route="\/"\} 31$/m);
  expect(text).toMatch(/^request_seconds_bucket\{le="1"\} 31$/m);
  expect(text).toMatch(/^request_seconds_count 31$/m);
  expect(text).toMatch(/^open_requests 3$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds 0\.3$/m);
  expect(text).toMatch(/^process_start_time_seconds 21$/m);
  expect(text).toMatch(/^database_up 0$/m);
});

test('counts of processes that have ended stay, and their other values go', async () => {
  const totals = createTotals();
  totals.take(1, await valuesOf(10, 1, 0.3));
  totals.take(2, await valuesOf(20, 2, 0.1));
  totals.end(1);
  const reading = totals.read();
  totals.end(2);
  totals.take(3, await valuesOf(5, 1, 0.2));
  expect(await (await reading).metrics()).toMatch(/^requests_total\{route="\/"\} 30$/m);
  const text = await (await totals.read()).metrics();
  expect(text).toMatch(/^requests_total\{route="\/"\} 35$/m);
  expect(text).toMatch(/^request_seconds_count 35$/m);
  expect(text).toMatch(/^open_requests 1$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds 0\.2$/m);
});
