import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.ts';

/** The limit for the path of a Unix socket is 104 bytes on macOS and 108 on Linux, with the final zero. */
const MAX_PATH_BYTES = 103;
/** psql and postgres.js accept a folder as a host, and look for this name in it. */
const SOCKET_NAME = '.s.PGSQL.5432';

/**
 * Returns the socket for the database of a data folder. It is in that folder. If the path would be too long, it is in a
 * private folder below /tmp, whose name every process derives from the data folder's path.
 *
 * @param dataDir the data folder's real, absolute path
 * @returns the folder, which exists and only this user can open, and the socket's path in it
 * @throws when the folder below /tmp belongs to another user
 */
export function socketPath(dataDir: string): { folder: string; path: string } {
  const near = join(dataDir, SOCKET_NAME);
  if (Buffer.byteLength(near) <= MAX_PATH_BYTES) return { folder: dataDir, path: near };
  const user = process.getuid?.() ?? 0;
  // Not os.tmpdir(): two processes with different values of TMPDIR must find each other.
  const base = `/tmp/bot-listing-${user}`;
  ownFolder(base, user);
  const folder = join(base, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  ownFolder(folder, user);
  return { folder, path: join(folder, SOCKET_NAME) };
}

function ownFolder(folder: string, user: number): void {
  makeFolder(folder, 0o700);
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== user || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} must be a folder that belongs to this user alone (mode 0700)`);
  }
}
