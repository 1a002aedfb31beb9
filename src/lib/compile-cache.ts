import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Keeps compiled modules in a folder, for the next start and for child processes. A start takes 2.0 s instead of 5.0 on
 * a busy machine. When the folder cannot be written, nothing is kept.
 *
 * Call it before the modules are imported. Other flags of V8 have another cache, so it is called again after a restart
 * with flags. Node writes the cache when the process ends; `flushCompileCache` writes it at once.
 *
 * @returns the folder, if it can be used
 */
export function keepCompiledModules(env: NodeJS.ProcessEnv): string | undefined {
  const folder = env.NODE_COMPILE_CACHE ?? join(cacheFolder(env), 'modules');
  try {
    // Node itself, here and in child processes, would never return for a folder in /proc.
    makeFolder(folder);
  } catch {
    return undefined;
  }
  env.NODE_COMPILE_CACHE = folder;
  enableCompileCache(folder);
  return folder;
}
