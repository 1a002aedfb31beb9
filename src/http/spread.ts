/** Calls a function later, when all earlier ones were called. */
export type Spread = (call: () => void) => void;

/**
 * Makes a function that spreads work over rounds of the event loop: one call in each. In a round Node accepts only one
 * new connection, so long rounds keep new clients waiting.
 *
 * @param everyMs the time from one call to the next, in milliseconds; 0 for the next round
 */
export function createSpread(everyMs = 0): Spread {
  const calls = new Set<() => void>();
  const callSoon = () => (everyMs === 0 ? setImmediate(callNext) : setTimeout(callNext, everyMs));
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
