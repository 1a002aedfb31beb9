import type { Budget } from '../../src/limits/budget.ts';

/** The sliding window written down as plainly as possible: every admitted time is kept for ever. */
export class Oracle {
  readonly #admitted = new Map<string, number[]>();

  take(key: string, now: number, { max, windowSeconds }: Budget) {
    const window = windowSeconds * 1000;
    const all = this.#admitted.get(key) ?? [];
    this.#admitted.set(key, all);
    const admitted = inWindow(all, now, window).length < max;
    if (admitted) all.push(now);
    const counted = inWindow(all, now, window);
    const oldest = counted[0] ?? now;
    const seconds = Math.ceil((oldest + window - now) / 1000);
    return {
      admitted,
      limit: max,
      remaining: max - counted.length,
      resetSeconds: seconds,
      retryAfterSeconds: admitted ? 0 : seconds,
    };
  }
}

function inWindow(times: readonly number[], now: number, window: number): number[] {
  return times.filter((time) => time > now - window && time <= now);
}
