import { and, eq, ne, sql } from 'drizzle-orm';
import { bots } from '../../db/tables.ts';
import { ConflictError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase, WithSender } from '../kernel/needs.ts';
import type { WithPlatform } from '../platform/look-up.ts';
import { PATIENCE_MS } from '../platform/preview.ts';
import { readListingFields } from './fields.ts';
import { findListing } from './read.ts';
import { refreshApplication } from './refresh.ts';

export interface Edit {
  readonly botId: string;
  /** The revision that the user saw. */
  readonly revision: number;
  /** By name; what is not among them stays as it is. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Edits a listing, which stays in its state. Whoever saw an older revision is told so, and changes nothing.
 *
 * A name written by hand ends that the listing follows the chat platform, unless the same edit says whether it does. One
 * that follows it from now on has the name and the icon that the platform tells soon, and otherwise at the next refresh.
 *
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when it was edited or moved since the user saw it
 * @throws {InvalidListingError} naming one problem of every field that has any
 */
export async function editListing(
  services: WithDatabase & WithClock & WithPlatform & WithSender,
  { botId, revision, fields }: Edit,
): Promise<void> {
  const listing = await findListing(services, botId);
  if (!listing) throw new NotFoundError();
  if (listing.revision !== revision) throw outdated();
  const written = readListingFields({ ...listing, ...fields });
  const isRenamed = written.name !== listing.name;
  const saysWhether = (fields.followsPlatform ?? null) !== null;
  const followsPlatform = saysWhether ? written.followsPlatform : listing.followsPlatform && !isRenamed;
  const edited = { ...written, followsPlatform };
  const updated = await services.db.orm
    .update(bots)
    .set({
      ...edited,
      tags: [...edited.tags],
      inviteScopes: [...edited.inviteScopes],
      updatedAt: services.now(),
      revision: sql`${bots.revision} + 1`,
    })
    .where(and(eq(bots.id, botId), eq(bots.revision, revision), ne(bots.state, 'removed')))
    .returning({ id: bots.id });
  if (updated.length === 0) throw outdated();
  if (followsPlatform && (isRenamed || !listing.followsPlatform)) {
    await refreshApplication(services, botId, AbortSignal.timeout(PATIENCE_MS));
  }
}

function outdated(): ConflictError {
  return new ConflictError(
    'Somebody changed this listing after you opened it: reload it, and make your changes again.',
  );
}
