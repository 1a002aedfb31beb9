import { once } from 'node:events';
import { join } from 'node:path';
import { lock, tryLock } from './lock.ts';

/** A message of a child to its parent. */
export type ChildReport =
  | { type: 'failed'; message: string; isFinal?: boolean }
  /** `serving`: this guard has the server. `waiting`: another one has it. */
  | { type: 'serving' | 'waiting' }
  | { type: 'log'; level: 'debug' | 'info' | 'warn'; message: string; fields: Record<string, unknown> };

/** After this time the child exits, since a child that hangs would outlive its parent. */
const CLOSE_MS = 6_000;

/** Waits for the first message of the parent, with the options. */
export async function receiveOptions<Options>(): Promise<Options> {
  const [message] = await once(process, 'message');
  return (message as { options: Options }).options;
}

/** Sends a message to the parent. Does nothing when the parent is gone. */
export function report(message: ChildReport): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** Sends a log line to the parent, which writes it. */
export function reportLog(
  level: 'debug' | 'info' | 'warn',
  message: string,
  fields: Record<string, unknown> = {},
): void {
  report({ type: 'log', level, message, fields });
}

/**
 * Ends this process with its parent. When the channel to the parent closes (at its death, also by kill -9, or at its
 * request) this calls `close` once and exits, after at most 6 seconds.
 *
 * It ignores SIGINT, SIGTERM and SIGHUP, because these often go to the whole process group. The parent decides.
 *
 * @param close closes everything that the process has open
 */
export function endWithParent(close: () => Promise<void>): void {
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), CLOSE_MS).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('disconnect', end);
  process.on('SIGTERM', () => undefined);
  process.on('SIGINT', () => undefined);
  process.on('SIGHUP', () => undefined);
  // When the parent is gone, nobody reads stderr. A failed write must not end the process before it has closed.
  process.stderr.on('error', () => undefined);
  if (!process.connected) end();
}

/** A server cannot start, and another try would fail as well. The message is a sentence for people. */
export class StartRefusal extends Error {}

/** Reports a failure and exits with 1, so that the parent restarts this process. */
export function failWith(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const exit = (): never => process.exit(1);
  if (!process.connected || !process.send) exit();
  else {
    const failed = { type: 'failed', message, isFinal: error instanceof StartRefusal } satisfies ChildReport;
    process.send(failed, undefined, undefined, exit);
  }
}

/** What the guard passes to the code for its kind of server. */
export interface GuardContext<Options> {
  readonly options: Options;
  /** Closed before the process ends, the last one first. The lock is held until everything is closed. */
  readonly closing: AsyncDisposableStack;
  /** Aborted when the process has to end. */
  readonly gone: AbortSignal;
}

/**
 * Runs the guard of an embedded server in this child process.
 *
 * A lock decides which guard of a data folder runs the server. The operating system releases it when the guard dies, so
 * any guard can be killed: the next one takes the lock and starts the server.
 *
 * @param lockName the lock's file name in the data folder
 * @param serve starts the server when the lock is held; when it throws, the process reports that and exits, and the
 *   parent restarts it
 */
export function runGuard<Options extends { dataDir: string }>(
  lockName: string,
  serve: (duty: GuardContext<Options>) => Promise<void>,
): void {
  const gone = new AbortController();
  const closing = new AsyncDisposableStack();
  endWithParent(() => {
    gone.abort();
    return closing.disposeAsync();
  });
  const run = async (): Promise<void> => {
    const options = await receiveOptions<Options>();
    const file = join(options.dataDir, lockName);
    let held = tryLock(file);
    if (!held) {
      report({ type: 'waiting' });
      held = await lock(file, gone.signal);
    }
    const taken = held;
    closing.defer(() => taken.release());
    await serve({ options, closing, gone: gone.signal });
  };
  run().catch((error: unknown) => {
    // A process that is closing must not exit before it has closed.
    if (!gone.signal.aborted) failWith(error);
  });
}
