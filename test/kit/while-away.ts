import { setTimeout as delay } from 'node:timers/promises';
import { isAway } from '../../src/db/away.ts';

/** A restart or a failover of the database takes a few seconds. */
const RETRY_FOR_MS = 10_000;
const PAUSE_MS = 250;

/**
 * Retries work while the database is away, for about ten seconds.
 *
 * @param work must be safe to repeat, also when it succeeded and only the response was lost
 * @throws the error of the last try; an error with another cause at once
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
