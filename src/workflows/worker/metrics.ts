import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AttemptResult } from '../../domain/delivery/attempt.ts';
import { type Backlog, measureBacklog } from '../../domain/delivery/backlog.ts';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import { within } from '../../domain/kernel/within.ts';

/** In seconds. Most receivers respond within milliseconds; the reply timeout is 10 s. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/**
 * In seconds. Most deliveries succeed at once, others with a retry. The last retry comes after two and a half hours.
 */
const LATENCY_BUCKETS = [...BUCKETS, 30, 60, 120, 300, 600, 1800, 3600, 10_800];

/** Scrapers usually wait ten seconds. */
const DATABASE_TIMEOUT_MS = 3000;

/** The metrics of one process, in the Prometheus text format. */
export interface Metrics {
  /** Other parts register their metrics here. */
  readonly registry: Registry;
  /** An attempt is over. The result is undefined when the attempt could not be made. */
  attempted(result: AttemptResult | undefined): void;
  /** Leaves out the metrics from the database while it does not respond. */
  text(): Promise<{ body: string; contentType: string }>;
}

/**
 * Counters belong to this process. The backlog is the same in all processes: each scrape reads it from the database.
 */
export function createMetrics(services: WithDatabase & WithClock): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by outcome: a status, a failure in one word, or "not made".',
    labelNames: ['outcome', 'state'],
    registers,
  });
  const seconds = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'How long receivers took to answer or to fail.',
    buckets: BUCKETS,
    registers,
  });
  const latency = new Histogram({
    name: 'webhook_delivery_latency_seconds',
    help: 'How long after its vote a delivery succeeded; those that were sent again by hand are left out.',
    buckets: LATENCY_BUCKETS,
    registers,
  });
  const databaseUp = new Gauge({
    name: 'database_up',
    help: 'Whether the database answered this scrape: 1 or 0. With 0 the gauges of the backlog are left out.',
    registers,
  });
  const ofDatabase = new Registry();
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [ofDatabase] });
  const backlogGauges: readonly (readonly [keyof Backlog, Gauge])[] = [
    [
      'inOutbox',
      gauge('webhook_outbox_deliveries', 'Deliveries that are committed and not yet with Temporal.'),
    ],
    ['waiting', gauge('webhook_waiting_deliveries', 'Deliveries that wait for their next attempt.')],
    [
      'oldestSeconds',
      gauge('webhook_oldest_undelivered_seconds', 'Age of the oldest delivery that has not ended.'),
    ],
    [
      'lateSeconds',
      gauge('webhook_late_seconds', 'How late the delivery is that should have been attempted first.'),
    ],
  ];
  return {
    registry,
    attempted(result) {
      // A repeated activity found the attempt recorded, and made none.
      if (result && result.tookMs === undefined) return;
      attempts.inc({ outcome: result?.said ?? 'not made', state: result?.state ?? 'pending' });
      if (result?.tookMs !== undefined) seconds.observe(result.tookMs / 1000);
      if (result?.deliveredAfterMs !== undefined) latency.observe(result.deliveredAfterMs / 1000);
    },
    async text() {
      const measured = measureBacklog(services).catch(() => undefined);
      const backlog = await within(measured, DATABASE_TIMEOUT_MS, () => undefined);
      databaseUp.set(backlog ? 1 : 0);
      if (!backlog) return { body: await registry.metrics(), contentType: registry.contentType };
      for (const [name, metric] of backlogGauges) metric.set(backlog[name]);
      const both = Registry.merge([registry, ofDatabase]);
      return { body: await both.metrics(), contentType: both.contentType };
    },
  };
}
