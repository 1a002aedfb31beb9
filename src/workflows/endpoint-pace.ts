import { LRUCache } from 'lru-cache';

/** An answer after this time, in milliseconds, is slow. */
export const SLOW_MS = 250;
/** A receiver that has not answered by then is taken for slow; less would, on a busy machine, be the machine's fault. */
export const UNANSWERED_MS = 1000;
/** How long an attempt lasts that is given up. */
const LONGEST_MS = 10_000;
const REMEMBERED_BOTS = 2000;

/** Remembers which receivers are slow, so that their attempts are made where they keep nobody waiting. */
export interface EndpointPace {
  isSlow(botId: string): boolean;
  slowBots(): Iterable<string>;
  /** How long the next attempt at a slow one is going to take, in milliseconds. */
  expectedMs(botId: string): number;
  /** An attempt took as long as this, in milliseconds. */
  took(botId: string, durationMs: number): void;
  /** An attempt has been under way for `UNANSWERED_MS`. */
  hangs(botId: string): void;
}

/** In this process alone: a worker that knows nothing yet learns it from the first slow attempt. */
export function createEndpointPace(): EndpointPace {
  const slow = new LRUCache<string, number>({ max: REMEMBERED_BOTS });
  return {
    isSlow: (botId) => slow.has(botId),
    slowBots: () => slow.keys(),
    expectedMs: (botId) => slow.get(botId) ?? 0,
    took(botId, durationMs) {
      if (durationMs >= SLOW_MS) slow.set(botId, durationMs);
      else slow.delete(botId);
    },
    hangs: (botId) => void slow.set(botId, LONGEST_MS),
  };
}
