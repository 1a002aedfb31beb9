import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents. Does nothing when the path exists.
 *
 * Node's option `recursive` never returns when the file system reports ENOENT below an existing folder, as /proc does.
 *
 * @param mode the permissions of each new folder
 * @throws the error of the file system
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created it just now.
    if (!existsSync(folder)) throw error;
  }
}
