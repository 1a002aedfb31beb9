import { createCache } from '../../lib/cache.ts';

/** A response after this time, in milliseconds, is slow. */
export const SLOW_MS = 250;
/** A receiver that is silent for this time is slow. With less, a busy machine would blame its receivers. */
const SILENT_MS = 1000;
/** The expected duration of an attempt at a silent receiver: the reply timeout. */
export const LONGEST_MS = 10_000;
/** Of the bots that are remembered: about two thousand. */
const MAX_BYTES = 300_000;

/** Remembers which receivers are slow, so that their attempts delay nobody else. */
export interface ReceiverPace {
  isSlow(botId: string): boolean;
  slowBots(): string[];
  /** The expected duration of the next attempt, in milliseconds; 0 for receivers that are not slow. */
  expectedMs(botId: string): number;
  /** Records how long an attempt took, in milliseconds, in this process or in another one. */
  took(botId: string, durationMs: number): void;
  /** Measures a request, and notices silence while the request still runs. */
  watch<Result>(botId: string, request: () => Promise<Result>): Promise<Result>;
}

/** @param steadyMs milliseconds since any moment, of a clock that never jumps */
export function createReceiverPace(steadyMs = () => performance.now()): ReceiverPace {
  const slow = createCache<number>({ maxBytes: MAX_BYTES });
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
      const begun = steadyMs();
      const silence = setTimeout(took, SILENT_MS, botId, LONGEST_MS);
      try {
        return await request();
      } finally {
        clearTimeout(silence);
        took(botId, steadyMs() - begun);
      }
    },
  };
}
