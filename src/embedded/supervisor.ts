import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { pause } from '../lib/pause.ts';
import type { ChildReport } from './guard.ts';
import { type Ending, keepRunning, untilEnded } from './processes.ts';

const START_MS = 60_000;
/** Between two looks for the server. */
const POLL_MS = 25;
const FIRST_PAUSE_MS = 100;
const GRACE_MS = 8_000;
/** How long a stop waits for a guard that is just starting. */
const SETTLE_MS = 3_000;

/** An embedded server that responds. This or another process runs it. */
export interface SupervisedServer<Found> {
  /** The result of the first successful `find`. */
  readonly found: Found;
  /** The process id of this process's guard. It is undefined while the guard is restarted and after the end. */
  readonly pid: number | undefined;
  /**
   * Ends the guard, and the server if this guard runs it. After 8 seconds the guard is killed. Another process's guard
   * then starts the server again.
   */
  stop(): Promise<void>;
}

/**
 * Makes an embedded server available to this process.
 *
 * Every process that calls this runs its own guard in a child process, and restarts it when it dies. The guards of one
 * data folder elect the one that runs the server: see `runGuard` in guard.ts. A guard ends when the channel to its
 * process closes: see `endWithParent`.
 *
 * @param init.name the guard's name in the log
 * @param init.title the server's name in errors, such as "the embedded database"
 * @param init.guard URL of the guard's entry file
 * @param init.options the first message to the guard, so they must be plain data
 * @param init.find looks for the server once; it throws while there is none
 * @param init.log receives the guard's reports and its stderr
 * @param init.signal stops the wait and the guard
 * @returns when `find` has succeeded
 * @throws the guard's reason, when it refuses to start the server; or when that takes more than 60 seconds, with the
 *   guard's last failure in the message
 */
export async function superviseServer<Found>(init: {
  name: string;
  title: string;
  guard: URL;
  options: object;
  find(): Promise<Found>;
  log: Logger;
  signal?: AbortSignal | undefined;
}): Promise<SupervisedServer<Found>> {
  let isFound = false;
  const guard = keepGuard({ ...init, isFound: () => isFound });
  try {
    const found = await untilFound(init, guard);
    isFound = true;
    return {
      found,
      get pid() {
        return guard.pid;
      },
      stop: guard.stop,
    };
  } catch (error) {
    await guard.stop();
    throw error;
  }
}

interface Guard {
  readonly pid: number | undefined;
  /** The guard's report about its last failure. */
  readonly lastFailure: string | undefined;
  /** Whether the last failure ends all tries. */
  readonly isRefused: boolean;
  /** Whether this guard or another one looks after the server. A server without a guard may be ended at any time. */
  readonly isSettled: boolean;
  stop(): Promise<void>;
}

function keepGuard(init: {
  name: string;
  guard: URL;
  options: object;
  log: Logger;
  isFound(): boolean;
}): Guard {
  const log = init.log.child({ child: init.name });
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let lastFailure: string | undefined;
  let duty: 'serving' | 'waiting' | undefined;
  let isRefused = false;

  function handle(report: ChildReport): void {
    if (report.type === 'log') log[report.level](report.fields, report.message);
    else if (report.type !== 'failed') duty = report.type;
    else {
      lastFailure = report.message;
      // What works once may work again: the disk may have room again.
      isRefused = report.isFinal === true && !init.isFound();
      if (isRefused) stopping.abort();
    }
  }

  async function run(): Promise<Ending> {
    const running = fork(fileURLToPath(init.guard), [], {
      // The flags of this process, such as a test runner's loaders or an inspector's port, are not for the child.
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child = running;
    duty = undefined;
    running.on('message', (message) => handle(message as ChildReport));
    running.on('error', (error) => {
      lastFailure = error.message;
    });
    if (running.stderr) {
      createInterface({ input: running.stderr }).on('line', (line) => {
        if (line.trim()) log.warn(line);
      });
    }
    if (running.connected) running.send({ options: init.options }, () => undefined);
    const ending = await untilEnded(running, {
      signal: stopping.signal,
      // The same event as the parent's death, so that a guard has only one way to end.
      askToEnd: () => running.connected && running.disconnect(),
      graceMs: GRACE_MS,
    });
    child = undefined;
    return ending;
  }

  const ended = keepRunning({
    run,
    onEnd: ({ code, signal }, restartInMs) =>
      log.warn({ code, signal, reason: lastFailure, restartInMs }, `${init.name} ended; restarting it`),
    wasHealthy: () => duty === 'serving',
    firstPauseMs: FIRST_PAUSE_MS,
    signal: stopping.signal,
  });
  return {
    get pid() {
      return child?.pid;
    },
    get lastFailure() {
      return lastFailure;
    },
    get isRefused() {
      return isRefused;
    },
    get isSettled() {
      return duty !== undefined;
    },
    async stop() {
      // A guard that is just starting has not found the server of the one before it, and would leave it running.
      const until = performance.now() + SETTLE_MS;
      const isStarting = () => child === undefined || duty === undefined;
      while (init.isFound() && isStarting() && performance.now() < until) await pause(25);
      stopping.abort();
      await ended;
    },
  };
}

async function untilFound<Found>(
  init: { title: string; find(): Promise<Found>; signal?: AbortSignal | undefined },
  guard: Guard,
): Promise<Found> {
  const { signal } = init;
  const deadline = performance.now() + START_MS;
  for (;;) {
    signal?.throwIfAborted();
    try {
      if (guard.isSettled) return await init.find();
      throw new Error('its guard does not respond');
    } catch (error) {
      if (guard.isRefused) throw new Error(guard.lastFailure);
      if (performance.now() > deadline) {
        const reason = guard.lastFailure ?? (error instanceof Error ? error.message : String(error));
        throw new Error(`${init.title} did not start within ${START_MS / 1000} seconds: ${reason}`);
      }
    }
    await pause(POLL_MS, { signal });
  }
}
