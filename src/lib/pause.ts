import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits. When the signal is aborted, the pause ends early and does not reject.
 *
 * @param ms the pause in milliseconds
 * @param options.signal ends the pause
 * @param options.ref whether the pause keeps the process alive; default true
 */
export function pause(
  ms: number,
  options: { signal?: AbortSignal | undefined; ref?: boolean } = {},
): Promise<void> {
  return delay(ms, undefined, options as { signal?: AbortSignal; ref?: boolean }).catch(() => undefined);
}
