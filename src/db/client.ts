import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { watchedSockets } from './watched-socket.ts';

/** Where PostgreSQL answers: a URL, or what the embedded database says of itself. */
export type DatabaseAddress =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly database: string;
      readonly username: string;
      /** How long to wait before connecting again, in seconds. */
      readonly backoff: () => number;
    };

export interface Database {
  /** For the hot statements and those that drizzle cannot say. */
  readonly sql: postgres.Sql;
  readonly orm: PostgresJsDatabase;
  /** Waits for running statements (at most five seconds) and closes every connection. */
  close(): Promise<void>;
}

/** A statement that hangs must not hold the others up for ever; the longest of the service's own takes milliseconds. */
const PATIENCE = { statementMs: 10_000, lockMs: 0, connectSeconds: 5 };
/**
 * Where a person waits: they are told of a fault within five seconds, also when a silent connection is given up and the
 * next one is not answered either.
 */
const HURRY: typeof PATIENCE = { statementMs: 2000, lockMs: 1500, connectSeconds: 2 };
/**
 * A statement waits for a free connection, and fails after this time in seconds. It is not sent behind another statement:
 * where several wait for one lock, the last would wait for as long as all of them together.
 */
const IN_TURN = { max_pipeline: 0, queue_timeout: 1.25 };
/** What the network may add to the time of a statement. */
const TRAVEL_MS = 500;
/** Silence counts from the last answer on, and a statement sent when this is nearly over needs its whole time. */
const IDLE_SECONDS = 8;
/**
 * How long to wait before connecting again when that failed. The driver's own wait grows with each failure of any
 * connection, to 20 seconds: statements would fail so long after a server is back.
 */
const RECONNECT_SECONDS = 0.25;
/** The embedded database shares one session among its connections: it takes no settings. */
const serverSettings = ({ statementMs, lockMs }: typeof PATIENCE) => ({
  application_name: 'bot-listing',
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  // Of a client that is gone without a word the server must not keep the locks.
  idle_in_transaction_session_timeout: IDLE_SECONDS * 1000,
  // A search's plan looks dear enough to be compiled, which takes twenty times as long as the search.
  jit: 'off',
});
const TIMESTAMPTZ = 1184;

/**
 * Opens a pool of connections. Nothing is connected before the first statement. While no server can be reached, statements fail
 * at once instead of waiting for it. A connection to a server that falls silent is given up: what waits for it fails,
 * and what comes later uses another. That goes for a URL of one host; of several the driver chooses.
 *
 * @param address where PostgreSQL answers; a URL that allows statements more time than they have here does not get it
 * @param poolSize the largest number of connections
 * @param options.isPatient a server may be silent as long as it likes
 * @param options.forRequests people wait for the answers: statements get 2 seconds instead of 10, and locks 1.5
 * @param options.inTurn a statement waits for a free connection, at most 1.25 seconds, and is not sent behind another one.
 *   It has no effect on the embedded database, which runs one statement at a time
 * @throws when the driver is installed without its patch
 */
export function openDatabase(
  address: DatabaseAddress,
  poolSize: number,
  { isPatient = false, forRequests = false, inTurn = false } = {},
): Database {
  // Without it, a restart of the server ends this process, and statements can run outside their transaction.
  if (!Reflect.has(postgres, 'keepsTransactions'))
    throw new Error(
      'The driver "postgres" lacks its patch. Run "npm ci" without "--ignore-scripts", or "npx patch-package".',
    );
  const options = {
    max: poolSize,
    connect_timeout: PATIENCE.connectSeconds,
    idle_timeout: 60,
    max_lifetime: 60 * 30,
    backoff: (failures: number) => (failures === 0 ? 0 : RECONNECT_SECONDS),
    onnotice: () => {},
  };
  const times = forRequests ? HURRY : PATIENCE;
  const sql =
    'url' in address
      ? postgres(address.url, {
          ...options,
          connect_timeout: times.connectSeconds,
          connection: serverSettings(times),
          ...(inTurn && IN_TURN),
          ...(!isPatient && hasOneHost(address.url) && watched(times)),
        })
      : postgres({ ...options, ...address });
  const orm = drizzle(sql);
  // drizzle switches postgres.js to text for timestamps. It reads Dates as well, so both can share one pool.
  sql.options.parsers[TIMESTAMPTZ] = (value: string) => new Date(value);
  sql.options.serializers[TIMESTAMPTZ] = (value: Date | string) =>
    (value instanceof Date ? value : new Date(value)).toISOString();
  return { sql, orm, close: () => sql.end({ timeout: 5 }) };
}

function hasOneHost(url: string): boolean {
  return URL.canParse(url) && !new URL(url).host.includes(',');
}

/** The embedded database needs none of it: it goes with its process, and audibly. */
function watched({ statementMs }: typeof PATIENCE) {
  const unansweredMs = statementMs + TRAVEL_MS;
  const anyMs = IDLE_SECONDS * 1000 + unansweredMs;
  return { idle_timeout: IDLE_SECONDS, socket: watchedSockets({ unansweredMs, anyMs }) };
}
