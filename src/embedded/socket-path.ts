import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The kernel's limit for a Unix socket's path is 104 bytes on macOS and 108 on Linux, the final zero included. */
const MAX_PATH_BYTES = 103;
/** Clients that take a folder for a host, as psql and postgres.js do, look for this name in it. */
const SOCKET_NAME = '.s.PGSQL.5432';

/**
 * Decides where the database of a data folder listens: in that folder, or, when the path would be too long for a
 * socket, in a folder of this user's own below /tmp whose name every process derives from the data folder's.
 *
 * @param dataDir The data folder's real, absolute path.
 * @returns The folder, which exists and only this user can enter, and the socket's path in it.
 * @throws When the folder below /tmp belongs to somebody else.
 */
export function socketPath(dataDir: string): { folder: string; path: string } {
  const near = join(dataDir, SOCKET_NAME);
  if (Buffer.byteLength(near) <= MAX_PATH_BYTES) return { folder: dataDir, path: near };
  const user = process.getuid?.() ?? 0;
  // Not os.tmpdir(): two processes with different TMPDIR have to find each other.
  const base = `/tmp/bot-listing-${user}`;
  ownFolder(base, user);
  const folder = join(base, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  ownFolder(folder, user);
  return { folder, path: join(folder, SOCKET_NAME) };
}

function ownFolder(folder: string, user: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== user || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} must be a folder that belongs to this user alone (mode 0700)`);
  }
}
