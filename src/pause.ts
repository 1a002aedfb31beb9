import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits. It ends early, and never rejects, when the signal is aborted.
 *
 * @param ms How long, in milliseconds.
 * @param options `signal`: ends the pause; `ref`: whether the pause keeps the process alive (true).
 */
export function pause(
  ms: number,
  options: { signal?: AbortSignal | undefined; ref?: boolean } = {},
): Promise<void> {
  return delay(ms, undefined, options as { signal?: AbortSignal; ref?: boolean }).catch(() => undefined);
}
