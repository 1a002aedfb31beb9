/**
 * A clock that never goes back, made from one that may.
 *
 * A step backwards counts as no time at all; a later read goes on from there at the pace of `now`. So
 * the step can keep a request in its window for longer by at most the time between two reads.
 *
 * @param now Milliseconds since any moment.
 * @returns Whole milliseconds since the call, plus 1 (lru-cache takes the time 0 for "no time").
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
