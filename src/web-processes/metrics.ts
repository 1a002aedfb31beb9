import { Counter, Gauge, Registry } from 'prom-client';

/** The metrics of the supervisor itself. */
export interface SupervisorMetrics {
  readonly registry: Registry;
  /** Web processes that ended unexpectedly. */
  readonly ends: Counter;
}

/** @param countServing how many web processes accept requests */
export function createSupervisorMetrics(countServing: () => number): SupervisorMetrics {
  const registry = new Registry();
  const ends = new Counter({
    name: 'web_process_ends_total',
    help: 'Web processes that ended unexpectedly, and were started again.',
    registers: [registry],
  });
  new Gauge({
    name: 'web_processes',
    help: 'Web processes that accept requests.',
    registers: [registry],
    collect() {
      this.set(countServing());
    },
  });
  return { registry, ends };
}
