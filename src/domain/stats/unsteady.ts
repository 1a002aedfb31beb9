/** How many of a bot's last counts are stored. */
export const COUNTS_KEPT = 8;
/** After a longer pause the stored counts begin anew: a real count may have changed a lot. */
export const LONGEST_PAUSE_MINUTES = 90;

/** A step from one count to the next that is at least this large is no usual change within such a time. */
const LARGE_SHARE = 0.005;
const LARGE_SERVERS = 3;
/** Rise, fall and rise again, or the other way round. A bot that restarts falls and rises once. */
const TURNS = 2;

/**
 * Whether counts rise and fall as they do when each shard reports its own count. Shards of a bot have about as many
 * servers: a few per cent apart, as the platform spreads servers evenly.
 *
 * A bot that grows or shrinks, even fast, does not turn. `shard_count` in a report decides nothing: libraries send it
 * beside the right sum, too.
 *
 * @param counts of the last reports, the newest last
 */
export function areUnsteady(counts: readonly number[]): boolean {
  const directions = counts.flatMap((count, index) => {
    const step = count - (counts[index - 1] ?? count);
    const isLarge = Math.abs(step) >= Math.max(LARGE_SERVERS, LARGE_SHARE * Math.max(count, count - step));
    return isLarge ? [Math.sign(step)] : [];
  });
  const turns = directions.filter((direction, index) => index > 0 && direction !== directions[index - 1]);
  return turns.length >= TURNS;
}
