import type { Database } from '../db/client.ts';

const DATABASE_TIMEOUT_MS = 2000;

/** The state of the database, Temporal or Redis. */
export type PartStatus = 'ok' | 'unavailable' | 'not used';

/** Probes of the parts of the service. */
export interface WithHealth {
  /** Checks the database. */
  readonly databaseStatus: () => Promise<PartStatus>;
  readonly partStatus: () => Promise<{ temporal: PartStatus; redis: PartStatus }>;
  /** Whether an operator holds all deliveries: votes are recorded, and nothing is sent. */
  readonly holdsDeliveries: boolean;
}

/** The state of the service and its parts. */
export interface Health {
  readonly ok: boolean;
  readonly database: PartStatus;
  readonly temporal: PartStatus;
  readonly redis: PartStatus;
  readonly deliveries: 'ok' | 'held';
}

/**
 * Reports whether the service works (`GET /api/health`, section 4 of the contract). Only the database decides.
 * Without Temporal deliveries wait, and without Redis the rate limiter allows all requests.
 */
export async function checkHealth(services: WithHealth): Promise<Health> {
  const [database, parts] = await Promise.all([services.databaseStatus(), services.partStatus()]);
  const deliveries = services.holdsDeliveries ? 'held' : 'ok';
  return { ok: database === 'ok', database, ...parts, deliveries };
}

/**
 * Makes a probe of the database. Concurrent calls share one statement.
 *
 * @param sql a separate connection, so that the probe does not wait for other statements
 * @returns the probe; its result is `unavailable` without a response within 2 seconds
 */
export function createDatabaseProbe({ sql }: Pick<Database, 'sql'>): () => Promise<PartStatus> {
  let underWay: Promise<PartStatus> | undefined;
  return () => {
    underWay ??= probe(sql).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

function probe(sql: Database['sql']): Promise<PartStatus> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      // A late event loop runs the timer first, although the response has arrived. The response is read before the
      // next turn.
      setImmediate(resolve, 'unavailable');
    }, DATABASE_TIMEOUT_MS).unref();
    sql`select 1`
      .then(
        () => resolve('ok'),
        () => resolve('unavailable'),
      )
      .finally(() => clearTimeout(timer));
  });
}
