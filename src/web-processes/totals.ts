import { AggregatorRegistry, type Registry } from 'prom-client';
import type { MetricValues } from './questions.ts';

/** The metrics of several processes as those of one. */
export interface Totals {
  /** Takes the newest values of a process. */
  take(processId: number, values: MetricValues): void;
  /** A process has ended: its counts stay in the totals. */
  end(processId: number): void;
  /** Counts of all processes since the start, and the other values of those that run. */
  read(): Promise<Registry>;
}

/** Gauges of the process itself. A sum of event loop delays means nothing, and alerts look for the worst process. */
const OF_A_PROCESS = /^(process|nodejs)_/;

/**
 * Adds metrics up. Counters and histograms never go back when a process ends: Prometheus would take that for a restart
 * of everything, and count what the other processes did once more.
 */
export function createTotals(): Totals {
  const running = new Map<number, MetricValues>();
  let ended: Promise<MetricValues> = Promise.resolve([]);
  return {
    take(processId, values) {
      running.set(
        processId,
        values.map((metric) =>
          isGauge(metric) && OF_A_PROCESS.test(metric.name) && metric.aggregator !== 'first'
            ? { ...metric, aggregator: 'max' }
            : metric,
        ),
      );
    },
    end(processId) {
      const counts = (running.get(processId) ?? []).filter((metric) => !isGauge(metric));
      running.delete(processId);
      ended = ended.then((earlier) => add([earlier, counts]).getMetricsAsJSON());
    },
    async read() {
      // Both as of now: a process that ends meanwhile is still among the running ones.
      const values = [...running.values()];
      return add([await ended, ...values]);
    },
  };
}

function isGauge({ type }: MetricValues[number]): boolean {
  // prom-client's type is a number, and its values are names.
  return String(type) === 'gauge';
}

function add(all: readonly MetricValues[]): Registry {
  return AggregatorRegistry.aggregate(all as MetricValues[]);
}
