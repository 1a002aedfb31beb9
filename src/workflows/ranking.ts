import type { Logger } from 'pino';
import { rankListings } from '../domain/directory/ranking.ts';
import type { WithDatabase } from '../domain/kernel/needs.ts';
import { faultOf } from '../log.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 60 * 60 * 1000;
/** A start has more urgent work for the database. */
const FIRST_MS = 5 * 60 * 1000;

/** Keeps the classes of listings, which searches go by, near their votes. */
export function keepRanked(services: WithDatabase, log: Logger): { close(): Promise<void> } {
  const rank = () =>
    rankListings(services).catch((error: unknown) => {
      log.warn(
        { fault: faultOf(error) },
        'Listings could not be ranked; searches go by their earlier votes.',
      );
    });
  return repeat(EVERY_MS, rank, FIRST_MS);
}
