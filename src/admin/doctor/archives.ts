import type { Config } from '../../config/config.ts';
import { explainArchiveFolder } from '../../parts/archive-folder.ts';
import { type Finding, ok, problem } from './finding.ts';

/** The folder of archived votes is there, if one is set. */
export async function checkArchives(config: Config): Promise<Finding[]> {
  if (config.archiveDir === undefined) return [];
  const says = await explainArchiveFolder(config, true);
  if (says === undefined) return [ok('archives', `ARCHIVE_DIR is ${config.archiveDir}.`)];
  return [problem('archives', says, 'Create or mount the folder, for the user that runs the service.')];
}
