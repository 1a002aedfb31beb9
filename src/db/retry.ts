import { setTimeout as delay } from 'node:timers/promises';
import { isAway } from './away.ts';

/** A restart or a failover of the database takes a few seconds. */
const RETRY_FOR_MS = 10_000;
const PAUSE_MS = 250;

/**
 * Repeats work that the database's absence interrupted, for about ten seconds.
 *
 * @param work harmless to repeat, also when it was done and only its answer was lost
 * @throws what the last try threw, and at once whatever has another cause
 */
export async function whileAway<Result>(work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || performance.now() - start > RETRY_FOR_MS) throw error;
      await delay(PAUSE_MS);
    }
  }
}
