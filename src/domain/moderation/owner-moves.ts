import { removeWebhook } from '../delivery/webhook.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { moveListing } from '../listing/move.ts';
import { closeAllReports } from './close-reports.ts';

type Dependencies = WithDatabase & WithClock;

/**
 * Submits a rejected listing again, as it is after the owner's edits.
 *
 * @throws {ConflictError} when it is in any other state
 */
export function resubmitListing(services: Dependencies, botId: string, userId: string): Promise<void> {
  return moveListing(services, { botId, from: ['rejected'], to: 'pending', userId });
}

/**
 * Takes a listing off the directory for good; its token and its webhook stop with it, and its open reports are closed as acted upon:
 * another can be submitted for the bot, and starts without them.
 *
 * @throws {ConflictError} when it has been removed already
 */
export async function removeListing({ db, now }: Dependencies, botId: string, userId: string): Promise<void> {
  const from = ['pending', 'approved', 'rejected', 'suspended'] as const;
  await db.orm.transaction(async (orm) => {
    await moveListing({ now, db: { orm } }, { botId, from, to: 'removed', userId });
    await removeWebhook({ now, db: { orm } }, botId);
    await closeAllReports(orm, userId, botId, now());
  });
}
