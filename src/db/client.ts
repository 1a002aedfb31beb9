import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';

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
/**
 * How long to wait before connecting again. The driver's own wait grows with each failure of any connection, to 20 seconds:
 * statements would hang so long after a server is back.
 */
const RECONNECT_SECONDS = 0.25;
const TIMESTAMPTZ = 1184;

/**
 * Opens a pool of connections. Nothing is connected before the first statement.
 *
 * @param address where PostgreSQL answers
 * @param poolSize the largest number of connections
 */
export function openDatabase(address: DatabaseAddress, poolSize: number): Database {
  const options: postgres.Options<Record<string, postgres.PostgresType>> = {
    max: poolSize,
    connect_timeout: 5,
    idle_timeout: 60,
    max_lifetime: 60 * 30,
    backoff: () => RECONNECT_SECONDS,
    onnotice: () => {},
    connection: {
      application_name: 'bot-listing',
      // A search's plan looks dear enough to be compiled, which takes twenty times as long as the search.
      ...('url' in address && { statement_timeout: STATEMENT_TIMEOUT_MS, jit: 'off' }),
    },
  };
  const sql = 'url' in address ? postgres(address.url, options) : postgres({ ...options, ...address });
  const orm = drizzle(sql);
  // drizzle switches postgres.js to text for timestamps. It reads Dates as well, so both can share one pool.
  sql.options.parsers[TIMESTAMPTZ] = (value: string) => new Date(value);
  sql.options.serializers[TIMESTAMPTZ] = (value: Date | string) =>
    (value instanceof Date ? value : new Date(value)).toISOString();
  return { sql, orm, close: () => sql.end({ timeout: 5 }) };
}
