import type { Database } from '../db/client.ts';

const DATABASE_TIMEOUT_MS = 2000;

/** A part that the service can do without for a while. */
export type PartStatus = 'ok' | 'unavailable' | 'not used';

export interface WithHealth {
  /** Whether the database answers. */
  readonly databaseStatus: () => Promise<PartStatus>;
  readonly partStatus: () => Promise<{ temporal: PartStatus; redis: PartStatus }>;
}

export interface Health {
  readonly ok: boolean;
  readonly database: PartStatus;
  readonly temporal: PartStatus;
  readonly redis: PartStatus;
}

/**
 * Tells whether the service can do its work (`GET /api/health`, section 4 of the contract). Only the database
 * decides: without Temporal deliveries wait, and without Redis the limiter lets requests through.
 */
export async function checkHealth(services: WithHealth): Promise<Health> {
  const [database, parts] = await Promise.all([services.databaseStatus(), services.partStatus()]);
  return { ok: database === 'ok', database, ...parts };
}

/**
 * Asks the database whether it is there, with one statement for all who want to know at the same time.
 *
 * @param sql a connection of its own: the answer must not wait for other statements
 * @returns asks; `unavailable` when there is no answer within two seconds
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
      // A late event loop runs the timer first, though the answer has arrived: it is read before the next turn.
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
