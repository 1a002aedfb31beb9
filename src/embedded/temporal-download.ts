import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { makeFolder } from '../lib/make-folder.ts';
import type { ChildReport } from './child-side.ts';
import { isProgram } from './programs.ts';
import type { DownloadChildOptions } from './temporal-download-child.ts';

const LOOK_EVERY_MS = 1_000;
const TELL_EVERY_MS = 10_000;
/** Ends a download without any new byte for this time. In a network that drops packets it would hang for ever. */
const MAX_STILL_MS = 60_000;

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
export async function downloadTemporalCli(init: {
  folder: string;
  versions: string[];
  log: Logger;
  signal?: AbortSignal | undefined;
}): Promise<string | undefined> {
  const { folder, log, signal } = init;
  signal?.throwIfAborted();
  makeFolder(folder);
  log.info('Downloading the Temporal CLI, once.');
  const child = fork(fileURLToPath(new URL('./temporal-download-child.ts', import.meta.url)), [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let reason = 'it ended without a program';
  child.on('message', (report: ChildReport) => {
    if (report.type === 'failed') reason = report.message;
  });
  child.send({ options: { folder, versions: init.versions } satisfies DownloadChildOptions });
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
    } else if (performance.now() - toldAt > TELL_EVERY_MS) {
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
