import { chmodSync, chownSync, mkdtempSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../lib/make-folder.ts';
import { isRoot, SERVER_USER } from './postgres-user.ts';

/** What root's PostgreSQL needs outside of root's own folders. */
const ROOT_FOLDER = '/var/lib/bot-listing';

/** Creates the folder of root that everybody can enter, if it is missing. @returns its path */
export function makeRootFolder(): string {
  makeFolder(ROOT_FOLDER);
  chmodSync(ROOT_FOLDER, 0o755);
  return ROOT_FOLDER;
}

/**
 * Chooses where a new cluster is made: in the data folder, if the server's user can get there. Otherwise, as for root in
 * `/root`, in a new folder below `/var/lib/bot-listing`.
 *
 * @param dataDir the data folder's real, absolute path
 */
export function placeForCluster(dataDir: string): string {
  const name = 'database';
  if (!isRoot() || letServerIn(dataDir)) return join(dataDir, name);
  const place = mkdtempSync(join(makeRootFolder(), `${name}-`));
  chownSync(place, 0, SERVER_USER.gid);
  chmodSync(place, 0o710);
  return join(place, name);
}

/** Lets the server's user pass through a folder of root, and nobody else. @returns whether that is possible */
export function letServerIn(folder: string): boolean {
  const isOpen = (one: string) => (statSync(one).mode & 0o001) !== 0;
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if (!isOpen(above)) return false;
  }
  if (isOpen(folder)) return true;
  const { uid, gid, mode } = statSync(folder);
  if (uid !== 0 || ((mode & 0o070) !== 0 && gid !== SERVER_USER.gid)) return false;
  chownSync(folder, 0, SERVER_USER.gid);
  chmodSync(folder, 0o710);
  return true;
}
