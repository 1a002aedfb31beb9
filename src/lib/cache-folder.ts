import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The folder for what is expensive to get again: downloaded programs and compiled modules.
 *
 * @param env CACHE_DIR, or else XDG_CACHE_HOME
 */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  if (env.CACHE_DIR) return resolve(env.CACHE_DIR);
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'bot-listing');
}
