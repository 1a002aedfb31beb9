import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { explainConnection } from '../db/away.ts';
import { type Database, type DatabaseAddress, openDatabase } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { createCopyGuard } from '../db/newest-copy.ts';
import { SHARED_SESSIONS, SHARED_SESSIONS_TODO, sharesSessions } from '../db/pooler.ts';
import { joinEmbeddedDatabase, startEmbeddedDatabase } from '../embedded/database.ts';
import type { FolderOwner } from '../embedded/owner.ts';
import { openCopyMemory, shareNewestCopy } from './newest-copy.ts';

/**
 * Opens the database that the configuration names, or the embedded one, and migrates its tables.
 *
 * @param options for the connections: see {@link openDatabase}
 */
export async function openMigratedDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'dataDir' | 'redisUrl' | 'searchPath'>,
  log: Logger,
  parts: AsyncDisposableStack,
  options: { readonly isPatient?: boolean } = {},
): Promise<Database> {
  const db = openDatabase(await startMigratedDatabase(config, log, parts), config.databasePoolSize, options);
  parts.defer(() => db.close());
  return db;
}

/**
 * @param owner see {@link startDatabase}
 * @returns the address of the database; its tables are up to date
 */
export async function startMigratedDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'redisUrl' | 'searchPath'>,
  log: Logger,
  parts: AsyncDisposableStack,
  owner?: FolderOwner,
): Promise<DatabaseAddress> {
  const address = await startDatabase(config, log, parts, owner);
  if (config.databaseUrl !== undefined) await requireUsable(address);
  // The server sends nothing while another process migrates, so silence is no fault here.
  const migrating = openDatabase(address, 1, { isPatient: true });
  try {
    await migrateDatabase(migrating);
  } finally {
    await migrating.close();
  }
  return address;
}

/** @throws one sentence for operators, which names the setting, when the database cannot be used */
async function requireUsable(address: DatabaseAddress): Promise<void> {
  const db = openDatabase(address, 2);
  try {
    if (await sharesSessions(db.sql)) throw new Error(`${SHARED_SESSIONS} ${SHARED_SESSIONS_TODO}`);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new Error(
      `DATABASE_URL: the database cannot be used: ${explainConnection(error) ?? error.message}`,
      { cause: error },
    );
  } finally {
    await db.close();
  }
}

/**
 * @param owner runs the embedded database in its folder; without one, that of a running service is used
 * @returns the address of the database, whose tables may be old or missing
 */
export async function startDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'redisUrl' | 'searchPath'>,
  log: Logger,
  parts: AsyncDisposableStack,
  owner?: FolderOwner,
): Promise<DatabaseAddress> {
  const { databaseUrl, dataDir, searchPath } = config;
  if (databaseUrl !== undefined) return guardServer(databaseUrl, config, log, parts);
  const embedded = await (owner
    ? startEmbeddedDatabase({ owner, searchPath, log })
    : joinEmbeddedDatabase({ dataDir, searchPath, log }));
  parts.defer(() => embedded.stop());
  return embedded.options;
}

/** How often the log tells of the same refused copy, in milliseconds. */
const TELL_MS = 60_000;

/** @returns the address, with what keeps connections from older copies of the database */
async function guardServer(
  url: string,
  config: Pick<Config, 'dataDir' | 'redisUrl'>,
  log: Logger,
  parts: AsyncDisposableStack,
): Promise<DatabaseAddress> {
  const toldAt = new Map<string, number>();
  const guard = createCopyGuard((reason) => {
    const now = performance.now();
    if (now - (toldAt.get(reason) ?? Number.NEGATIVE_INFINITY) < TELL_MS) return;
    toldAt.set(reason, now);
    log.error(reason);
  });
  await shareNewestCopy(guard, await openCopyMemory(config, url, parts), parts);
  return { url, guard };
}

/**
 * The same services over other connections. Services that are replaced later are replaced here too, and copies of them
 * are whole.
 */
export function withDatabase<Services extends { readonly db: Database }>(
  services: Services,
  db: Database,
): Services {
  return new Proxy(services, {
    get: (target, name) => (name === 'db' ? db : Reflect.get(target, name)),
  });
}
