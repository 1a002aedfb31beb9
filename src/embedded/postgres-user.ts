import { execFileSync } from 'node:child_process';
import { lchownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

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
