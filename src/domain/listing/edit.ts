import { and, eq, ne, sql } from 'drizzle-orm';
import { bots } from '../../db/tables.ts';
import { ConflictError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase, WithSender } from '../kernel/needs.ts';
import { PATIENCE_MS, type WithPlatform } from '../platform/look-up.ts';
import type { WithPictureCheck } from '../platform/picture.ts';
import { readListingFields } from './fields.ts';
import { refreshApplication } from './follow-platform.ts';
import { findListing } from './read.ts';

/** A change of a listing's fields. */
export interface Edit {
  readonly botId: string;
  /** The revision that the user has read. */
  readonly revision: number;
  /** New values by field name. Fields that are missing here stay as they are. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Edits the fields of a listing. Its state stays the same. An edit that is based on an older revision changes
 * nothing.
 *
 * A new name turns `followsPlatform` off, unless the same edit sets it. Turning it on takes the name and the icon
 * from the platform, now or at the next daily refresh.
 *
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when the listing has a newer revision
 * @throws {InvalidListingError} with one problem for each invalid field
 */
export async function editListing(
  services: WithDatabase & WithClock & WithPlatform & WithSender & WithPictureCheck,
  { botId, revision, fields }: Edit,
): Promise<void> {
  const listing = await findListing(services, botId);
  if (!listing) throw new NotFoundError();
  if (listing.revision !== revision) throw outdated();
  const written = readListingFields({ ...listing, ...fields });
  const isRenamed = written.name !== listing.name;
  const saysWhether = (fields.followsPlatform ?? null) !== null;
  const followsPlatform = saysWhether ? written.followsPlatform : listing.followsPlatform && !isRenamed;
  const updated = await services.db.orm
    .update(bots)
    .set({
      ...written,
      followsPlatform,
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
  return new ConflictError('listing.editedElsewhere');
}
