/** The state of Temporal or Redis. */
export type PartStatus = 'ok' | 'unavailable' | 'not used';
/** The state of the database. While it is `read-only`, it responds and refuses writes: its disk is full, for example. */
export type DatabaseStatus = 'ok' | 'read-only' | 'unavailable';

/** Probes of the parts of the service. */
export interface WithHealth {
  /** Checks the database. */
  readonly databaseStatus: () => Promise<DatabaseStatus>;
  readonly partStatus: () => Promise<{ temporal: PartStatus; redis: PartStatus }>;
  /** Whether an operator holds all deliveries: votes are recorded, and nothing is sent. */
  readonly holdsDeliveries: boolean;
}

/** The state of the service and its parts. */
export interface Health {
  readonly ok: boolean;
  readonly database: DatabaseStatus;
  readonly temporal: PartStatus;
  readonly redis: PartStatus;
  readonly deliveries: 'ok' | 'held';
}

/**
 * Reports whether the service works (`GET /api/health`, section 4 of the contract). Only the database decides. While it
 * stores nothing, votes and reports fail, so the service does not work. Without Temporal deliveries wait, and without
 * Redis the rate limiter allows all requests.
 */
export async function checkHealth(services: WithHealth): Promise<Health> {
  const [database, parts] = await Promise.all([services.databaseStatus(), services.partStatus()]);
  const deliveries = services.holdsDeliveries ? 'held' : 'ok';
  return { ok: database === 'ok', database, ...parts, deliveries };
}
