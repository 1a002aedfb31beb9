import { createHash } from 'node:crypto';
import { chownSync, lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../lib/make-folder.ts';
import { clusterOf } from './postgres-cluster.ts';
import type { User } from './postgres-user.ts';

/** The limit for the path of a Unix socket is 104 bytes on macOS and 108 on Linux, with the final zero. */
const MAX_PATH_BYTES = 103;

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
