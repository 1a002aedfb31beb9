import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { makeFolder } from '../lib/make-folder.ts';
import { POSTGRES_ENV, type PostgresPrograms } from './postgres-programs.ts';
import { giveTo, initdbUser, placeForCluster, SERVER_USER, type User } from './postgres-user.ts';
import { spawnWatched } from './processes.ts';

/** The limit for the path of a Unix socket is 104 bytes on macOS and 108 on Linux, with the final zero. */
const MAX_PATH_BYTES = 103;

/** The folder of the cluster (PostgreSQL's word for its files) of a data folder, or a link to it. */
export function clusterOf(dataDir: string): string {
  return join(dataDir, 'database');
}

/** Whether the data folder has a database, also one that this version cannot open. */
export function hasDatabase(dataDir: string): boolean {
  return isThere(clusterOf(dataDir)) || existsSync(formerDatabase(dataDir));
}

/**
 * @returns PostgreSQL's version of a cluster, such as 15; undefined when there is none
 * @throws when this user may not read it, or when it is no cluster
 */
export function majorOfCluster(cluster: string): number | undefined {
  if (!existsSync(cluster)) return undefined;
  try {
    return Number(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'));
  } catch (error) {
    throw new Error(`The database in ${cluster} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

/**
 * Refuses a data folder whose database this version would not find, and would replace with an empty one.
 *
 * @throws with what to do
 */
export function refuseLostDatabase(dataDir: string): void {
  const cluster = clusterOf(dataDir);
  const former = formerDatabase(dataDir);
  if (isThere(cluster) && !existsSync(cluster)) {
    throw new Error(
      `The database of ${dataDir} was in ${readlinkSync(cluster)}, which is missing. ` +
        `Restore it, or remove the link ${cluster} to begin with an empty database.`,
    );
  }
  if (!isThere(cluster) && existsSync(former)) {
    throw new Error(
      `The database in ${former} is of version 1.0 of the service, and this version cannot read it. UPGRADING.md ` +
        'says how to take its data along. To begin with an empty database, remove the folder.',
    );
  }
}

/**
 * Makes the cluster of a data folder. One that is there is complete: a killed process leaves nothing under this name.
 *
 * @throws PostgreSQL's reason in one sentence
 */
export async function makeClusterOf(dataDir: string, programs: PostgresPrograms): Promise<void> {
  const place = placeForCluster(dataDir);
  await makeCluster(place, programs);
  if (place !== clusterOf(dataDir)) symlinkSync(place, clusterOf(dataDir));
}

/** Makes a cluster that only its owner can read. Whoever can connect to its socket is its superuser, `postgres`. */
export async function makeCluster(
  cluster: string,
  { initdb }: Pick<PostgresPrograms, 'initdb'>,
): Promise<void> {
  const draft = `${cluster}.unfinished`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const maker = initdbUser();
  if (maker) chownSync(draft, maker.uid, maker.gid);
  // The same letters and order of texts on every machine.
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const texts = ['--encoding=UTF8', '--no-locale', `--lc-ctype=${ctype}`];
  const args = ['-D', draft, '-A', 'trust', '-U', 'postgres', ...texts];
  const child = spawnWatched('SIGTERM', initdb, args, { cwd: '/', env: POSTGRES_ENV, ...maker });
  const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stderr as Readable)]);
  if (code !== 0)
    throw new Error(`PostgreSQL cannot make a database in ${cluster}: ${reasonIn(output.split('\n'))}`);
  if (maker) giveTo(draft, SERVER_USER);
  renameSync(draft, cluster);
}

/**
 * The folder with the socket of a data folder's database. It is the cluster. If the path would be too long, it is a
 * folder in /tmp, whose name every process derives from the data folder's path.
 *
 * @param dataDir the data folder's real, absolute path
 */
export function socketFolder(dataDir: string): string {
  const near = clusterOf(dataDir);
  if (Buffer.byteLength(join(near, '.s.PGSQL.5432')) <= MAX_PATH_BYTES) return near;
  // Not os.tmpdir(): two processes with different values of TMPDIR must find each other.
  return `/tmp/bot-listing-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
}

/**
 * Creates that folder for the server, if it is missing. The cluster must be there.
 *
 * @param user who runs the server; undefined for this process's user
 * @returns its real path
 * @throws when a folder in /tmp belongs to another user
 */
export function openSocketFolder(dataDir: string, user: User | undefined): string {
  const folder = socketFolder(dataDir);
  if (folder === clusterOf(dataDir)) return realpathSync(folder);
  makeFolder(folder, 0o700);
  if (user && lstatSync(folder).uid === 0) chownSync(folder, user.uid, user.gid);
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== (user?.uid ?? process.getuid?.()) || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} must be a folder that belongs to this user alone (mode 0700)`);
  }
  return folder;
}

/**
 * @param lines what PostgreSQL's programs wrote
 * @returns the reason of a failure, with PostgreSQL's hint
 */
export function reasonIn(lines: readonly string[]): string {
  const last = (pattern: RegExp) => lines.map((line) => pattern.exec(line)?.[1]).findLast(Boolean);
  const reason = last(REASON) ?? lines.findLast((line) => line.trim()) ?? 'it gave no reason';
  return [`${reason}.`, last(/HINT: +(.+)/)].filter(Boolean).join(' ');
}

/** Clients that connect too early get lines of their own. */
const REASON = /(?:FATAL|PANIC|error): +(?!the database system is )(.+)/;

/** Where versions before 1.1 kept a database of another kind, which ran inside Node. */
const formerDatabase = (dataDir: string) => join(dataDir, 'postgres');

/** Also a link that leads nowhere. */
const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
