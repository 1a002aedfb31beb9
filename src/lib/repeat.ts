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
 * @param work must not throw
 * @param firstMs the pause before the first run, in milliseconds
 */
export function repeat(everyMs: number, work: () => Promise<void>, firstMs = 0): Repeated {
  const signal = createSignal();
  let closed = false;

  async function run(): Promise<void> {
    if (firstMs > 0) await signal.wait(firstMs);
    while (!closed) {
      await work();
      if (!closed) await signal.wait(everyMs);
    }
  }

  const running = run();
  return {
    soon: signal.notify,
    async close() {
      closed = true;
      signal.notify();
      await running;
    },
  };
}
