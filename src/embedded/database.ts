import type { Logger } from 'pino';
import postgres from 'postgres';
import { openDataFolder } from './data-folder.ts';
import type { DatabaseChildOptions } from './database-child.ts';
import { socketFolder } from './postgres-cluster.ts';
import { superviseServer } from './supervisor.ts';

/** An embedded database that accepts connections. */
export interface EmbeddedDatabase {
  /** Options for postgres.js: `postgres({ ...options, max: 10 })`. */
  readonly options: {
    /** The folder of its Unix socket. */
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly username: string;
  };
  /** This process's child, which runs the database or waits to do so; undefined while it is restarted. */
  readonly pid: number | undefined;
  /** Ends this process's child. Another process that uses the same folder then runs the database. */
  stop(): Promise<void>;
}

/**
 * Makes the PostgreSQL of a data folder available to this process: see {@link superviseServer}.
 *
 * A second process finds the database of the first one, and any process can be killed: the next guard starts the server
 * again, and postgres.js reconnects. Running queries then fail with CONNECTION_CLOSED. New ones fail with ECONNREFUSED,
 * ENOENT or 57P03 until the server is there again.
 *
 * It writes to the disk before it acknowledges a commit, as in production. It listens on a Unix socket only, which this
 * user alone can open.
 *
 * @param init.dataDir created with mode 0700 when it is missing
 * @param init.searchPath the value of PATH, for a machine that the packages have no programs for
 * @param init.log receives the guard's reports
 * @param init.signal stops the wait and the guard
 * @returns when some process runs the database, and `select 1` succeeded
 * @throws when the folder cannot be written; when the guard cannot start the server, with the reason in one sentence; or
 *   when that takes more than 60 seconds, with the guard's last failure in the message
 */
export async function startEmbeddedDatabase(init: {
  dataDir: string;
  searchPath: string;
  log: Logger;
  signal?: AbortSignal;
}): Promise<EmbeddedDatabase> {
  const dataDir = openDataFolder(init.dataDir);
  const options = { host: socketFolder(dataDir), port: 5432, database: 'postgres', username: 'postgres' };
  const server = await superviseServer({
    name: 'database',
    title: 'the embedded database',
    guard: new URL('./database-child.ts', import.meta.url),
    options: { dataDir, searchPath: init.searchPath } satisfies DatabaseChildOptions,
    find: () => selectOne(options),
    log: init.log,
    signal: init.signal,
  });
  return {
    options,
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
