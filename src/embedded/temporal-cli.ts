import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { makeFolder } from '../lib/make-folder.ts';
import { lock, tryLock } from './lock.ts';
import { spawnWatched } from './processes.ts';
import { findProgram, isProgram } from './programs.ts';

/** The newest release that `go install` can build: later ones have replace directives. */
const TEMPORAL_CLI_VERSION = '1.5.1';
const LOOK_EVERY_MS = 1_000;
const TELL_DOWNLOAD_MS = 10_000;
/** Ends a download without any new byte for this time. In a network that drops packets it would hang for ever. */
const MAX_STILL_MS = 60_000;
const TELL_BUILD_MS = 30_000;
/** Go's own installer puts Go here, and does not add this folder to PATH. */
const USUAL_GO_FOLDER = '/usr/local/go/bin';

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
    held = await lock(lockFile, signal);
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

/**
 * Downloads the Temporal CLI with the SDK's own downloader. It runs in a child process, because the SDK's call has no
 * timeout and cannot be cancelled.
 *
 * @param init.folder an empty folder for this download
 * @param init.versions names of releases, in order of preference; "default" is the SDK's choice
 * @param init.signal stops the download
 * @returns the program, or undefined, with the reason in the log
 * @throws the signal's reason when it is aborted
 */
async function downloadTemporalCli(init: {
  folder: string;
  versions: string[];
  log: Logger;
  signal?: AbortSignal | undefined;
}): Promise<string | undefined> {
  const { folder, log, signal } = init;
  signal?.throwIfAborted();
  makeFolder(folder);
  log.info('Downloading the Temporal CLI, once.');
  const downloader = fileURLToPath(new URL('./temporal-download.ts', import.meta.url));
  const child = spawnWatched('SIGKILL', process.execPath, [downloader, folder, ...init.versions]);
  let reason = 'it ended without a program';
  createInterface({ input: child.stderr as Readable }).on('line', (line) => {
    if (line.trim()) reason = line;
  });
  const giveUp = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', giveUp);

  let bytes = 0;
  let changedAt = performance.now();
  let toldAt = performance.now();
  const watch = setInterval(() => {
    const now = folderBytes(folder);
    if (now !== bytes) changedAt = performance.now();
    bytes = now;
    if (performance.now() - changedAt > MAX_STILL_MS) {
      reason = `nothing arrived for ${MAX_STILL_MS / 1000} seconds`;
      giveUp();
    } else if (performance.now() - toldAt > TELL_DOWNLOAD_MS) {
      toldAt = performance.now();
      log.info(`Downloading the Temporal CLI: ${Math.round(bytes / 1e6)} MB so far`);
    }
  }, LOOK_EVERY_MS);
  await once(child, 'exit');
  clearInterval(watch);
  signal?.removeEventListener('abort', giveUp);
  signal?.throwIfAborted();

  // The file's name depends on the version. The folder is for this download only, so any complete program is the one.
  const found = readdirSync(folder)
    .filter((name) => !name.endsWith('.downloading'))
    .map((name) => join(folder, name))
    .find(isProgram);
  if (!found) log.info({ reason }, 'The Temporal CLI cannot be downloaded here.');
  return found;
}

function folderBytes(folder: string): number {
  let sum = 0;
  for (const name of readdirSync(folder)) {
    sum += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return sum;
}

/**
 * Builds the Temporal CLI with Go, which takes about 5 minutes the first time.
 *
 * @param init.folder the folder for the program
 * @param init.version the version of the CLI, without "v"
 * @param init.path the value of PATH, to find Go
 * @param init.signal stops the build
 * @returns the program, or undefined without Go or when the build fails, with the reason in the log
 * @throws the signal's reason when it is aborted
 */
async function buildTemporalCli(init: {
  folder: string;
  version: string;
  path: string;
  log: Logger;
  signal?: AbortSignal | undefined;
}): Promise<string | undefined> {
  const { folder, version, log, signal } = init;
  const go = findProgram('go', init.path, [USUAL_GO_FOLDER]);
  if (!go) return undefined;
  signal?.throwIfAborted();
  makeFolder(folder);
  log.info(`Building the Temporal CLI ${version} with Go, about 5 minutes, once`);
  const startedAt = performance.now();
  const tell = setInterval(() => {
    log.info(`Still building the Temporal CLI (${Math.round((performance.now() - startedAt) / 1000)} s)`);
  }, TELL_BUILD_MS);
  // `env` adds one variable to the environment of this process, which may have settings of Go and of proxies.
  const build = spawn(
    'env',
    [`GOBIN=${folder}`, go, 'install', `github.com/temporalio/cli/cmd/temporal@v${version}`],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const giveUp = (): void => {
    // Go runs compilers as child processes. The process group contains only these.
    if (build.pid !== undefined) process.kill(-build.pid, 'SIGTERM');
  };
  signal?.addEventListener('abort', giveUp);
  let lastWords = '';
  build.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-1_000);
  });
  try {
    await once(build, 'close');
  } catch (error) {
    lastWords = error instanceof Error ? error.message : String(error);
  } finally {
    clearInterval(tell);
    signal?.removeEventListener('abort', giveUp);
  }
  signal?.throwIfAborted();
  const program = join(folder, 'temporal');
  if (isProgram(program)) return program;
  log.warn({ reason: lastWords.trim() }, 'The Temporal CLI cannot be built here.');
  return undefined;
}
