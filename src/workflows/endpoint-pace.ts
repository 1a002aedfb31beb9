import { LRUCache } from 'lru-cache';

/** An answer after this time, in milliseconds, is slow. */
export const SLOW_MS = 250;
/** A receiver that has not answered by then is taken for slow; less would, on a busy machine, be the machine's fault. */
const UNANSWERED_MS = 1000;
/** How long an attempt lasts that is given up. */
const LONGEST_MS = 10_000;
const REMEMBERED_BOTS = 2000;

/** Remembers which receivers are slow, so that their attempts are made where they keep nobody waiting. */
export interface EndpointPace {
  isSlow(botId: string): boolean;
  slowBots(): string[];
  /** How long the next attempt at a slow one is going to take, in milliseconds. */
  expectedMs(botId: string): number;
  /** An attempt took as long as this, in milliseconds, here or elsewhere. */
  took(botId: string, durationMs: number): void;
  /** Watches a request while it is under way. */
  watch<Result>(botId: string, request: () => Promise<Result>): Promise<Result>;
}

/** @param now in milliseconds */
export function createEndpointPace(now: () => number): EndpointPace {
  const slow = new LRUCache<string, number>({ max: REMEMBERED_BOTS });
  function took(botId: string, durationMs: number): void {
    if (durationMs >= SLOW_MS) slow.set(botId, durationMs);
    else slow.delete(botId);
  }
  return {
    isSlow: (botId) => slow.has(botId),
    slowBots: () => [...slow.keys()],
    expectedMs: (botId) => slow.get(botId) ?? 0,
    took,
    async watch(botId, request) {
      const begun = now();
      const patience = setTimeout(took, UNANSWERED_MS, botId, LONGEST_MS);
      try {
        return await request();
      } finally {
        clearTimeout(patience);
        took(botId, now() - begun);
      }
    },
  };
}
