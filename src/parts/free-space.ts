import { statfsSync } from 'node:fs';
import { openDataFolder } from '../embedded/data-folder.ts';

const MB = 2 ** 20;
/** PostgreSQL needs a new segment of its log, which has 16 MB, and some room to recover what a crash left. */
const LEAST_MB = 32;

/**
 * Makes sure that the embedded servers have room to start. Without it, they would be started again and again.
 *
 * @param dataDir created when it is missing
 * @throws with a sentence for the operator when the disk is full, or the folder cannot be written
 */
export function requireFreeSpace(dataDir: string): void {
  const { bavail, bsize } = statfsSync(openDataFolder(dataDir));
  const freeMB = Math.floor((bavail * bsize) / MB);
  if (freeMB >= LEAST_MB) return;
  throw new Error(
    `The disk of the data folder ${dataDir} (DATA_DIR) is full: it has ${freeMB} MB left, ` +
      `and the database needs ${LEAST_MB}. Free some space, then start the service again.`,
  );
}
