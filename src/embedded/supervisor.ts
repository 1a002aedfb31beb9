import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { ChildReport } from './child-side.ts';

const FIRST_BACKOFF_MS = 100;
const LAST_BACKOFF_MS = 5_000;
/** A child that lived this long was healthy, so its death does not count towards the backoff. */
const HEALTHY_AFTER_MS = 10_000;
const GRACE_MS = 8_000;

/** A child process that is kept alive until it is stopped. */
export interface SupervisedChild {
  /** Resolves at the first "ready" of any incarnation; rejects when the child is stopped before. */
  readonly ready: Promise<void>;
  /** The running incarnation's process id; undefined between two of them and after the end. */
  readonly pid: number | undefined;
  /** What the child last said about its failure, for an error message. */
  readonly lastFailure: string | undefined;
  /** Ends the child: gracefully, and after 8 seconds by force. Resolves when it is gone. */
  stop(): Promise<void>;
}

/**
 * Runs a module in a child process and starts it again, a little later each time, whenever it dies.
 *
 * The channel between the two is also the child's lifeline: see `endWithParent` in child-side.ts.
 *
 * @param init `module`: URL of the entry file; `options`: sent to the child as its first message, so it must be plain
 *   data; `name`: the child's name in the log; `log`: where its reports and its stderr go.
 */
export function superviseChild(init: {
  module: URL;
  options: unknown;
  name: string;
  log: Logger;
}): SupervisedChild {
  const log = init.log.child({ child: init.name });
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  let child: ChildProcess | undefined;
  let lastFailure: string | undefined;
  let stopping: Promise<void> | undefined;
  let restart: NodeJS.Timeout | undefined;
  let backoffMs = FIRST_BACKOFF_MS;

  function start(): void {
    const startedAt = Date.now();
    const running = fork(fileURLToPath(init.module), [], {
      // The parent's own flags (a test runner's loaders, an inspector's port) are not meant for the child.
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child = running;
    running.on('message', (message) => handle(message as ChildReport));
    // A send or a spawn that fails shows as an exit as well, and that is where it is dealt with.
    running.on('error', (error) => {
      lastFailure = error.message;
      if (running.pid === undefined) ended(startedAt, null, null);
    });
    if (running.stderr) {
      createInterface({ input: running.stderr }).on('line', (line) => {
        if (line.trim()) log.warn(line);
      });
    }
    running.on('exit', (code, signal) => ended(startedAt, code, signal));
    if (running.connected) running.send({ options: init.options }, () => undefined);
  }

  function handle(report: ChildReport): void {
    if (report.type === 'ready') ready.resolve();
    else if (report.type === 'failed') lastFailure = report.message;
    else log[report.level](report.fields ?? {}, report.message);
  }

  function ended(startedAt: number, code: number | null, signal: NodeJS.Signals | null): void {
    child = undefined;
    if (stopping) return;
    if (Date.now() - startedAt > HEALTHY_AFTER_MS) backoffMs = FIRST_BACKOFF_MS;
    log.warn(
      { code, signal, reason: lastFailure, restartInMs: backoffMs },
      `${init.name} ended; restarting it`,
    );
    restart = setTimeout(start, backoffMs);
    backoffMs = Math.min(backoffMs * 2, LAST_BACKOFF_MS);
  }

  async function stop(): Promise<void> {
    clearTimeout(restart);
    ready.reject(new Error(`${init.name} was stopped before it was ready`));
    const running = child;
    if (!running?.pid || running.exitCode !== null || running.signalCode !== null) return;
    const gone = once(running, 'exit');
    const force = setTimeout(() => running.kill('SIGKILL'), GRACE_MS);
    // The same path as a parent's death: there is only one way for a child to end.
    if (running.connected) running.disconnect();
    await gone;
    clearTimeout(force);
  }

  start();
  return {
    ready: ready.promise,
    get pid() {
      return child?.pid;
    },
    get lastFailure() {
      return lastFailure;
    },
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}
