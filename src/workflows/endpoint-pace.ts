import { LRUCache } from 'lru-cache';

/** An answer after this time, in milliseconds, is slow. */
export const SLOW_MS = 250;
/** A receiver that has not answered by then is taken for slow; less would, on a busy machine, be the machine's fault. */
export const UNANSWERED_MS = 1000;
const REMEMBERED_BOTS = 2000;

/** Remembers which receivers are slow, so that their attempts are made where they keep nobody waiting. */
export interface EndpointPace {
  isSlow(botId: string): boolean;
  slowBots(): Iterable<string>;
  /** An attempt took as long as this, or at least this long and is still under way; in milliseconds. */
  took(botId: string, durationMs: number): void;
}

/** In this process alone: a worker that knows nothing yet learns it from the first slow attempt. */
export function createEndpointPace(): EndpointPace {
  const slow = new LRUCache<string, true>({ max: REMEMBERED_BOTS });
  return {
    isSlow: (botId) => slow.has(botId),
    slowBots: () => slow.keys(),
    took(botId, durationMs) {
      if (durationMs >= SLOW_MS) slow.set(botId, true);
      else slow.delete(botId);
    },
  };
}
