/** Timers take 32 bits: a longer time would end at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Waits.
 *
 * @param ms milliseconds
 * @param signal ends the wait early; the promise then resolves
 * @param keepsAlive whether the process stays alive for it
 */
export type Sleep = (ms: number, signal: AbortSignal | undefined, keepsAlive: boolean) => Promise<void>;

/** Waits with the timer of the runtime. */
export const sleepByTimer: Sleep = (ms, signal, keepsAlive) =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(ms, LONGEST_MS));
    // Node's timers are objects, those of browsers are numbers.
    if (!keepsAlive) (timer as { unref?: () => void }).unref?.();
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
