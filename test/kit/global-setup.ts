import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, statfsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../../src/config/config.ts';
import { startEmbeddedDatabase } from '../../src/embedded/database.ts';
import { createLog } from '../../src/log.ts';
import { openMigratedDatabase } from '../../src/parts/database.ts';
import { makeFolder } from './folder.ts';
import { findParts } from './parts.ts';
import { startPostgres } from './postgres.ts';
import { createDatabase } from './server-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What `readConfig` needs so that a test's service finds the run's database. */
    environment: Record<string, string>;
    /** A database with all tables and no rows, to be copied: its name on the server, or the folder of an embedded one. */
    emptyDatabase: string;
  }
}

/** A folder in memory: the server then writes nothing to a disk. */
const MEMORY = '/dev/shm';

/**
 * Finds the parts that tests need, and makes one empty database for the whole run. Tests share it, so each makes bots
 * and users of its own. The database is one of these:
 *
 * - a new one on the server that DATABASE_URL names
 * - with TEST_DATABASE=server, a new one on a PostgreSQL server that this run starts, where this machine can
 * - an embedded one
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parts = new AsyncDisposableStack();
  const found = await findParts(project, parts);
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
  const server = process.env.DATABASE_URL || (await startServer(found.postgres, parts));
  if (server) {
    const emptyDatabase = await makeEmptyDatabaseOn(server, environment, parts);
    project.provide('emptyDatabase', emptyDatabase);
    environment.DATABASE_URL = await createDatabase(server, parts, emptyDatabase);
    environment.HOST = '127.0.0.1';
  } else {
    const emptyDatabase = await makeEmptyDatabase(dataDir, environment);
    project.provide('emptyDatabase', emptyDatabase);
    await cp(emptyDatabase, join(dataDir, 'postgres'), { recursive: true });
    const embedded = await startEmbeddedDatabase({ dataDir, log: createLog('warn') });
    parts.defer(() => embedded.stop());
  }
  project.provide('environment', environment);
  return async () => {
    await parts.disposeAsync();
    found.nameLacking();
  };
}

/**
 * A server needs half the CPU time of the embedded database.
 *
 * @param program of the server
 * @param parts stops it
 * @returns its URL; undefined where there is none, or it is not wanted
 */
async function startServer(program: string | null, parts: AsyncDisposableStack): Promise<string | undefined> {
  if (process.env.TEST_DATABASE !== 'server' || program === null || majorOf(program) < 15) return undefined;
  // What the tests write need not survive a power failure.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_connections: '300',
  };
  return (await startPostgres(program, parts, { settings, ...(hasRoom(MEMORY) && { parent: MEMORY }) })).url;
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

/** A new database takes PGlite three seconds, and its copy a tenth of one. */
async function makeEmptyDatabase(dataDir: string, environment: Record<string, string>): Promise<string> {
  const folder = join(dataDir, 'empty');
  await using parts = new AsyncDisposableStack();
  const config = readConfig({ ...environment, EMBEDDED_DATABASE: 'true', DATA_DIR: folder });
  await openMigratedDatabase(config, createLog('warn'), parts);
  return join(folder, 'postgres');
}

/** @returns 15 for "postgres (PostgreSQL) 15.8" */
function majorOf(program: string): number {
  return Number(/ (\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1]);
}
