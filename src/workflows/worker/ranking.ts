import type { Logger } from 'pino';
import { rankListings } from '../../domain/directory/ranking.ts';
import { rankTrends } from '../../domain/directory/trends.ts';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import { repeat } from '../../lib/repeat.ts';
import { faultOf } from '../../telemetry/log.ts';

const EVERY_MS = 60 * 60 * 1000;
/** At a start, the database has more urgent work. */
const FIRST_MS = 5 * 60 * 1000;

/** Updates the popularity classes of listings, which searches use, and their trends, from their votes. */
export function keepRanked(services: WithDatabase & WithClock, log: Logger): { close(): Promise<void> } {
  async function rank(): Promise<void> {
    try {
      await rankListings(services);
      await rankTrends(services);
    } catch (error) {
      log.warn({ fault: faultOf(error) }, 'Listings could not be ranked. Searches use the previous ranking.');
    }
  }
  return repeat(EVERY_MS, rank, FIRST_MS);
}
