import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Config } from '../config/config.ts';

/**
 * Checks the folder of archived votes. The service does not make it: an empty folder in place of one that is not
 * mounted would look as if the files were lost.
 *
 * @param isWritten this process moves votes into the folder
 * @returns one sentence about the problem; undefined when all is well, or no folder is set
 */
export async function explainArchiveFolder(
  { archiveDir, retention }: Pick<Config, 'archiveDir' | 'retention'>,
  isWritten: boolean,
): Promise<string | undefined> {
  if (archiveDir === undefined) return undefined;
  const needsWriting = isWritten && retention.votesMonths > 0;
  const rights = constants.R_OK | constants.X_OK | (needsWriting ? constants.W_OK : 0);
  try {
    if (!(await stat(archiveDir)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    await access(archiveDir, rights);
    return undefined;
  } catch (error) {
    const use = needsWriting ? 'written' : 'read';
    const effect = needsWriting ? 'Old votes stay in the database' : 'Requests for archived votes fail';
    return `The folder ${archiveDir} (ARCHIVE_DIR) cannot be ${use}: ${(error as NodeJS.ErrnoException).code}. ${effect}.`;
  }
}
