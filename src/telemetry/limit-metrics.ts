import { Counter, type Registry } from 'prom-client';
import type { OnDecision } from '../limits/rate-limit.ts';

/** Counts the decisions of rate limits, by budget. */
export function createLimitMetrics(registry: Registry): OnDecision {
  const decisions = new Counter({
    name: 'rate_limit_decisions_total',
    help: 'Requests that a rate limit admitted, refused, or let pass because its store was down, by budget.',
    labelNames: ['budget', 'decision'],
    registers: [registry],
  });
  const series = new Map<string, Counter.Internal>();
  return (budget, decision) => {
    const key = `${budget} ${decision}`;
    let found = series.get(key);
    if (!found) {
      found = decisions.labels({ budget, decision });
      series.set(key, found);
    }
    found.inc();
  };
}
