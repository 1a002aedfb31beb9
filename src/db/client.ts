import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { readPostgresUrl } from '../lib/postgres-url.ts';
import { againstDeadlocks } from './deadlocks.ts';
import type { CopyGuard } from './newest-copy.ts';
import { type StatementWatch, watchStatements } from './statement-times.ts';
import { type Silence, watchedSockets } from './watched-socket.ts';

/**
 * The address of PostgreSQL: a URL, or the Unix socket of the embedded database. Of the servers behind a URL, only the
 * newest copy that the guard knows is used.
 */
export type DatabaseAddress =
  | { readonly url: string; readonly guard?: CopyGuard }
  | { readonly host: string; readonly port: number; readonly database: string; readonly username: string };

export interface Database {
  /** For hot statements, and for those that drizzle cannot express. */
  readonly sql: postgres.Sql;
  readonly orm: PostgresJsDatabase;
  /** Waits for running statements (at most five seconds) and closes every connection. */
  close(): Promise<void>;
}

/** A transaction of drizzle. */
export type Transaction = Parameters<Parameters<Database['orm']['transaction']>[0]>[0];

/** A statement that hangs must not block others for ever. The service's own statements take milliseconds. */
const PATIENCE = { statementMs: 10_000, lockMs: 0, connectSeconds: 5, connectSecondsPerHost: 2 };
/**
 * For requests: a person learns of a fault within five seconds, even when a silent connection is closed and the next
 * one gets no response either.
 */
const HURRY: typeof PATIENCE = {
  statementMs: 2000,
  lockMs: 1500,
  connectSeconds: 2,
  connectSecondsPerHost: 1,
};
/** For exports and erasures: a form has 55 seconds. */
const LONG: typeof PATIENCE = { ...PATIENCE, statementMs: 55_000 };
/** For commands and what reads whole tables. */
const ANY_TIME: typeof PATIENCE = { ...PATIENCE, statementMs: 0 };
/**
 * A statement waits for a free connection, for at most this time in seconds. It is not queued behind a running
 * statement: if several waited for the same lock, their waiting times would add up.
 */
const IN_TURN = { max_pipeline: 0, queue_timeout: 1.25 };
/** The time that the network may add to a statement. */
const TRAVEL_MS = 500;
/** A connection is closed after this time without a statement. */
const IDLE_SECONDS = 8;
/**
 * The pause before the next try to connect. The driver's own pause grows to 20 seconds with each failure of any
 * connection, so statements would fail for up to 20 seconds after the server is back.
 */
const RECONNECT_SECONDS = 0.25;
const serverSettings = ({ statementMs, lockMs }: typeof PATIENCE) => ({
  application_name: 'bot-listing',
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  // The server must not keep the locks of a client that disappeared.
  idle_in_transaction_session_timeout: IDLE_SECONDS * 1000,
  // PostgreSQL would compile the plan of a search, which takes twenty times as long as the search.
  jit: 'off',
  // A misspelled word is corrected to one that is as similar: `gaurdian` and `guardian` have 0.42.
  'pg_trgm.word_similarity_threshold': 0.4,
});
const TIMESTAMPTZ = 1184;

/**
 * Opens a pool of connections. It connects with the first statement. While no server can be reached, statements fail at
 * once. A connection to a silent server is closed: its statements fail, and later ones use another connection. Of
 * several hosts each is tried in turn, from the one that could be used last. What PostgreSQL ends to resolve a deadlock
 * begins anew: a statement once, by the driver's patch, and a transaction at most twice.
 *
 * @param address the address of PostgreSQL; longer timeouts in a URL have no effect
 * @param poolSize the largest number of connections
 * @param options.isPatient statements may take any time, and the server may be silent for any time once it is connected
 * @param options.forRequests people wait: statements get 2 seconds instead of 10, and waits for locks 1.5 seconds
 * @param options.forLongJobs statements get 55 seconds
 * @param options.inTurn a statement waits for a free connection, at most 1.25 seconds, and is not sent behind another one
 * @param options.watch learns the begin and the end of each statement
 * @throws when the driver is installed without its patch
 */
