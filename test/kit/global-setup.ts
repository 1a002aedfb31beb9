import { randomBytes } from 'node:crypto';
import { existsSync, statfsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/lib/log.ts';
import { openMigratedDatabase } from '../../src/parts/database.ts';
import { makeFolder } from './folder.ts';
import { findParts } from './parts.ts';
import { startPostgres } from './postgres.ts';
import { createDatabase } from './server-database.ts';
import { found } from './service-parts.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What `readConfig` needs so that a test's service finds the run's database. */
    environment: Record<string, string>;
    /** The name of a database with all tables and no rows, to be copied. */
    emptyDatabase: string;
  }
}

/** A folder in memory: the server then writes nothing to a disk. */
const MEMORY = '/dev/shm';

/**
 * Finds the parts that tests need, and makes one empty database for the whole run. Tests share it, so each makes bots
 * and users of its own. The database is a new one on the server that DATABASE_URL names, or on one that this run starts.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parts = new AsyncDisposableStack();
  const machine = await findParts(project);
  const dataDir = await makeFolder('test', parts);
  const environment: Record<string, string> = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    // A test that looks applications up says where.
    APPLICATION_LOOKUP_URL: 'off',
    WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8',
  };
  const server = process.env.DATABASE_URL || (await startServer(machine.postgres, parts));
  const emptyDatabase = await makeEmptyDatabaseOn(server, environment, parts);
  project.provide('emptyDatabase', emptyDatabase);
  environment.DATABASE_URL = await createDatabase(server, parts, emptyDatabase);
  environment.HOST = '127.0.0.1';
  project.provide('environment', environment);
  return async () => {
    await parts.disposeAsync();
    machine.nameLacking();
  };
}

/**
 * Starts a server for this run.
 *
 * @param parts stops it
 * @returns its URL
 */
async function startServer(program: string | null, parts: AsyncDisposableStack): Promise<string> {
  // What the tests write need not survive a power failure.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_connections: '300',
  };
  const own = found(program, 'PostgreSQL (install its server)');
  return (await startPostgres(own, parts, { settings, ...(hasRoom(MEMORY) && { parent: MEMORY }) })).url;
}

/** Whether this machine has the folder, with more room than the databases of all tests need. Containers have little. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 4 * 2 ** 30;
}

/** @returns its name; nobody is connected to it any more */
async function makeEmptyDatabaseOn(
  server: string,
  environment: Record<string, string>,
  parts: AsyncDisposableStack,
): Promise<string> {
  const url = await createDatabase(server, parts);
  await using migrating = new AsyncDisposableStack();
  await openMigratedDatabase(readConfig({ ...environment, DATABASE_URL: url }), createLog('warn'), migrating);
  return new URL(url).pathname.slice(1);
}
