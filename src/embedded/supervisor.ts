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

interface GuardInit {
  readonly name: string;
  readonly guard: URL;
  readonly options: object;
  readonly log: Logger;
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
export async function superviseServer<Found>(
  init: GuardInit & {
    title: string;
    find(): Promise<Found>;
    signal?: AbortSignal | undefined;
  },
): Promise<SupervisedServer<Found>> {
  const guard = new Guard(init);
  try {
    const found = await untilFound(init, guard);
    guard.isFound = true;
    return {
      found,
      get pid() {
        return guard.pid;
      },
      stop: () => guard.stop(),
    };
  } catch (error) {
    await guard.stop();
    throw error;
  }
}

/** The guard in a child process, which is started again whenever it ends. */
class Guard {
  readonly #init: GuardInit;
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #child: ChildProcess | undefined;
  #duty: 'serving' | 'waiting' | undefined;
  /** The guard's report about its last failure. */
  lastFailure: string | undefined;
  /** Whether the last failure ends all tries. */
  isRefused = false;
  /** Whether the server was found once. */
  isFound = false;

  constructor(init: GuardInit) {
    this.#init = init;
    this.#log = init.log.child({ child: init.name });
    this.#ended = keepRunning({
      run: () => this.#run(),
      onEnd: ({ code, signal }, restartInMs) =>
        this.#log.warn(
          { code, signal, reason: this.lastFailure, restartInMs },
          `${init.name} ended; restarting it`,
        ),
      wasHealthy: () => this.#duty === 'serving',
      firstPauseMs: FIRST_PAUSE_MS,
      signal: this.#stopping.signal,
    });
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Whether this guard or another one looks after the server. A server without a guard may be ended at any time. */
  get isSettled(): boolean {
    return this.#duty !== undefined;
  }

  async stop(): Promise<void> {
    // A guard that is just starting has not found the server of the one before it, and would leave it running.
    const until = performance.now() + SETTLE_MS;
    const isStarting = () => this.#child === undefined || !this.isSettled;
    while (this.isFound && isStarting() && performance.now() < until) await pause(25);
    this.#stopping.abort();
    await this.#ended;
  }

  async #run(): Promise<Ending> {
    const running = fork(fileURLToPath(this.#init.guard), [], {
      // The flags of this process, such as a test runner's loaders or an inspector's port, are not for the child.
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child = running;
    this.#duty = undefined;
    running.on('message', (message) => this.#handle(message as ChildReport));
    running.on('error', (error) => {
      this.lastFailure = error.message;
    });
    if (running.stderr) {
      createInterface({ input: running.stderr }).on('line', (line) => {
        if (line.trim()) this.#log.warn(line);
      });
    }
    if (running.connected) running.send({ options: this.#init.options }, () => undefined);
    const ending = await untilEnded(running, {
      signal: this.#stopping.signal,
      // The same event as the parent's death, so that a guard has only one way to end.
      askToEnd: () => running.connected && running.disconnect(),
      graceMs: GRACE_MS,
    });
    this.#child = undefined;
    return ending;
  }

  #handle(report: ChildReport): void {
    if (report.type === 'log') this.#log[report.level](report.fields, report.message);
    else if (report.type !== 'failed') this.#duty = report.type;
    else {
      this.lastFailure = report.message;
      // What works once may work again: the disk may have room again.
      this.isRefused = report.isFinal === true && !this.isFound;
      if (this.isRefused) this.#stopping.abort();
    }
  }
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
