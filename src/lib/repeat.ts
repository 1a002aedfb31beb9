import { createSignal } from './signal.ts';

export interface Repeated {
  /** Repeats the work now, without waiting for the end of the pause. */
  soon(): void;
  /** Stops, after the work that is under way. */
  close(): Promise<void>;
}

/**
 * Repeats work until it is closed.
 *
 * @param everyMs the pause between two runs, in milliseconds
 * @param work must not throw; the signal aborts when it is closed meanwhile
 * @param firstMs the pause before the first run, in milliseconds
 */
export function repeat(
  everyMs: number,
  work: (closing: AbortSignal) => Promise<unknown>,
  firstMs = 0,
): Repeated {
  const signal = createSignal();
  const closing = new AbortController();

  async function run(): Promise<void> {
    if (firstMs > 0) await signal.wait(firstMs);
    while (!closing.signal.aborted) {
      await work(closing.signal);
      if (!closing.signal.aborted) await signal.wait(everyMs);
    }
  }

  const running = run();
  return {
    soon: signal.notify,
    async close() {
      closing.abort();
      signal.notify();
      await running;
    },
  };
}
