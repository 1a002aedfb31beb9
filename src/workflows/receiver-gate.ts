/** Requests under way at one receiver; more of its attempts that come due together are put off. */
const MAX_AT_ONCE = 16;
/** Shorter than this nothing is put off, since putting off has its price, too. */
const LEAST_MS = 1000;

/** Keeps the attempts at one receiver from taking the slots of all others. */
export interface ReceiverGate {
  /** @returns 0 when the attempt may be made now, and is to be followed by `leave`; else when to try again, in milliseconds */
  enter(botId: string): number;
  leave(botId: string): void;
}

/**
 * @param now in milliseconds
 * @param expectedMs how long an attempt is going to take
 */
export function createReceiverGate(now: () => number, expectedMs: (botId: string) => number): ReceiverGate {
  const underWay = new Map<string, { count: number; nextAt: number }>();
  return {
    enter(botId) {
      const at = underWay.get(botId) ?? { count: 0, nextAt: 0 };
      underWay.set(botId, at);
      if (at.count < MAX_AT_ONCE) {
        at.count += 1;
        return 0;
      }
      // One after the other, as places are going to be free, so that few have to be put off again.
      at.nextAt = Math.max(at.nextAt, now() + LEAST_MS) + expectedMs(botId) / MAX_AT_ONCE;
      return at.nextAt - now();
    },
    leave(botId) {
      const at = underWay.get(botId);
      if (at && --at.count === 0) underWay.delete(botId);
    },
  };
}
