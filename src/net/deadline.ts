import { performance } from 'node:perf_hooks';
import { FailureError } from './outcome.ts';

/** The timeout of one request, from the look-up of the name to the last byte read. */
export interface Deadline {
  /** Aborts with a FailureError: `timeout` when the time is up, `aborted` when a parent signal aborts. */
  readonly signal: AbortSignal;
  elapsedMs(): number;
  remainingMs(): number;
  /** Stops the timer and listens to the parent signals no more. Call it when the request is over. */
  end(): void;
}

/**
 * Starts the timeout of one request. `AbortSignal.any` and `AbortSignal.timeout` would do the same, but leave a timer
 * and a listener behind on each request that ends early, and nearly all do.
 *
 * @param timeoutMs the timeout in milliseconds
 * @param parents signals that end the request early
 */
export function startDeadline(timeoutMs: number, parents: readonly AbortSignal[]): Deadline {
  const started = performance.now();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new FailureError('timeout')), timeoutMs);
  const abort = () => controller.abort(new FailureError('aborted'));
  for (const parent of parents) {
    if (parent.aborted) abort();
    parent.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: controller.signal,
    elapsedMs: () => Math.round(performance.now() - started),
    remainingMs: () => Math.max(0, timeoutMs - (performance.now() - started)),
    end() {
      clearTimeout(timer);
      for (const parent of parents) parent.removeEventListener('abort', abort);
    },
  };
}
