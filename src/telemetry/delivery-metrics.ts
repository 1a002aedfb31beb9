import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AttemptResult } from '../domain/delivery/attempt.ts';
import { isProbeId } from '../domain/vote/probe.ts';
import { SCHEDULE_MS } from '../terms/schedule.ts';

/** In seconds. Most receivers respond within milliseconds; the reply timeout is 10 s. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** In seconds, in whole hours. */
const LAST_RETRY = 3600 * Math.ceil(SCHEDULE_MS / 3_600_000);
/** In seconds. Most deliveries succeed at once, others with a retry. */
const LATENCY_BUCKETS = [...BUCKETS, 30, 60, 120, 300, 600, 1800, 3600, LAST_RETRY];
/** Outcomes that are neither a status nor a fault of the network. */
const CLASSES: Readonly<Record<string, string>> = {
  redirect: '3xx',
  blocked: 'blocked',
  'not made': 'none',
  'no webhook': 'none',
  'no such delivery': 'none',
  'already ended': 'none',
};

/** A receiver counts for this time after its last attempt, in milliseconds. */
const RECEIVER_MS = 5 * 60_000;

export interface DeliveryMetrics {
  /** An attempt for a bot is over. The result is undefined when the attempt could not be made. */
  attempted(botId: string, result: AttemptResult | undefined): void;
}

/**
 * Makes the metrics of the deliveries of this process.
 *
 * @param nowMs a clock that never goes back, in milliseconds
 */
export function createDeliveryMetrics(
  registry: Registry,
  nowMs: () => number = () => performance.now(),
): DeliveryMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by outcome (a status, or a failure in one word), class and new state.',
    labelNames: ['outcome', 'class', 'state'],
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
  const receivers = countReceivers(registry, nowMs);
  return {
    attempted(botId, result) {
      // A repeated activity found the attempt recorded, and made none.
      if (result && result.tookMs === undefined) return;
      const outcome = result?.said ?? 'not made';
      attempts.inc({ outcome, class: classOf(outcome), state: result?.state ?? 'pending' });
      if (result?.tookMs !== undefined) {
        seconds.observe(result.tookMs / 1000);
        // Each probe has a bot of its own, and all of them one receiver that no owner runs.
        if (!isProbeId(botId)) receivers.attempted(botId, result.state === 'delivered');
      }
      if (result?.deliveredAfterMs !== undefined) latency.observe(result.deliveredAfterMs / 1000);
    },
  };
}

/**
 * Counts receivers by their last attempt. Attempts cannot tell whether deliveries work: one popular bot with a broken
 * receiver makes most of them fail.
 */
function countReceivers(registry: Registry, nowMs: () => number) {
  /** The receivers that were tried last are at the end. */
  const tried = new Map<string, { readonly at: number; readonly isOk: boolean }>();
  function forgetOld(): void {
    const since = nowMs() - RECEIVER_MS;
    for (const [botId, { at }] of tried) {
      if (at > since) return;
      tried.delete(botId);
    }
  }
  new Gauge({
    name: 'webhook_receivers',
    help: 'Receivers that this process tried in the last five minutes, by the outcome of the last attempt (ok, failing).',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      forgetOld();
      const ok = [...tried.values()].filter(({ isOk }) => isOk).length;
      this.set({ outcome: 'ok' }, ok);
      this.set({ outcome: 'failing' }, tried.size - ok);
    },
  });
  return {
    attempted(botId: string, isOk: boolean) {
      tried.delete(botId);
      tried.set(botId, { at: nowMs(), isOk });
      forgetOld();
    },
  };
}

/** `2xx` to `5xx`, `network` for a request without a response, `blocked`, or `none` when nothing was sent. */
function classOf(outcome: string): string {
  return CLASSES[outcome] ?? (/^\d/.test(outcome) ? `${outcome[0]}xx` : 'network');
}
