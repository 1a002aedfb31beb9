import type { DatabaseStatus, PartStatus } from '../domain/health.ts';

/** The state of a process for those who send requests to it. */
export interface ReadinessReport {
  readonly ready: boolean;
  /** The process is about to end. */
  readonly draining: boolean;
  readonly database: DatabaseStatus;
  /** Only in a worker, which is of no use without Temporal. */
  readonly temporal?: PartStatus;
  /** How many web processes serve; only where one port tells about several. */
  readonly processes?: number;
}

/** Tells whether a process should get work. */
export interface Readiness {
  /** From now on the process is not ready. */
  drain(): void;
  check(): Promise<ReadinessReport>;
}

/**
 * A web process is ready while its database responds, and a worker while Temporal responds, too. A database that refuses
 * writes still serves pages and checks of votes, so these processes should get requests.
 *
 * @param parts.temporal given in a process that only runs deliveries
 */
export function createReadiness(parts: {
  readonly database: () => Promise<DatabaseStatus>;
  readonly temporal?: (() => Promise<PartStatus>) | undefined;
}): Readiness {
  let draining = false;
  return {
    drain() {
      draining = true;
    },
    async check() {
      const [database, temporal] = await Promise.all([parts.database(), parts.temporal?.()]);
      // A worker that holds deliveries does not use Temporal.
      const ready = !draining && database !== 'unavailable' && temporal !== 'unavailable';
      return { ready, draining, database, ...(temporal && { temporal }) };
    },
  };
}
