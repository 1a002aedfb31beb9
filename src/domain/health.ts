import { isAway, refusesWrites } from '../db/away.ts';
import type { Database } from '../db/client.ts';
import type { WithClock, WithDatabase, WithHold } from './kernel/needs.ts';
import { hasWorker, lacksWorker } from './kernel/processes.ts';

/** The state of Temporal or Redis. */
export type PartStatus = 'ok' | 'unavailable' | 'not used';
/**
 * The state of the database. While it is `read-only`, it responds and refuses writes: its disk is full, for example.
 * While it is `outdated`, only an older copy of it is there, which this process does not use.
 */
export type DatabaseStatus = 'ok' | 'read-only' | 'outdated' | 'unavailable';

/** Whether the database serves nothing. */
export const isDatabaseAway = (status: DatabaseStatus) => status === 'unavailable' || status === 'outdated';

/** Probes of the parts of the service. */
export interface WithHealth extends WithHold {
  /** Checks the database. */
  readonly databaseStatus: () => Promise<DatabaseStatus>;
  readonly partStatus: () => Promise<{ temporal: PartStatus; redis: PartStatus }>;
  /** Whether deliveries are due and no process makes them. */
  readonly lacksWorker: () => Promise<boolean>;
}

/** The state of the service and its parts. */
export interface Health {
  readonly ok: boolean;
  readonly database: DatabaseStatus;
  readonly temporal: PartStatus;
  readonly redis: PartStatus;
  readonly deliveries: 'ok' | 'held' | 'no worker';
}

/**
 * Reports whether the service works (`GET /api/health`, section 4 of the contract). Only the database decides. While it
 * stores nothing, votes and reports fail, so the service does not work. Without Temporal deliveries wait, and without
 * Redis the rate limiter allows all requests.
 */
export async function checkHealth(services: WithHealth): Promise<Health> {
  const [database, parts] = await Promise.all([services.databaseStatus(), services.partStatus()]);
  const isHeld = services.isHeld();
  const isStuck = !isHeld && !isDatabaseAway(database) && (await services.lacksWorker());
  const deliveries = isHeld ? 'held' : isStuck ? 'no worker' : 'ok';
  return { ok: database === 'ok', database, ...parts, deliveries };
}

/** Concurrent calls share one look. One that is late goes on, and later calls wait for it. */
function sharing<State>(look: () => Promise<State>): () => Promise<State> {
  let underWay: Promise<State> | undefined;
  return () => {
    underWay ??= look().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** A look that fails finds nothing: the state of the database tells of that. */
const watch = <State>(look: () => Promise<State>, nothing: State) =>
  sharing(() => look().catch(() => nothing));

/** Looks whether deliveries are due and no process makes them. */
export function createWorkerWatch(services: WithDatabase & WithClock): () => Promise<boolean> {
  return watch(() => lacksWorker(services), false);
}

/**
 * The state of Temporal for a process that does not use it itself: what the processes that make deliveries tell, and
 * deliveries. Workers of 1.0 tell nothing, so only due deliveries that nobody makes show that none is connected.
 *
 * @param isConfigured whether the settings name a server, so that deliveries need it
 */
export function createTemporalWatch(
  services: WithDatabase & WithClock & WithHold,
  isConfigured: boolean,
): () => Promise<PartStatus> {
  return watch(async () => {
    if (services.isHeld()) return 'not used';
    if (isConfigured) return (await lacksWorker(services)) ? 'unavailable' : 'ok';
    return (await hasWorker(services)) ? 'ok' : 'not used';
  }, 'not used');
}

/** Without a response after this time, the database is unavailable. */
const TIMEOUT_MS = 2000;
/** While writes are refused, one is tried at most this often. */
const TRY_MS = 1000;
/** About a megabyte: a full disk often has room for a page or two. */
const TRIED_ROWS = 30_000;

/** Tells the state of the database. */
export interface DatabaseProbe {
  /** Checks the database. Concurrent calls share one check. */
  readonly status: () => Promise<DatabaseStatus>;
  /**
   * Learns why a request failed. A database with a full disk answers every question, so only a write that fails shows
   * its state. From then on, each check tries to write, until that succeeds.
   */
  readonly noteFault: (error: unknown) => void;
}

/**
 * Makes a probe of the database.
 *
 * @param sql a separate connection, so that the probe does not wait for other statements
 * @param isOutdated whether the last connection led to an older copy of the database
 */
export function createDatabaseProbe(
  { sql }: Pick<Database, 'sql'>,
  isOutdated: () => boolean = () => false,
): DatabaseProbe {
  let writesRefused = false;
  let triedAt = 0;

  const check = sharing(async (): Promise<DatabaseStatus> => {
    const [session] = await sql<{ isReadOnly: boolean }[]>`
      select current_setting('transaction_read_only')::boolean as "isReadOnly"`;
    if (session?.isReadOnly) return 'read-only';
    if (writesRefused && performance.now() - triedAt >= TRY_MS) {
      triedAt = performance.now();
      writesRefused = await tryToWrite(sql);
    }
    return writesRefused ? 'read-only' : 'ok';
  });

  return {
    status: () => inTime(check(), () => (isOutdated() ? 'outdated' : 'unavailable')),
    noteFault(error) {
      if (refusesWrites(error)) writesRefused = true;
    },
  };
}

/**
 * Asks the database over each pool: one can be well while another one waits for a silent server.
 *
 * @throws while one of them gets no response, or the service says that it is not ready
 */
export async function requireDatabase(
  status: () => Promise<DatabaseStatus>,
  pools: readonly Pick<Database, 'sql'>[],
): Promise<void> {
  if (isDatabaseAway(await status())) throw new Error('The database is unavailable.');
  await Promise.all(pools.map(({ sql }) => sql`select 1`));
}

/** @returns whether it is refused. Nothing of it stays */
async function tryToWrite(sql: Database['sql']): Promise<boolean> {
  try {
    await sql.begin(async (transaction) => {
      await transaction`
        create temporary table tried_write on commit drop as select n from generate_series(1, ${TRIED_ROWS}::int) n`;
    });
    return false;
  } catch (error) {
    // Any other error, such as a missing right, says nothing about writes.
    return refusesWrites(error) || isAway(error);
  }
}

function inTime(checked: Promise<DatabaseStatus>, failed: () => DatabaseStatus): Promise<DatabaseStatus> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      // A late event loop runs the timer first, although the response has arrived. The response is read before the
      // next turn.
      setImmediate(() => resolve(failed()));
    }, TIMEOUT_MS).unref();
    checked.then(resolve, () => resolve(failed())).finally(() => clearTimeout(timer));
  });
}
