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
const STATEMENT_TIMEOUT_MS = 10_000;
/** Silence counts from the last answer on, and a statement sent when this is nearly over needs its whole time. */
const IDLE_SECONDS = 8;
/** No living connection is silent for longer than it may be idle and a statement may take. */
const MAX_SILENCE_MS = IDLE_SECONDS * 1000 + STATEMENT_TIMEOUT_MS + 1000;
/**
 * How long to wait before connecting again. The driver's own wait grows with each failure of any connection, to 20 seconds:
 * statements would hang so long after a server is back.
 */
const RECONNECT_SECONDS = 0.25;
/** The embedded database shares one session among its connections: it takes no settings. */
const SERVER_SETTINGS = {
  application_name: 'bot-listing',
  statement_timeout: STATEMENT_TIMEOUT_MS,
  // Of a client that is gone without a word the server must not keep the locks.
  idle_in_transaction_session_timeout: IDLE_SECONDS * 1000,
  // A search's plan looks dear enough to be compiled, which takes twenty times as long as the search.
  jit: 'off',
};
const TIMESTAMPTZ = 1184;

/**
 * Opens a pool of connections. Nothing is connected before the first statement. A connection to a server that falls silent is
 * given up after 20 seconds at most: what waits for it fails, and what comes later uses another. That goes for a URL of one host;
 * of several the driver chooses.
 *
 * @param address where PostgreSQL answers; a URL that allows statements more time than {@link STATEMENT_TIMEOUT_MS} does not get it
 * @param poolSize the largest number of connections
 * @param options.isPatient a server may be silent as long as it likes
 */
export function openDatabase(
  address: DatabaseAddress,
  poolSize: number,
  { isPatient = false } = {},
): Database {
  const options = {
    max: poolSize,
    connect_timeout: 5,
    idle_timeout: 60,
    max_lifetime: 60 * 30,
    backoff: () => RECONNECT_SECONDS,
    onnotice: () => {},
  };
  const sql =
    'url' in address
      ? postgres(address.url, {
          ...options,
          connection: SERVER_SETTINGS,
          ...(!isPatient && hasOneHost(address.url) && watched()),
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
function watched() {
  return { idle_timeout: IDLE_SECONDS, socket: watchedSockets(MAX_SILENCE_MS) };
}
