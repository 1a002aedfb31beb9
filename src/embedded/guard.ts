import { join } from 'node:path';
import { endWithParent, failWith, receiveOptions } from './child-side.ts';
import { lock } from './lock.ts';

/** What the code for one kind of server gets from its guard. */
export interface GuardContext<Options> {
  readonly options: Options;
  /** What to close before the process ends, the last one first. The lock is held until all of it is closed. */
  readonly closing: AsyncDisposableStack;
  /** Aborted when the process has to end. */
  readonly gone: AbortSignal;
}

/**
 * Runs the guard of an embedded server in this child process.
 *
 * The guards of one data folder elect the one that runs the server by a lock that the operating system releases with its
 * holder. So any of them can be killed: the next one takes the lock and starts the server.
 *
 * @param lockName The lock's file name in the data folder.
 * @param serve Starts the server once the lock is held. When it throws, the process reports that and exits, and the parent
 *   restarts it.
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
    const held = await lock(join(options.dataDir, lockName), { signal: gone.signal });
    closing.defer(() => held.release());
    await serve({ options, closing, gone: gone.signal });
  };
  run().catch((error: unknown) => {
    // A process that is closing exits when that is done, and not before.
    if (!gone.signal.aborted) failWith(error);
  });
}
