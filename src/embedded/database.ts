import type { Logger } from 'pino';
import postgres from 'postgres';
import { openDataFolder } from './data-folder.ts';
import type { DatabaseChildOptions } from './database-child.ts';
import { socketPath } from './socket-path.ts';
import { superviseServer } from './supervisor.ts';

const POLL_MS = 25;

/** An embedded database that accepts connections. */
export interface EmbeddedDatabase {
  /** Options for postgres.js: `postgres({ ...options, max: 10 })`. */
  readonly options: {
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly username: string;
    /**
     * Seconds between tries to reconnect. The default grows to 20, but another process takes over within one second.
     */
    readonly backoff: () => number;
  };
  /** The address for psql and other libpq clients. postgres.js does not understand this form. */
  readonly url: string;
  /** This process's child, which serves the database or waits to do so; undefined while it is restarted. */
  readonly pid: number | undefined;
  /** Ends this process's child. Another process that uses the same folder then serves the database. */
  stop(): Promise<void>;
}

/**
 * Makes the PostgreSQL in a data folder available to this process: see {@link superviseServer}.
 *
 * A second process finds the database of the first one, and any process can be killed: the next guard opens the data,
 * and postgres.js reconnects. Running queries then fail with CONNECTION_CLOSED. New ones fail with ECONNREFUSED or
 * ENOENT until the data is open again.
 *
 * A committed row survives the death of every process, but perhaps not a power failure, because PGlite does not sync
 * its files.
 *
 * @param init.dataDir created with mode 0700 when it is missing
 * @param init.log receives the guard's reports
 * @param init.signal stops the wait and the guard
 * @returns when some process serves the database, and `select 1` succeeded
 * @throws when the folder cannot be written, or when that takes more than 60 seconds, with the guard's last failure in
 *   the message
 */
export async function startEmbeddedDatabase(init: {
  dataDir: string;
  log: Logger;
  signal?: AbortSignal;
}): Promise<EmbeddedDatabase> {
  const dataDir = openDataFolder(init.dataDir);
  const socket = socketPath(dataDir);
  const options = {
    host: socket.folder,
    port: 5432,
    database: 'postgres',
    username: 'postgres',
    backoff: () => 0.1,
  };
  const server = await superviseServer({
    name: 'database',
    title: 'the embedded database',
    guard: new URL('./database-child.ts', import.meta.url),
    options: { dataDir, socket: socket.path } satisfies DatabaseChildOptions,
    find: () => selectOne(options),
    pollMs: POLL_MS,
    log: init.log,
    signal: init.signal,
  });
  return {
    options,
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socket.folder)}`,
    get pid() {
      return server.pid;
    },
    stop: server.stop,
  };
}

async function selectOne(options: EmbeddedDatabase['options']): Promise<void> {
  const sql = postgres({ ...options, max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    await sql`select 1`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
