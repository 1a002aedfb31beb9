import { isAway, refusesWrites } from '../db/away.ts';
import type { Database } from '../db/client.ts';
import type { DatabaseStatus } from './health.ts';

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
 */
export function createDatabaseProbe({ sql }: Pick<Database, 'sql'>): DatabaseProbe {
  /** A check that is late goes on, and later calls wait for it. */
  let underWay: Promise<DatabaseStatus> | undefined;
  let writesRefused = false;
  let triedAt = 0;

  async function check(): Promise<DatabaseStatus> {
    const [session] = await sql<{ isReadOnly: boolean }[]>`
      select current_setting('transaction_read_only')::boolean as "isReadOnly"`;
    if (session?.isReadOnly) return 'read-only';
    if (writesRefused && performance.now() - triedAt >= TRY_MS) {
      triedAt = performance.now();
      writesRefused = await tryToWrite(sql);
    }
    return writesRefused ? 'read-only' : 'ok';
  }

  return {
    status: () => {
      underWay ??= check().finally(() => {
        underWay = undefined;
      });
      return inTime(underWay);
    },
    noteFault(error) {
      if (refusesWrites(error)) writesRefused = true;
    },
  };
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

function inTime(checked: Promise<DatabaseStatus>): Promise<DatabaseStatus> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      // A late event loop runs the timer first, although the response has arrived. The response is read before the
      // next turn.
      setImmediate(resolve, 'unavailable');
    }, TIMEOUT_MS).unref();
    checked.then(resolve, () => resolve('unavailable')).finally(() => clearTimeout(timer));
  });
}
