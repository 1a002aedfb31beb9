/** Maximum concurrent requests to one receiver. */
const MAX_AT_ONCE = 16;
/** The shortest delay: an attempt that is put off costs a round trip to Temporal. */
const LEAST_MS = 1000;

/** Limits the attempts at one receiver, so that they do not take the activity slots of all others. */
export interface ReceiverGate {
  /**
   * @returns 0 when the attempt may start; call `leave` after it. Otherwise the delay before the next try, in
   *   milliseconds
   */
  enter(botId: string): number;
  leave(botId: string): void;
}

/**
 * @param expectedMs the expected duration of an attempt, in milliseconds
 * @param steadyMs milliseconds since any moment, of a clock that never jumps
 */
export function createReceiverGate(
  expectedMs: (botId: string) => number,
  steadyMs = () => performance.now(),
): ReceiverGate {
  const underWay = new Map<string, { count: number; nextAt: number }>();
  return {
    enter(botId) {
      const at = underWay.get(botId) ?? { count: 0, nextAt: 0 };
      underWay.set(botId, at);
      if (at.count < MAX_AT_ONCE) {
        at.count += 1;
        return 0;
      }
      // Retries are spread over the times at which slots become free, so that few are put off again.
      at.nextAt = Math.max(at.nextAt, steadyMs() + LEAST_MS) + expectedMs(botId) / MAX_AT_ONCE;
      return at.nextAt - steadyMs();
    },
    leave(botId) {
      const at = underWay.get(botId);
      if (at && --at.count === 0) underWay.delete(botId);
    },
  };
}
