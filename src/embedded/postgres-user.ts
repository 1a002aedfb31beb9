import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, lchownSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../lib/make-folder.ts';

/** The user and the group that run a program. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. Root lets this user run it, who has no name and no other process: the number lies
 * between the dynamic users of systemd and `nobody`. As `nobody`, programs of that user could read the data.
 */
export const SERVER_USER: User = { uid: 65_530, gid: 65_530 };

/** Whether this process is root's. */
export const isRoot = () => process.getuid?.() === 0;

/** @returns who runs `initdb`: it wants a user with a name; undefined for this process's own user */
export function initdbUser(): User | undefined {
  if (!isRoot()) return undefined;
  const uid = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));
  return { uid, gid: SERVER_USER.gid };
}

/** @returns who runs the server of a cluster: its owner; undefined for this process's own user */
export function serverUser(cluster: string): User | undefined {
  if (!isRoot()) return undefined;
  const { uid, gid } = statSync(cluster);
  if (uid !== 0) return { uid, gid };
  // Root copied it back from a backup.
  giveTo(cluster, SERVER_USER);
  return SERVER_USER;
}

/** Changes the owner of a folder and of everything in it. */
export function giveTo(folder: string, { uid, gid }: User): void {
  const names = readdirSync(folder, { recursive: true }) as string[];
  for (const name of ['', ...names]) lchownSync(join(folder, name), uid, gid);
}

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
