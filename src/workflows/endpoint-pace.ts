import { LRUCache } from 'lru-cache';

/** An answer after this time, in milliseconds, is slow. */
export const SLOW_MS = 250;
/** A receiver that has not answered by then is taken for slow; less would, on a busy machine, be the machine's fault. */
export const UNANSWERED_MS = 1000;
/** Longer than any attempt lasts. */
const LONGEST_MS = 12_000;
const REMEMBERED_BOTS = 2000;

/** Remembers which receivers are slow, so that their attempts are made where they keep nobody waiting. */
export interface EndpointPace {
  isSlow(botId: string): boolean;
  slowBots(): Iterable<string>;
  /** How long an attempt at a slow one is waited for; another process may make it, which tells this one nothing. */
  patienceMs(botId: string): number;
  /** An attempt took as long as this, or at least this long and is still under way; in milliseconds. */
  took(botId: string, durationMs: number): void;
}

/** In this process alone: a worker that knows nothing yet learns it from the first slow attempt. */
export function createEndpointPace(): EndpointPace {
  const slow = new LRUCache<string, number>({ max: REMEMBERED_BOTS });
  return {
    isSlow: (botId) => slow.has(botId),
    slowBots: () => slow.keys(),
    patienceMs: (botId) => Math.min(2 * (slow.get(botId) ?? 0), LONGEST_MS),
    took(botId, durationMs) {
      if (durationMs >= SLOW_MS) slow.set(botId, durationMs);
      else slow.delete(botId);
    },
  };
}
