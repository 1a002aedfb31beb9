import { spawn } from 'node:child_process';
import { chmodSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { pause } from '../lib/pause.ts';
import { type GuardContext, report, reportLog, runGuard, StartRefusal } from './guard.ts';
import {
  clusterOf,
  majorOfCluster,
  makeClusterOf,
  openSocketFolder,
  reasonIn,
  refuseLostDatabase,
} from './postgres-cluster.ts';
import { choosePrograms, findPostgres, POSTGRES_ENV, type PostgresPrograms } from './postgres-programs.ts';
import { isRoot, letServerIn, SERVER_USER, serverUser, type User } from './postgres-user.ts';
import { endProcess, isRunning, type ProcessIdentity, untilEnded } from './processes.ts';
import { findOrphan, recordPostgres } from './records.ts';

/** The options that database.ts sends to its child, the guard. */
export interface DatabaseChildOptions {
  dataDir: string;
  searchPath: string;
}

const GRACE_MS = 4_000;
const ORPHAN_POLL_MS = 250;
/** It does not wait for clients to leave. */
const FAST_SHUTDOWN = 'SIGINT';
/** What is left of a server for a moment after it was killed. */
const SOON_GONE = /shared memory block/;

interface Cluster {
  readonly folder: string;
  readonly programs: PostgresPrograms;
  readonly user: User | undefined;
  readonly socketFolder: string;
}

async function serve({ options, closing, gone }: GuardContext<DatabaseChildOptions>): Promise<void> {
  const { dataDir } = options;
  const cluster = await prepare(options, gone).catch((error: Error) => {
    throw new StartRefusal(error.message);
  });
  const orphan = findOrphan(dataDir, cluster.folder);
  const served = orphan ? watchServer(orphan, gone) : runServer(dataDir, cluster, gone);
  closing.defer(() => served.catch(() => undefined));
  await served;
}

/** @throws when there is no PostgreSQL for the data folder, or no room; the message says what to do */
async function prepare({ dataDir, searchPath }: DatabaseChildOptions, gone: AbortSignal): Promise<Cluster> {
  refuseLostDatabase(dataDir);
  const link = clusterOf(dataDir);
  const major = majorOfCluster(link);
  const found = await findPostgres(searchPath, isRoot() ? SERVER_USER : undefined);
  const programs = choosePrograms(found, link, major);
  if (major === undefined) {
    reportLog('info', 'Making the database, once.');
    await makeClusterOf(dataDir, programs, gone);
  }
  const folder = realpathSync(link);
  // Programs that copy folders, such as cp, let others in. PostgreSQL would not start.
  chmodSync(folder, 0o700);
  const user = serverUser(folder);
  // The data folder may be one that root has copied.
  if (user) letServerIn(dirname(folder));
  return { folder, programs, user, socketFolder: openSocketFolder(dataDir, user) };
}

/** Watches a server whose guard was killed until it ends, or until this process has to end. Clients notice nothing. */
async function watchServer(server: ProcessIdentity, gone: AbortSignal): Promise<void> {
  report({ type: 'serving' });
  while (isRunning(server)) {
    if (gone.aborted) return endProcess(server, { signal: FAST_SHUTDOWN, graceMs: GRACE_MS });
    await pause(ORPHAN_POLL_MS, { signal: gone });
  }
  throw new Error('PostgreSQL ended.');
}

/** Runs the server until it ends, or until this process has to end. */
async function runServer(dataDir: string, cluster: Cluster, gone: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  const server = spawn(cluster.programs.server, serverArguments(cluster), {
    cwd: '/',
    env: POSTGRES_ENV,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C in a terminal must not end it before the service has closed.
    detached: true,
    ...cluster.user,
  });
  const ending = untilEnded(server, {
    signal: gone,
    askToEnd: () => server.kill(FAST_SHUTDOWN),
    graceMs: GRACE_MS,
  });
  // In the same tick: a guard that is killed between the two would leave an unknown server behind.
  try {
    recordPostgres(dataDir, cluster.folder, server.pid);
  } catch (error) {
    // As on a full disk. Nobody would find it again.
    server.kill(FAST_SHUTDOWN);
    await ending;
    throw error;
  }

  const lines: string[] = [];
  let isOpen = false;
  createInterface({ input: server.stderr }).on('line', (line) => {
    lines.push(line.slice(0, 500));
    if (lines.length > 20) lines.shift();
    reportLog('debug', line);
    if (isOpen || !line.includes('ready to accept connections')) return;
    isOpen = true;
    report({ type: 'serving' });
    reportLog('info', 'The embedded database is open.', {
      folder: cluster.folder,
      ms: Math.round(performance.now() - startedAt),
    });
  });
  const { code, signal, error } = await ending;
  if (gone.aborted) return;
  const reason = error ? `${error.message}.` : signal ? `signal ${signal}.` : reasonIn(lines);
  const sentence = `PostgreSQL ${isOpen ? 'ended' : 'does not start'} in ${cluster.folder}: ${reason}`;
  throw isOpen || code === null || SOON_GONE.test(reason) ? new Error(sentence) : new StartRefusal(sentence);
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

if (import.meta.main) runGuard('postgres.lock', serve);
