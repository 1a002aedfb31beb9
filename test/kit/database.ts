import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { makeFolder } from './folder.ts';
import { present } from './present.ts';
import { createDatabase } from './server-database.ts';

/*
 * Databases of a test's own, on the server of the run. Most tests share the run's database instead (see
 * `startService`).
 */

/**
 * The variables with which a service finds a database of its own, with all tables and no rows.
 *
 * @param parts removes it when it is closed
 */
export async function ownDatabase(
  parts: AsyncDisposableStack,
): Promise<{ DATA_DIR: string; DATABASE_URL: string }> {
  const dataDir = await makeFolder('own', parts);
  return { DATA_DIR: dataDir, DATABASE_URL: (await startDatabase('with tables', parts)).url };
}

/**
 * Starts a database.
 *
 * @param tables whether it has all tables, or none
 * @param parts stops and removes it when it is closed
 */
export async function startDatabase(
  tables: 'with tables' | 'without tables',
  parts: AsyncDisposableStack,
): Promise<{ url: string }> {
  const server = present(inject('environment').DATABASE_URL);
  // A copy takes a third of the time that migrations take.
  const model = tables === 'with tables' ? inject('emptyDatabase') : undefined;
  return { url: await createDatabase(server, parts, model) };
}

/** A database, and pools on it. */
export interface OwnDatabase {
  /** Opens another pool. Migrations need a patient one, as in the service: a busy machine may hold them up for long. */
  open(options?: { isPatient?: boolean }): Database;
  /** Removes every table, and the schemas of the migrations. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a database from which tests open pools themselves; see `startDatabase`. */
export async function startOwnDatabase(tables: 'with tables' | 'without tables'): Promise<OwnDatabase> {
  const parts = new AsyncDisposableStack();
  const address = await startDatabase(tables, parts);
  const open = (options: { isPatient?: boolean } = {}) => {
    const db = openDatabase(address, 3, options);
    parts.defer(() => db.close());
    return db;
  };
  return {
    open,
    async clear() {
      const { sql } = open();
      await sql`drop schema if exists drizzle cascade`;
      await sql`drop schema public cascade`;
      await sql`drop schema if exists vote_months cascade`;
      await sql`create schema public`;
    },
    close: () => parts.disposeAsync(),
  };
}
