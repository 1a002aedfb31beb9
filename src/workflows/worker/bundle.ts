import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import sdk from '@temporalio/worker/package.json' with { type: 'json' };
import { makeFolder } from '../../lib/make-folder.ts';

const SOURCE = resolve(import.meta.dirname, '../..');
const WORKFLOWS = join(SOURCE, 'workflows', 'workflows.ts');
const TRACE_INTERCEPTORS = join(SOURCE, 'workflows', 'trace-interceptors.ts');
const PREFIX = 'workflows-';

/**
 * Bundles the workflow code, or reads the bundle of an earlier start. Bundling costs 1.8 s of CPU.
 *
 * @param cacheDir the folder where the bundle is kept; when it cannot be written, nothing is kept
 * @param isTraced whether the bundle can make spans, which doubles its size
 * @returns for the worker's option `workflowBundle`
 */
export async function bundleWorkflows(cacheDir: string, isTraced = false): Promise<{ code: string }> {
  const version = await versionOfSource();
  const name = `${PREFIX}${version}${isTraced ? '-traced' : ''}.js`;
  const file = join(cacheDir, name);
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return { code: kept };
  const { code } = await bundleWorkflowCode({
    workflowsPath: WORKFLOWS,
    workflowInterceptorModules: isTraced ? [TRACE_INTERCEPTORS] : [],
    // Otherwise the bundler prints its statistics among the lines of the log.
    logger: new DefaultLogger('WARN'),
  });
  await keep(cacheDir, version, name, code).catch(() => undefined);
  return { code };
}

/** Any file may become part of the bundle by an import, so all of them count. */
async function versionOfSource(): Promise<string> {
  const hash = createHash('sha256').update(`${sdk.version} ${process.version} ${SOURCE}`);
  const files = await readdir(SOURCE, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.ts')).sort()) {
    hash.update(file).update(await readFile(join(SOURCE, file)));
  }
  return hash.digest('hex').slice(0, 20);
}

/**
 * Writes the bundle as a whole, since other processes may read it now, and to the disk, since a power failure must not
 * leave an empty file under the name. Removes the bundles of other versions, and those that were never finished.
 */
async function keep(cacheDir: string, version: string, name: string, code: string): Promise<void> {
  makeFolder(cacheDir);
  const unfinished = join(cacheDir, `${name}.${process.pid}`);
  await writeFile(unfinished, code, { flush: true });
  await rename(unfinished, join(cacheDir, name));
  const isOfVersion = (file: string) => file.startsWith(PREFIX + version) && file.endsWith('.js');
  const others = (await readdir(cacheDir)).filter((file) => file.startsWith(PREFIX) && !isOfVersion(file));
  for (const file of others) await rm(join(cacheDir, file), { force: true });
}
