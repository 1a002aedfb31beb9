import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { makeFolder } from '../lib/make-folder.ts';
import { findProgram, isProgram } from './programs.ts';

const TELL_EVERY_MS = 30_000;
/** Go's own installer puts Go here, and does not add this folder to PATH. */
const USUAL_GO_FOLDER = '/usr/local/go/bin';

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
export async function buildTemporalCli(init: {
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
  }, TELL_EVERY_MS);
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
