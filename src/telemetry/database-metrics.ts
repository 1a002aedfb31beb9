import { Histogram, type Registry } from 'prom-client';
import type { StatementEnd, StatementWatch } from '../db/statement-times.ts';

/** In seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Makes the metrics of SQL statements, by pool. Names follow the semantic conventions of OpenTelemetry. */
export function createDatabaseMetrics(registry: Registry): (pool: string) => StatementWatch {
  const registers = [registry];
  const took = new Histogram({
    name: 'db_client_operation_duration_seconds',
    help: 'Time from sending a statement to its result, by pool of connections.',
    labelNames: ['pool', 'outcome'],
    buckets: BUCKETS,
    registers,
  });
  const waited = new Histogram({
    name: 'db_client_connection_wait_time_seconds',
    help: 'Time that a statement waited for a connection, by pool.',
    labelNames: ['pool'],
    buckets: BUCKETS,
    registers,
  });
  return (pool) => {
    const succeeded = took.labels({ pool, outcome: 'ok' });
    const failed = took.labels({ pool, outcome: 'error' });
    const waiting = waited.labels({ pool });
    const end: StatementEnd = (waitedMs, tookMs, failure) => {
      if (waitedMs !== undefined) waiting.observe(waitedMs / 1000);
      (failure === undefined ? succeeded : failed).observe(tookMs / 1000);
    };
    return () => end;
  };
}
