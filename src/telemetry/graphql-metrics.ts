import type { ExecutionResult } from 'graphql';
import { Histogram, type Registry } from 'prom-client';
import type { AroundOperation } from '../documents/compiled.ts';
import { type OperationOutcome, outcomeOf } from './operation-outcome.ts';

/** In seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Makes the metrics of GraphQL operations. Operations of other clients share one series: their names are unlimited. */
export function createGraphQLMetrics(registry: Registry): AroundOperation {
  const seconds = new Histogram({
    name: 'graphql_operation_duration_seconds',
    help: 'Time to execute a GraphQL operation, by name ("other": not of the service) and outcome (ok, refused, fault).',
    labelNames: ['operation', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const series = new Map<string, Histogram.Internal<string>>();

  function observe(operation: string, startedAt: number, outcome: OperationOutcome): void {
    const key = `${operation} ${outcome}`;
    let found = series.get(key);
    if (!found) {
      found = seconds.labels({ operation, outcome });
      series.set(key, found);
    }
    found.observe((performance.now() - startedAt) / 1000);
  }

  return (name = 'other', execute) => {
    const startedAt = performance.now();
    const end = (result: ExecutionResult) => {
      observe(name, startedAt, outcomeOf(result));
      return result;
    };
    const result = execute();
    return result instanceof Promise ? result.then(end) : end(result);
  };
}
