import { chmodSync, existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import postgres from 'postgres';
import { pause } from '../lib/pause.ts';
import { openDataFolder } from './data-folder.ts';
import { COMMAND_MS, type FolderOwner, findOwner, folderInUse, tryOwnFolder } from './owner.ts';
import {
  clusterOf,
  majorOfCluster,
  makeClusterOf,
  openSocketFolder,
  reasonIn,
  refuseLostDatabase,
  socketFolder,
} from './postgres-cluster.ts';
import { choosePrograms, findPostgres, POSTGRES_ENV, type PostgresPrograms } from './postgres-programs.ts';
import { isRoot, letServerIn, SERVER_USER, serverUser, type User } from './postgres-user.ts';
import { endProcess, identify, isRunning, spawnWatched } from './processes.ts';
import { GRACE_MS, keepServer } from './server.ts';

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
  /** Ends the database, if this process runs it. */
  stop(): Promise<void>;
}

/** It does not wait for clients to leave. */
const FAST_SHUTDOWN = 'SIGINT';
/** What is left of a server for a moment after it was killed. */
const SOON_GONE = /shared memory block/;
const JOIN_POLL_MS = 100;

/**
 * Runs the PostgreSQL of a data folder, and starts it again whenever it ends. postgres.js reconnects. Running queries
 * then fail with CONNECTION_CLOSED. New ones fail with ECONNREFUSED, ENOENT or 57P03 until the server is there again.
 *
 * It writes to the disk before it acknowledges a commit, as in production. It listens on a Unix socket only, which this
 * user alone can open. A server that a killed owner left is ended first.
 *
 * @param init.searchPath the value of PATH, for a machine that the packages have no programs for
 * @returns when `select 1` succeeded
 * @throws when the server cannot start, with the reason in one sentence
 */
export async function startEmbeddedDatabase(init: {
  owner: FolderOwner;
  searchPath: string;
  log: Logger;
}): Promise<EmbeddedDatabase> {
  const { owner, log } = init;
  const startedAt = performance.now();
  const cluster = await prepare(owner.dataDir, init.searchPath, log);
  const options = addressIn(owner.dataDir);
  const server = await keepServer({
    name: 'database',
    title: 'the embedded database',
    endSignal: FAST_SHUTDOWN,
    async launch() {
      await endFormer(owner, cluster);
      const options = { cwd: '/', env: POSTGRES_ENV, ...cluster.user };
      return spawnWatched(FAST_SHUTDOWN, cluster.programs.server, serverArguments(cluster), options);
    },
    note(pid) {
      const found = pid === undefined ? undefined : identify(pid);
      owner.note({ postgres: found && { cluster: cluster.folder, server: found } });
    },
    responds: () => responds(options),
    reasonIn: (lines) => `PostgreSQL does not run in ${cluster.folder}: ${reasonIn(lines)}`,
    isFinal: ({ code, reason }) => code !== null && !SOON_GONE.test(reason),
    log,
  });
  log.info(
    { folder: cluster.folder, ms: Math.round(performance.now() - startedAt) },
    'The embedded database is open.',
  );
  return { options, stop: server.stop };
}

/**
 * Opens the PostgreSQL of a data folder for a command. It uses that of the service that owns the folder. Without one, it
 * owns the folder until `stop`. It waits for another command to end, and for a service that is starting.
 *
 * @throws when that takes more than 60 seconds, with the owner of the folder in the message; or as
 *   {@link startEmbeddedDatabase}
 */
export async function joinEmbeddedDatabase(init: {
  dataDir: string;
  searchPath: string;
  log: Logger;
}): Promise<EmbeddedDatabase> {
  const options = addressIn(openDataFolder(init.dataDir));
  const deadline = performance.now() + COMMAND_MS;
  for (;;) {
    const owner = tryOwnFolder(init.dataDir, 'command');
    if (owner) return startAsOwner(owner, init);
    if (findOwner(init.dataDir)?.kind === 'service' && (await responds(options))) {
      return { options, stop: async () => {} };
    }
    if (performance.now() > deadline) throw folderInUse(init.dataDir);
    await pause(JOIN_POLL_MS);
  }
}

async function startAsOwner(
  owner: FolderOwner,
  init: { searchPath: string; log: Logger },
): Promise<EmbeddedDatabase> {
  try {
    const { options, stop } = await startEmbeddedDatabase({ owner, ...init });
    return { options, stop: () => stop().finally(owner.release) };
  } catch (error) {
    owner.release();
    throw error;
  }
}

const addressIn = (dataDir: string): EmbeddedDatabase['options'] => ({
  host: socketFolder(dataDir),
  port: 5432,
  database: 'postgres',
  username: 'postgres',
});

async function responds(options: EmbeddedDatabase['options']): Promise<boolean> {
  const sql = postgres({ ...options, max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

interface Cluster {
  readonly folder: string;
  readonly programs: PostgresPrograms;
  readonly user: User | undefined;
  readonly socketFolder: string;
}

/** @throws when there is no PostgreSQL for the data folder, or no room; the message says what to do */
async function prepare(dataDir: string, searchPath: string, log: Logger): Promise<Cluster> {
  refuseLostDatabase(dataDir);
  const link = clusterOf(dataDir);
  const major = majorOfCluster(link);
  const found = await findPostgres(searchPath, isRoot() ? SERVER_USER : undefined);
  const programs = choosePrograms(found, link, major);
  if (major === undefined) {
    log.info('Making the database, once.');
    await makeClusterOf(dataDir, programs);
  }
  const folder = realpathSync(link);
  // Programs that copy folders, such as cp, let others in. PostgreSQL would not start.
  chmodSync(folder, 0o700);
  const user = serverUser(folder);
  // The data folder may be one that root has copied.
  if (user) letServerIn(dirname(folder));
  return { folder, programs, user, socketFolder: openSocketFolder(dataDir, user) };
}

/**
 * Ends the server of an owner that was killed. PostgreSQL leaves its lock files when it is killed itself, and does not
 * start while another program, or what is left of it, has that number. So the files that the noted server wrote are
 * removed when it has ended.
 */
async function endFormer({ noted: { postgres: left } }: FolderOwner, cluster: Cluster): Promise<void> {
  if (left?.cluster !== cluster.folder) return;
  await endProcess(left.server, { signal: FAST_SHUTDOWN, graceMs: GRACE_MS });
  if (isRunning(left.server)) return;
  for (const file of [
    join(cluster.folder, 'postmaster.pid'),
    join(cluster.socketFolder, '.s.PGSQL.5432.lock'),
  ]) {
    const isLeft = existsSync(file) && Number.parseInt(readFileSync(file, 'utf8'), 10) === left.server.pid;
    if (isLeft) rmSync(file);
  }
}

function serverArguments({ folder, socketFolder }: Cluster): string[] {
  const settings = {
    // No TCP. Only the server's own user, and root, may connect.
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: '5432',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Nothing about single statements, whose values may be private.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
  };
  return ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
