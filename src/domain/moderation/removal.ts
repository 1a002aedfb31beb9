import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/client.ts';
import { bots, type ListingState } from '../../db/tables.ts';
import { deleteWebhook } from '../delivery/webhook.ts';
import { ConflictError, NotFoundError } from '../kernel/errors.ts';
import { isSnowflake } from '../kernel/ids.ts';
import { requestSignal } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { dropOpen } from '../listing/edits.ts';
import { moveListing, UNDOABLE_MS } from '../listing/moves.ts';
import { removeAllScreenshots } from '../listing/screenshots.ts';
import { closeReportsOf, settleReports } from './reports-of-moves.ts';
import { undoMove } from './undo.ts';

type Services = WithDatabase & WithClock;

/**
 * When a removal is final, in milliseconds: a second after the last undo, since a timer may fire early, and the clocks
 * of processes differ.
 */
export const FINAL_AFTER_MS = UNDOABLE_MS + 1000;

const REMOVABLE = ['pending', 'approved', 'rejected', 'suspended'] as const satisfies ListingState[];

/**
 * Removes a listing for good. Its token and webhook stop working, its screenshots are deleted, and its open reports
 * are closed: a batch of them, and the rest by {@link settleReports}. The bot can be submitted again.
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
    await withdraw(orm, botId, userId, at);
    await deleteRemains(orm, botId, at);
  });
}

/**
 * Removes a listing as {@link removeListing} does, but deletes its webhook and screenshots only when the owner can no
 * longer undo it: see {@link endRemoval}. Until then deliveries of its votes go on.
 *
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when it is already removed
 */
export async function withdrawListing(services: Services, botId: string, userId: string): Promise<void> {
  const at = services.now();
  await services.db.orm.transaction((orm) => withdraw(orm, botId, userId, at));
  await settleReports(services, { botId, signal: requestSignal() });
}

/**
 * Takes back the user's own removal of a listing: its state and its open reports are as before, and nothing was deleted.
 *
 * @throws {NotFoundError} when this user has not removed such a listing
 * @throws {ConflictError} when it is too late, or somebody has submitted the bot again
 */
export async function undoRemoval(services: Services, botId: string, userId: string): Promise<void> {
  if (!isSnowflake(botId)) throw new NotFoundError();
  if (await undoMove(services, { botId, userId, to: ['removed'] })) return;
  const [own] = await services.db.sql`
    select from listing_moves where bot_id = ${botId} and user_id = ${userId} and to_state = 'removed' limit 1`;
  throw own ? new ConflictError('removal.final') : new NotFoundError();
}

/**
 * Deletes the webhook and the screenshots of a removed listing, unless its removal can still be undone, or was. Pending
 * deliveries end as `cancelled`.
 */
export async function endRemoval({ db, now }: Services, botId: string): Promise<void> {
  const at = now();
  await db.orm.transaction(async (orm) => {
    const [listing] = await orm
      .select({ since: bots.stateChangedAt })
      .from(bots)
      .where(and(eq(bots.id, botId), eq(bots.state, 'removed')))
      .for('update');
    if (listing && at.getTime() - listing.since.getTime() >= FINAL_AFTER_MS) {
      await deleteRemains(orm, botId, at);
    }
  });
}

/**
 * Ends all removals that no process has ended, because the one that should have ended them was stopped.
 *
 * @param onFault learns why one could not be ended; the others are ended anyway
 */
export async function endRemovals(
  services: Services,
  onFault: (error: unknown, botId: string) => void,
): Promise<void> {
  const rows = await services.db.sql<{ id: string }[]>`
    select id from bots where state = 'removed'
      and (screenshots <> '[]' or exists (select from webhooks where bot_id = bots.id)
        or exists (select from listing_edits where bot_id = bots.id and state in ('waiting', 'public')))`;
  for (const { id } of rows) await endRemoval(services, id).catch((error: unknown) => onFault(error, id));
}

async function withdraw(orm: Transaction, botId: string, userId: string, at: Date): Promise<void> {
  await moveListing({ now: () => at, db: { orm } }, { botId, from: REMOVABLE, to: 'removed', userId });
  // An undone removal finds the reports that it closed by their time.
  await closeReportsOf(orm, { botId, userId, movedAt: at });
}

/** Deletes what an undo of the removal would need. */
export async function deleteRemains(orm: Transaction, botId: string, at: Date): Promise<void> {
  await deleteWebhook(orm, botId, at);
  // What an edit still needs is not deleted.
  await dropOpen(orm, botId);
  await removeAllScreenshots(orm, botId);
}
