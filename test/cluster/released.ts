import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Release } from '../../scripts/last-release.ts';

const run = promisify(execFile);

/**
 * Checks a release out into a folder and installs its dependencies.
 *
 * @throws one line when this clone lacks the commit
 */
export async function installRelease(
  root: string,
  { version, commit }: Release,
  folder: string,
): Promise<void> {
  await run('git', ['-C', root, 'cat-file', '-e', `${commit}^{commit}`]).catch(() => {
    throw new Error(`This clone lacks commit ${commit} of release ${version}: fetch the whole history.`);
  });
  await mkdir(folder, { recursive: true });
  const archive = join(folder, 'release.tar');
  await run('git', ['-C', root, 'archive', '--output', archive, commit]);
  await run('tar', ['-xf', archive, '-C', folder]);
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 16 * 1024 * 1024 });
}
