import { performance } from 'node:perf_hooks';
import { FailureError, type FailureReason } from './outcome.ts';

/** The timeout of one request, from the look-up of the name to the last byte read. */
export interface Deadline {
  /** Aborts with a FailureError: `late` when the time is up, `aborted` when a parent signal aborts. */
  readonly signal: AbortSignal;
  /** What it means if the time is up now. Each step of a request sets its own; `unreachable` at first. */
  late: FailureReason;
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
  const timer = setTimeout(() => controller.abort(new FailureError(deadline.late)), timeoutMs);
  const abort = () => controller.abort(new FailureError('aborted'));
  for (const parent of parents) {
    if (parent.aborted) abort();
    parent.addEventListener('abort', abort, { once: true });
  }
  const deadline: Deadline = {
    signal: controller.signal,
    late: 'unreachable',
    elapsedMs: () => Math.round(performance.now() - started),
    remainingMs: () => Math.max(0, timeoutMs - (performance.now() - started)),
    end() {
      clearTimeout(timer);
      for (const parent of parents) parent.removeEventListener('abort', abort);
    },
  };
  return deadline;
}

/**
 * Waits for work until the signal aborts, even when the work ignores the signal. A later result is dropped.
 *
 * @throws the signal's reason when it aborts first.
 */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
