/**
 * Makes a clock that never goes back from one that may.
 *
 * A step backwards counts as no time, and later reads continue from there. So a step can keep a request in its window
 * for longer by at most the time between two reads.
 *
 * @param now milliseconds since any moment
 * @returns whole milliseconds since the call, plus 1, because lru-cache reads the time 0 as "no time"
 */
export function monotonicClock(now: () => number): () => number {
  let last = Math.floor(now());
  let elapsed = 1;
  return () => {
    const read = Math.floor(now());
    if (read > last) elapsed += read - last;
    last = read;
    return elapsed;
  };
}
