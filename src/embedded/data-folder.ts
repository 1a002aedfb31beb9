import { accessSync, constants, realpathSync } from 'node:fs';
import { makeFolder } from '../lib/make-folder.ts';

/**
 * Creates a data folder for this user alone, if it is missing.
 *
 * @returns its real, absolute path
 * @throws with the name of the folder when it cannot be written: otherwise a server would be started in it again and
 *   again
 */
export function openDataFolder(dataDir: string): string {
  try {
    makeFolder(dataDir, 0o700);
    // The dot refuses a file that has this name.
    accessSync(`${dataDir}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The data folder ${dataDir} (DATA_DIR) cannot be written: ${code}.`);
  }
}