export function openDatabase(
  address: DatabaseAddress,
  poolSize: number,
  {
    isPatient = false,
    forRequests = false,
    forLongJobs = false,
    inTurn = false,
    watch = undefined as StatementWatch | undefined,
  } = {},
): Database {
  // Without the patch, a restart of the server ends this process, and statements can run outside their transaction.
  if (!Reflect.has(postgres, 'keepsTransactions'))
    throw new Error(
      'The driver "postgres" lacks its patch. Run "npm ci" without "--ignore-scripts", or "npx patch-package".',
    );
  const times = isPatient ? ANY_TIME : forRequests ? HURRY : forLongJobs ? LONG : PATIENCE;
  const servers =
    'url' in address
      ? readPostgresUrl(address.url)
      : { ...address, host: [address.host], port: [address.port], connection: {} };
  const options = {
    max: poolSize,
    connect_timeout: servers.host.length === 1 ? times.connectSeconds : times.connectSecondsPerHost,
    idle_timeout: isPatient ? 60 : IDLE_SECONDS,
    max_lifetime: 60 * 30,
    backoff: (failures: number) => (failures === 0 ? 0 : RECONNECT_SECONDS),
    onnotice: () => {},
    ...servers,
    connection: { ...serverSettings(times), ...servers.connection },
    ...(watch && watchStatements(watch)),
    ...(inTurn && IN_TURN),
    ...('url' in address && address.guard && { identify: address.guard.identify }),
    ...watchedSockets(isPatient ? undefined : silenceIn(times)),
  };
  // The driver's types know only one host.
  const sql = postgres(options as object);
  const begin = sql.begin as (...parameters: unknown[]) => Promise<unknown>;
  sql.begin = ((...parameters) => againstDeadlocks(() => begin(...parameters))) as typeof sql.begin;
  addresses.set(sql, address);
  return { sql, orm: ormOf(sql), close: () => sql.end({ timeout: 5 }) };
}

/** The address of each pool. */
const addresses = new WeakMap<postgres.Sql, DatabaseAddress>();

/**
 * Opens one more connection to the database of a pool, for what may take any time: it reads a whole table, or adds very
 * many rows.
 */
export function openPatient({ sql }: Pick<Database, 'sql'>): Database {
  const address = addresses.get(sql);
  if (!address) throw new Error('This pool was not opened here.');
  return openDatabase(address, 1, { isPatient: true });
}

/** Does work with {@link openPatient}, and closes the connection. */
export async function withPatience<Result>(
  db: Pick<Database, 'sql'>,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const patient = openPatient(db);
  try {
    return await work(patient.sql);
  } finally {
    await patient.close();
  }
}

/** drizzle makes postgres.js return timestamps as text. It reads Dates as well, so both can share one pool. */
export function ormOf(sql: postgres.Sql): PostgresJsDatabase {
  const orm = drizzle(sql);
  sql.options.parsers[TIMESTAMPTZ] = (value: string) => new Date(value);
  sql.options.serializers[TIMESTAMPTZ] = (value: Date | string) =>
    (value instanceof Date ? value : new Date(value)).toISOString();
  return orm;
}

function silenceIn({ statementMs }: typeof PATIENCE): Silence {
  const unansweredMs = statementMs + TRAVEL_MS;
  // A statement may be sent when the connection is almost idle for too long.
  return { unansweredMs, anyMs: IDLE_SECONDS * 1000 + unansweredMs };
}

/** Of the connections of a process: so many are for strangers, and for members. */
export const quarterOf = (total: number) => Math.floor(total / 4);

/** Connections for each lane of requests. Deliveries use those of `bots`. Exports and erasures use `ownData`. */
export type Pools = Record<'bots' | 'members' | 'strangers' | 'health' | 'ownData', Database>;

/**
 * Opens a pool of connections for each lane of requests, so that no lane waits for another one. Bots, votes and
 * deliveries share the largest pool.
 *
 * @param total the number of all connections, at least 4; a further one is open while an export or an erasure runs
 * @param uses what this process does: `requests`, `deliveries` or both
 * @param watchOf returns what learns about the statements of a pool
 */
export function openPools(
  address: DatabaseAddress,
  total: number,
  uses: { readonly requests: boolean; readonly deliveries: boolean },
  parts: AsyncDisposableStack,
  watchOf?: (pool: string) => StatementWatch,
): Pools {
  const watched = (pool: keyof Pools) => (watchOf ? { watch: watchOf(pool) } : {});
  const ownData = openDatabase(address, 1, { forLongJobs: true, ...watched('ownData') });
  parts.defer(() => ownData.close());
  if (!uses.requests) {
    const all = openDatabase(address, total, watched('bots'));
    parts.defer(() => all.close());
    return { bots: all, members: all, strangers: all, health: all, ownData };
  }
  const quarter = quarterOf(total);
  const forRequests = { forRequests: true, inTurn: true };
  // Deliveries and the ranking need statements that take longer than a request may wait.
  const bots = openDatabase(address, total - 2 * quarter - 1, {
    forRequests: !uses.deliveries,
    ...watched('bots'),
  });
  const strangers = openDatabase(address, quarter, { ...forRequests, ...watched('strangers') });
  const members = openDatabase(address, quarter, { ...forRequests, ...watched('members') });
  const health = openDatabase(address, 1, { ...forRequests, ...watched('health') });
  const close = async () => {
    await Promise.all([bots, strangers, members, health].map((pool) => pool.close()));
  };
  parts.defer(close);
  return { bots: { ...bots, close }, strangers, members, health, ownData };
}
