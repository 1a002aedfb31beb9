import { join } from 'node:path';
import { endWithParent, failWith, receiveOptions, report } from './child-side.ts';
import { lock, tryLock } from './lock.ts';

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
      held = await lock(file, { signal: gone.signal });
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
