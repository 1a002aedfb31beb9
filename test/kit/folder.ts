import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a new, empty folder.
 *
 * @param name how its name begins
 * @param parts removes it when it is closed
 */
export async function makeFolder(name: string, parts: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `bot-listing-${name}-`));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
