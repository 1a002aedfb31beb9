import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { machineClocks, measureOffset, TOLERATED_MS } from '../../db/clock.ts';
import { compareMigrations } from '../../db/migrate.ts';
import { SHARED_SESSIONS, SHARED_SESSIONS_TODO, sharesSessions } from '../../db/pooler.ts';
import {
  createPrimaryLog,
  nameOfServer,
  type Position,
  type PrimaryLog,
  readPosition,
} from '../../db/replicas.ts';
import { inspectSecrets, listKeys } from '../../domain/identity/sealed-secrets.ts';
import { keyFile } from '../../embedded/data-folder.ts';
import { hasDatabase } from '../../embedded/postgres-cluster.ts';
import { createLog, faultOf } from '../../lib/log.ts';
import { startDatabase } from '../../parts/database.ts';
import { readKeyring } from '../../parts/secrets.ts';
import { explainTls } from '../tls.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const OLDEST_VERSION = 15;
const CONNECTIONS = 4;
/** A replica gets so long to replay what the primary has written. */
const REPLAY_MS = 1000;
const REPLICAS = { primary: 'a primary now', 'another database': 'no copy of this database' } as const;
/** So many are opened, so that the check of the key does not take long. */
const OPENED = 2000;

/**
 * Opens the database without a change to its tables. The embedded one is opened only if it exists.
 *
 * @returns undefined when there is no embedded database yet
 */
export async function openAsIs(config: Config, parts: AsyncDisposableStack): Promise<Database | undefined> {
  if (config.databaseUrl === undefined && !hasDatabase(config.dataDir)) return undefined;
  const address = await startDatabase(config, createLog('error', 2), parts);
  const db = openDatabase(address, CONNECTIONS, { forRequests: true });
  parts.defer(() => db.close());
  return db;
}

interface ServerState {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly hasTimeouts: boolean;
  readonly version: string;
  readonly number: number;
  readonly bytes: string;
}

/** The database responds, is new enough, stores data, and keeps a session for each connection. */
export async function checkDatabase(
  db: Database | undefined,
  { dataDir }: Pick<Config, 'dataDir'>,
): Promise<Finding[]> {
  if (!db) {
    const todo = 'Start the service, which makes it, or set DATABASE_URL.';
    return [warning('database', `There is no database in ${dataDir} yet.`, todo)];
  }
  // Unnamed: a pooler in transaction mode would say that a named statement is missing.
  const [row] = await db.sql.unsafe<ServerState[]>(`
    select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::boolean as "isReadOnly",
      current_setting('statement_timeout') <> '0' as "hasTimeouts", current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      pg_database_size(current_database())::text as bytes`);
  const { version = '', number = 0, bytes = '0' } = row ?? {};
  if (number < OLDEST_VERSION * 10_000) {
    return [
      problem('database', `PostgreSQL ${version} is too old.`, `Use PostgreSQL ${OLDEST_VERSION} or newer.`),
    ];
  }
  if (row?.isStandby) {
    const todo =
      'Set DATABASE_URL to the primary, or name all hosts in it, with target_session_attrs=primary.';
    return [problem('database', `PostgreSQL ${version} is a standby, which stores nothing.`, todo)];
  }
  if (row?.isReadOnly) {
    const todo = 'Remove default_transaction_read_only from the server, the database and the role.';
    return [problem('database', `PostgreSQL ${version} refuses writes.`, todo)];
  }
  if (await sharesSessions(db.sql)) return [problem('database', SHARED_SESSIONS, SHARED_SESSIONS_TODO)];
  if (row?.hasTimeouts === false) {
    const todo = 'Set it for the role: "PgBouncer" in docs/operating/connections.md.';
    return [
      warning('database', 'Statements have no time limit: a pooler leaves out what the service sets.', todo),
    ];
  }
  return [ok('database', `PostgreSQL ${version} responds. The database has ${megabytes(bytes)} MB.`)];
}

/** Each replica follows this database, and is not far behind. */
export async function checkReplicas(
  db: Database | undefined,
  { databaseReplicaUrl: urls = [] }: Pick<Config, 'databaseReplicaUrl'>,
): Promise<Finding[]> {
  if (!db || urls.length === 0) return [];
  const log = createPrimaryLog();
  const primary = await readPosition(db);
  log.note(primary, performance.now());
  return Promise.all(urls.map((url) => checkReplica(url, log, primary, urls.length === 1)));
}

