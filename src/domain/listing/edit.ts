import { and, eq, ne } from 'drizzle-orm';
import { bots } from '../../db/tables.ts';
import type { ListingFields } from '../../terms/listing-fields.ts';
import { ConflictError, NotFoundError } from '../kernel/errors.ts';
import { noteEvent } from '../kernel/events.ts';
import type { WithClock, WithDatabase, WithSender } from '../kernel/needs.ts';
import { PATIENCE_MS, type WithPlatform } from '../platform/look-up.ts';
import type { WithPictureCheck } from '../platform/picture.ts';
import {
  changesBetween,
  dropOpen,
  endFollowing,
  findWaiting,
  holdEdit,
  isEmpty,
  noteEdit,
  wasRefused,
} from './edits.ts';
import { readListingFields } from './fields.ts';
import { refreshApplication } from './follow-platform.ts';
import { deleteUnusedImages, NEXT_REVISION } from './images.ts';
import { judgeEdit } from './judge-edit.ts';
import { findListing } from './read.ts';

/** A change of a listing's fields. */
export interface Edit {
  readonly botId: string;
  /** The user who edits it. */
  readonly userId: string;
  /** The revision that the user has read. */
  readonly revision: number;
  /** New values by field name. Fields that are missing here stay as they are. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Edits the fields of a listing. Its state stays the same. An edit that is based on an older revision changes
 * nothing.
 *
 * An edit of a public listing waits for a moderator when it changes what was judged (`judgeEdit`). Everybody sees the
 * accepted version until then; a later edit replaces the one that waits. Other edits are public at once.
 *
 * A new name turns `followsPlatform` off, unless the same edit sets it. Turning it on takes the name and the icon
 * from the platform, now or at the next daily refresh.
 *
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when the listing has a newer revision, or a moderator has refused this edit before
 * @throws {InvalidListingError} with one problem for each invalid field
 */
export async function editListing(
  services: WithDatabase & WithClock & WithPlatform & WithSender & WithPictureCheck,
  { botId, userId, revision, fields }: Edit,
): Promise<void> {
  const listing = await findListing(services, botId);
  if (!listing) throw new NotFoundError();
  if (listing.revision !== revision) throw outdated();
  const waiting = await findWaiting(services.db.orm, botId, 'text');
  const present: ListingFields = { ...listing, ...waiting };
  const written = readEdit(present, fields);
  const changes = changesBetween({ ...listing }, written);
  if (isEmpty(changes) && !waiting) return;
  const isPublic = listing.state === 'approved';
  const reasons = isPublic ? await judgeEdit(services.db.orm, botId, listing, written) : [];
  const waits = reasons.length > 0;
  if (waits && (await wasRefused(services.db.orm, botId, 'text', changes)))
    throw new ConflictError('listing.unchanged');
  const editor = { botId, part: 'text', userId, at: services.now() } as const;
  await services.db.orm.transaction(async (transaction) => {
    const shown = waits ? {} : { ...written, updatedAt: editor.at };
    const updated = await transaction
      .update(bots)
      .set({ ...shown, ...NEXT_REVISION })
      .where(and(eq(bots.id, botId), eq(bots.revision, revision), ne(bots.state, 'removed')))
      .returning({ id: bots.id });
    if (updated.length === 0) throw outdated();
    const edited = changesBetween(present, written);
    if (!isEmpty(edited)) {
      await noteEvent(transaction, { ...editor, kind: 'edited', fields: Object.keys(edited.after) });
    }
    if (waits) return holdEdit(transaction, editor, changes, reasons);
    await dropOpen(transaction, botId, { part: 'text', states: ['waiting'] });
    if (!written.followsPlatform) await endFollowing(transaction, botId);
    if (isPublic) await noteEdit(transaction, editor, changes);
  });
  const isRenamed = written.name !== present.name;
  if (!waits && written.followsPlatform && (isRenamed || !present.followsPlatform)) {
    await refreshApplication(services, botId, AbortSignal.timeout(PATIENCE_MS));
  }
}

function readEdit(present: ListingFields, fields: Edit['fields']): ListingFields {
  const written = readListingFields({ ...present, ...fields });
  const saysWhether = (fields.followsPlatform ?? null) !== null;
  const isRenamed = written.name !== present.name;
  const followsPlatform = saysWhether ? written.followsPlatform : present.followsPlatform && !isRenamed;
  return { ...written, followsPlatform };
}

/**
 * Takes back the edit that waits for a moderator.
 *
 * @throws {ConflictError} when it does not wait any more, or was replaced by a later one
 */
export async function withdrawEdit({ db }: WithDatabase, botId: string, editId: number): Promise<void> {
  await db.orm.transaction(async (transaction) => {
    await transaction.update(bots).set(NEXT_REVISION).where(eq(bots.id, botId));
    const [dropped] = await dropOpen(transaction, botId, { states: ['waiting'], editId });
    if (!dropped) throw new ConflictError('edit.decided');
    await deleteUnusedImages(transaction, botId);
  });
}

function outdated(): ConflictError {
  return new ConflictError('listing.editedElsewhere');
}
