import type { Database } from '../../db/client.ts';
import type { ListingState } from '../../db/tables.ts';
import { deleteWebhook } from '../delivery/webhook.ts';
import type { WithClock } from '../kernel/needs.ts';
import { dropOpen } from '../listing/edits.ts';
import { writeImages } from '../listing/images.ts';
import { moveListing } from '../listing/moves.ts';
import { closeReportsOf } from './reports-of-moves.ts';

const REMOVABLE = ['pending', 'approved', 'rejected', 'suspended'] as const satisfies ListingState[];

/**
 * Removes a listing for good. Its token and webhook stop working, its screenshots are deleted, and its open reports
 * are closed: some of them, and the rest by {@link settleReports}. The bot can be submitted again.
 *
 * @param services `db.orm` may be a transaction
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when it is already removed
 */
export async function removeListing(
  services: WithClock & { readonly db: { readonly orm: Pick<Database['orm'], 'transaction'> } },
  botId: string,
  userId: string,
): Promise<void> {
  const at = services.now();
  await services.db.orm.transaction(async (orm) => {
    await moveListing({ now: () => at, db: { orm } }, { botId, from: REMOVABLE, to: 'removed', userId });
    // The log finds the reports that a removal closed by their time.
    await closeReportsOf(orm, { botId, userId, movedAt: at });
    await deleteWebhook(orm, botId, at);
    // What an edit still needs is not deleted.
    await dropOpen(orm, botId);
    await writeImages(orm, botId, [], { screenshots: [] });
  });
}
