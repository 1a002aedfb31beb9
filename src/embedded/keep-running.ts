import type { ChildProcess } from 'node:child_process';
import { pause } from '../lib/pause.ts';

const LAST_PAUSE_MS = 5_000;
/** A process that ran for this time was healthy, so the next pause is the first one again. */
export const HEALTHY_AFTER_MS = 10_000;

/** How a process ended. Both fields are null when it never started. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it never started. */
  readonly error?: Error;
}

/**
 * Runs something again each time it ends. Each pause is twice as long as the previous one, up to 5 seconds. After a
 * healthy run, it is the first one again.
 *
 * @param init.run runs it once, until it ends; it must end when the signal is aborted
 * @param init.wasHealthy whether what ended had worked, however briefly
 * @param init.onEnd called after each unexpected end, with the pause before the next start in milliseconds
 * @param init.firstPauseMs the first pause, in milliseconds
 * @param init.signal ends the repetition
 * @returns resolves after the last end
 * @throws the error of `run`
 */
export async function keepRunning<How>(init: {
  run(): Promise<How>;
  onEnd(how: How, pauseMs: number): void;
  wasHealthy?(how: How): boolean;
  firstPauseMs: number;
  signal: AbortSignal;
}): Promise<void> {
  const { signal } = init;
  let pauseMs = init.firstPauseMs;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const how = await init.run();
    if (signal.aborted) return;
    const isHealthy = performance.now() - startedAt > HEALTHY_AFTER_MS || init.wasHealthy?.(how);
    if (isHealthy) pauseMs = init.firstPauseMs;
    init.onEnd(how, pauseMs);
    await pause(pauseMs, { signal });
    pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS);
  }
}

/**
 * Waits for the end of a process. When the signal is aborted, it asks the process to end, and kills it if it does not.
 *
 * @param init.askToEnd asks the process to end
 * @param init.graceMs milliseconds between the request and SIGKILL
 */
export async function untilEnded(
  child: ChildProcess,
  init: { signal: AbortSignal; askToEnd(): void; graceMs: number },
): Promise<Ending> {
  let force: NodeJS.Timeout | undefined;
  const end = (): void => {
    force = setTimeout(() => child.kill('SIGKILL'), init.graceMs);
    init.askToEnd();
  };
  const ending = new Promise<Ending>((resolve) => {
    child.on('exit', (code, signal) => resolve({ code, signal }));
    // For a process that was started, only 'exit' is its end. It may have other errors before.
    child.on('error', (error) => child.pid === undefined && resolve({ code: null, signal: null, error }));
  });
  init.signal.addEventListener('abort', end);
  if (init.signal.aborted) end();
  try {
    return await ending;
  } finally {
    init.signal.removeEventListener('abort', end);
    clearTimeout(force);
  }
}