async function checkReplica(
  url: string,
  log: PrimaryLog,
  primary: Position,
  isOnly: boolean,
): Promise<Finding> {
  const server = `replica ${nameOfServer(url)}`;
  const name = `The ${server}`;
  const replica = openDatabase({ url }, 1, { forRequests: true });
  try {
    // It may be on its way to where the primary just was.
    for (const until = performance.now() + REPLAY_MS; ; await delay(REPLAY_MS / 10)) {
      const position = await readPosition(replica);
      const { status } = log.judge(position);
      if (status === 'behind' && performance.now() < until) continue;
      if (status === 'ok') return ok('replicas', `${name} follows the database.`);
      const isOnTimeline = position.timeline === primary.timeline;
      // The primary itself has gone on since it was asked. A copy that was started by itself has not.
      if (status === 'primary' && isOnTimeline && position.bytes >= primary.bytes && !isOnly)
        return ok('replicas', `${name} is the primary at the moment, so it is passed over.`);
      if (status === 'behind' && !isOnTimeline) {
        const todo =
          'After a fail-over, wait for its next restart point, or grant pg_read_all_stats to the role. If it stays ' +
          'so, make it a standby of the primary, or remove it.';
        return warning('replicas', `${name} tells another timeline than the primary.`, todo);
      }
      const is = status === 'behind' ? 'is behind the primary' : `is ${REPLICAS[status]}`;
      const todo = 'It is not read from. Make it a standby of the primary, or remove it.';
      return warning('replicas', `${name} ${is}.`, todo);
    }
  } catch (error) {
    const todo = 'Check its URL in DATABASE_REPLICA_URL, and whether the server can be reached.';
    const says = `${name} does not respond, or refuses the connection: ${faultOf(error)}.`;
    return problem('replicas', explainTls(error, `the ${server}`) ?? says, todo);
  } finally {
    await replica.close();
  }
}

/** The tables are those of this version. */
export async function checkMigrations(db: Database | undefined): Promise<Finding[]> {
  if (!db) return [];
  const { missing, isNewer } = await compareMigrations(db);
  if (isNewer) {
    const todo = 'Use the version of the running service for this command.';
    return [warning('migrations', 'A newer version of the service has migrated the database.', todo)];
  }
  if (missing === 0) return [ok('migrations', 'The tables are up to date.')];
  const todo = 'Start the service: it migrates the tables. Back up the database before.';
  return [warning('migrations', `${missing} migrations of this version are missing.`, todo)];
}

/** Another process of the service would get its connections. */
export async function checkConnections(
  db: Database | undefined,
  { databasePoolSize }: Pick<Config, 'databasePoolSize'>,
): Promise<Finding[]> {
  if (!db) return [];
  const [row] = await db.sql<{ used: number; limit: number }[]>`
    select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as limit`;
  const { used = 0, limit = 0 } = row ?? {};
  const says = `${used} of ${limit} connections are in use.`;
  if (limit - used >= databasePoolSize) return [ok('connections', says)];
  const todo =
    `A process takes up to ${databasePoolSize} (DATABASE_POOL_SIZE): ` +
    "raise PostgreSQL's max_connections, or lower the setting.";
  return [warning('connections', says, todo)];
}

/** This machine's clock agrees with the database's. */
export async function checkClock(db: Database | undefined): Promise<Finding[]> {
  if (!db) return [];
  // The first statement may have to connect.
  await db.sql`select 1`;
  const { offsetMs } = await measureOffset(db, machineClocks.wallMs);
  const aheadMs = Math.round(-offsetMs);
  const says = `This machine's clock is ${Math.abs(aheadMs)} ms ${aheadMs < 0 ? 'behind' : 'ahead of'} the database's.`;
  if (Math.abs(aheadMs) <= TOLERATED_MS) return [ok('clock', says)];
  return [warning('clock', says, 'Set the clocks right (NTP). The service uses the time of the database.')];
}

/** The key of this configuration opens the stored secrets. */
export async function checkKey(db: Database | undefined, config: Config): Promise<Finding[]> {
  // Without its tables, the database has no secrets.
  if (!db || (await compareMigrations(db)).missing > 0) return [];
  if (!config.encryptionKey && !existsSync(keyFile(config.dataDir))) {
    const todo = `Restore ${keyFile(config.dataDir)} from the backup, or start a new service.`;
    return [problem('key', 'The file of the encryption key is missing.', todo)];
  }
  const keyring = readKeyring(config);
  const recorded = await listKeys({ db });
  const current = recorded.find(({ isCurrent }) => isCurrent);
  if (current && !keyring.choose(current.fingerprint)) {
    const todo = `Set ENCRYPTION_KEY to the key with the id ${current.id}.`;
    return [problem('key', 'ENCRYPTION_KEY is not the key of this database.', todo)];
  }
  const { byKey, unreadable, isComplete } = await inspectSecrets({ db }, keyring, OPENED);
  const counts = [...byKey].map(([id, count]) => `${count} by ${id}`).join(', ');
  const says = `Secrets${isComplete ? '' : ` (the first ${OPENED})`}: ${counts || 'none'}.`;
  if (unreadable > 0) {
    const todo = 'Add the missing key to ENCRYPTION_KEY_PREVIOUS, or ask the owners to rotate their secrets.';
    return [problem('key', `${says} ${unreadable} cannot be opened.`, todo)];
  }
  if (keyring.configured !== keyring.current) {
    return [
      warning('key', `${says} ENCRYPTION_KEY is not used yet.`, 'Run "keys rotate" to finish the rotation.'),
    ];
  }
  return [ok('key', byKey.size === 0 ? 'There are no secrets yet.' : `${says} All can be opened.`)];
}

function megabytes(bytes: string): number {
  return Math.ceil(Number(bytes) / 2 ** 20);
}
