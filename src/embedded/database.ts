import { mkdirSync, realpathSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import postgres from 'postgres';
import { type SupervisedChild, superviseChild } from './child.ts';
import type { DatabaseChildOptions } from './database-child.ts';
import { socketPath } from './socket-path.ts';

const START_MS = 60_000;
const POLL_MS = 25;

/** An embedded database that answers. */
export interface EmbeddedDatabase {
  /** Options for postgres.js: `postgres({ ...options, max: 10 })`. */
  readonly options: {
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly username: string;
    /** Seconds between tries to reconnect. The default grows to 20, and a take-over is done in one. */
    readonly backoff: () => number;
  };
  /** The same for psql and other libpq clients. postgres.js does not understand this form. */
  readonly url: string;
  /** The child process of this process, which serves the database or waits to; undefined while it is restarted. */
  readonly pid: number | undefined;
  /** Ends this process's child. Another process that uses the same folder takes the database over. */
  stop(): Promise<void>;
}

/**
 * Makes the PostgreSQL in a data folder available to this process.
 *
 * Every process that calls this has a child of its own, and the children elect the one that opens the data by a lock
 * that the operating system releases with its holder. So a second process finds the database of the first one, and any
 * of them can be killed: the next child opens the data, and postgres.js reconnects. Queries that were under way at that
 * moment fail with CONNECTION_CLOSED, and new ones with ECONNREFUSED or ENOENT until the data is open again.
 *
 * A committed row survives the death of every process. It is not safe against a power failure: PGlite does not sync
 * its files.
 *
 * @param init `dataDir`: created when missing, mode 0700; `log`: for the child's reports;
 *   `signal`: gives up waiting; the child is stopped.
 * @returns Once `select 1` was answered, by whichever process.
 * @throws When there is no answer within 60 seconds, with the child's last failure in the message.
 */
export async function startEmbeddedDatabase(init: {
  dataDir: string;
  log: Logger;
  signal?: AbortSignal;
}): Promise<EmbeddedDatabase> {
  mkdirSync(init.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(init.dataDir);
  const socket = socketPath(dataDir);
  const options = {
    host: socket.folder,
    port: 5432,
    database: 'postgres',
    username: 'postgres',
    backoff: () => 0.1,
  };
  const child = superviseChild({
    module: new URL('./database-child.ts', import.meta.url),
    options: { dataDir, socket: socket.path } satisfies DatabaseChildOptions,
    name: 'database',
    log: init.log,
  });
  try {
    await answers(options, child, init.signal);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return {
    options,
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socket.folder)}`,
    get pid() {
      return child.pid;
    },
    stop: () => child.stop(),
  };
}

async function answers(
  options: EmbeddedDatabase['options'],
  child: SupervisedChild,
  signal: AbortSignal | undefined,
): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    signal?.throwIfAborted();
    const sql = postgres({ ...options, max: 1, connect_timeout: 10, onnotice: () => undefined });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (Date.now() > deadline) {
        const reason = child.lastFailure ?? (error instanceof Error ? error.message : String(error));
        throw new Error(`the embedded database did not start within ${START_MS / 1000} seconds: ${reason}`);
      }
    } finally {
      await sql.end({ timeout: 1 });
    }
    await delay(POLL_MS, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
}
