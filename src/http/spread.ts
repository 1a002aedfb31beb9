/** Calls a function later, when all earlier ones were called. */
export type Spread = (call: () => void) => void;

/**
 * Makes a function that spreads work over rounds of the event loop: one call in each. In a round Node accepts only one
 * new connection, so long rounds keep new clients waiting.
 *
 * @param restMs the rest between the end of the round of a call and the next call, in milliseconds; 0 for no rest. It
 *   begins when the round ends, so that a slow machine, on which rounds take long, rests as well.
 */
export function createSpread(restMs = 0): Spread {
  const calls = new Set<() => void>();
  const callSoon = () => setImmediate(restMs === 0 ? callNext : () => setTimeout(callNext, restMs));
  const callNext = () => {
    for (const call of calls) {
      calls.delete(call);
      if (calls.size > 0) callSoon();
      return call();
    }
  };
  return (call) => {
    calls.add(call);
    if (calls.size === 1) callSoon();
  };
}
