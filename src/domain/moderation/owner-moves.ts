import { removeWebhook } from '../delivery/webhook.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { moveListing } from '../listing/moves.ts';
import { closeAllReports } from './close-reports.ts';

type Dependencies = WithDatabase & WithClock;

/**
 * Submits a rejected listing for another review.
 *
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when the listing is in another state
 */
export function resubmitListing(services: Dependencies, botId: string, userId: string): Promise<void> {
  return moveListing(services, { botId, from: ['rejected'], to: 'pending', userId });
}

/**
 * Removes a listing for good. Its token and webhook stop working, and its open reports are closed. The bot can be
 * submitted again.
 *
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when it is already removed
 */
export async function removeListing({ db, now }: Dependencies, botId: string, userId: string): Promise<void> {
  const from = ['pending', 'approved', 'rejected', 'suspended'] as const;
  await db.orm.transaction(async (orm) => {
    await moveListing({ now, db: { orm } }, { botId, from, to: 'removed', userId });
    await removeWebhook({ now, db: { orm } }, botId);
    await closeAllReports(orm, userId, botId, now());
  });
}
