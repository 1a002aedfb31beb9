import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Database, type DatabaseAddress, openDatabase } from '../../src/db/client.ts';
import { startEmbeddedDatabase } from '../../src/embedded/database.ts';
import { createLog } from '../../src/log.ts';
import { makeFolder } from './folder.ts';
import { createDatabase } from './server-database.ts';

/*
 * Databases of a test's own: a new one on the server that the run has, and an embedded one otherwise. Most tests
 * share the run's database instead (see `startService`).
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
  const server = inject('environment').DATABASE_URL;
  if (server)
    return { DATA_DIR: dataDir, DATABASE_URL: await createDatabase(server, parts, modelDatabase()) };
  await copyEmptyDatabase(dataDir);
  return { DATA_DIR: dataDir, DATABASE_URL: '' };
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
): Promise<DatabaseAddress> {
  const server = inject('environment').DATABASE_URL;
  if (server) {
    const model = tables === 'with tables' ? modelDatabase() : undefined;
    return { url: await createDatabase(server, parts, model) };
  }
  const dataDir = await makeFolder('database', parts);
  if (tables === 'with tables') await copyEmptyDatabase(dataDir);
  const embedded = await startEmbeddedDatabase({ dataDir, log: createLog('error') });
  parts.defer(() => embedded.stop());
  return embedded.options;
}

/** A database, and pools on it. */
export interface OwnDatabase {
  /** Opens another pool. */
  open(): Database;
  /** Removes every table, and the schemas of the migrations. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a database from which tests open pools themselves; see `startDatabase`. */
export async function startOwnDatabase(tables: 'with tables' | 'without tables'): Promise<OwnDatabase> {
  const parts = new AsyncDisposableStack();
  const address = await startDatabase(tables, parts);
  const open = () => {
    const db = openDatabase(address, 3);
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

/** A copy takes a third of the time that migrations take. */
const modelDatabase = () => inject('emptyDatabase');

/** A new embedded database takes three seconds, and a copy of the run's empty one a tenth of one. */
async function copyEmptyDatabase(dataDir: string): Promise<void> {
  await cp(inject('emptyDatabase'), join(dataDir, 'postgres'), { recursive: true });
}
