import { moveListing } from './move-listing.ts';
import type { Services } from './services.ts';

type Dependencies = Pick<Services, 'db' | 'now'>;

/**
 * Submits a rejected listing again, as it is after the owner's edits.
 *
 * @throws {ConflictError} when it is in any other state
 */
export function resubmitListing(services: Dependencies, botId: string, userId: string): Promise<void> {
  return moveListing(services, { botId, from: ['rejected'], to: 'pending', userId });
}

/**
 * Takes a listing off the directory for good; its token stops with it. Another can be submitted for the bot.
 *
 * @throws {ConflictError} when it has been removed already
 */
export function removeListing(services: Dependencies, botId: string, userId: string): Promise<void> {
  const from = ['pending', 'approved', 'rejected', 'suspended'] as const;
  return moveListing(services, { botId, from, to: 'removed', userId });
}
