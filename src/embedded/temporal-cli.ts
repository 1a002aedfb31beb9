import { readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { makeFolder } from '../lib/make-folder.ts';
import { lock, tryLock } from './lock.ts';
import { findProgram, isProgram } from './programs.ts';
import { buildTemporalCli } from './temporal-build.ts';
import { downloadTemporalCli } from './temporal-download.ts';

/** The newest release that `go install` can build: later ones have replace directives. */
export const TEMPORAL_CLI_VERSION = '1.5.1';
const POLL_MS = 500;

/**
 * Finds the Temporal CLI, in this order: the given path, PATH, the cache folder, a download, a build with Go. The cache
 * has it as `<cacheDir>/temporal-<version>/temporal`. While one process downloads or builds it, others wait.
 *
 * @param init.cliPath an explicit program
 * @param init.path the value of PATH
 * @param init.cacheDir created when needed
 * @param init.log receives progress and reasons
 * @param init.signal stops the search
 * @param init.version the version to download or build, without "v"
 * @returns the program's file, or undefined when there is none
 * @throws when `cliPath` is not a program, or the signal's reason when it is aborted
 */
export async function findTemporalCli(init: {
  cliPath?: string;
  path: string;
  cacheDir: string;
  log: Logger;
  signal?: AbortSignal;
  version?: string;
}): Promise<string | undefined> {
  const { cliPath, path, cacheDir, log, signal, version = TEMPORAL_CLI_VERSION } = init;
  if (cliPath !== undefined) {
    if (isProgram(cliPath)) return cliPath;
    throw new Error(`The Temporal CLI was expected at ${cliPath}, but there is no program.`);
  }
  const cached = join(cacheDir, `temporal-${version}`, 'temporal');
  const found = findProgram('temporal', path) ?? (isProgram(cached) ? cached : undefined);
  if (found) return found;

  const lockFile = join(cacheDir, `temporal-${version}.lock`);
  let held = tryLock(lockFile);
  if (!held) {
    log.info('Another process is getting the Temporal CLI; waiting for it.');
    held = await lock(lockFile, { pollMs: POLL_MS, ...(signal && { signal }) });
  }
  try {
    if (isProgram(cached)) return cached;
    sweep(cacheDir, version);
    // A caller that names a version gets no other one.
    const versions = init.version ? [`v${version}`] : [`v${version}`, 'default'];
    const folder = join(cacheDir, `${unfinished(version)}${process.pid}`);
    try {
      const got =
        (await downloadTemporalCli({ folder: join(folder, 'download'), versions, log, signal })) ??
        (await buildTemporalCli({ folder: join(folder, 'build'), version, path, log, signal }));
      if (!got) return undefined;
      makeFolder(dirname(cached));
      renameSync(got, cached);
      return cached;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    held.release();
  }
}

function unfinished(version: string): string {
  return `temporal-${version}.unfinished-`;
}

/** Removes the files of killed processes. No other process uses them, since this one holds the lock. */
function sweep(cacheDir: string, version: string): void {
  for (const name of readdirSync(cacheDir)) {
    if (name.startsWith(unfinished(version))) rmSync(join(cacheDir, name), { recursive: true, force: true });
  }
}
