import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import type { EditPart } from '../../db/moderation-tables.ts';
import { botAvatars, bots, type FieldValues, listingImages, listingTexts } from '../../db/tables.ts';
import { ConflictError, NotFoundError } from '../kernel/errors.ts';
import { noteEvent } from '../kernel/events.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import {
  changesBetween,
  dropOpen,
  endFollowing,
  findWaiting,
  holdEdit,
  isEmpty,
  languageOf,
  type Manager,
  wasRefused,
} from './edits.ts';
import { deleteUnusedImages, NEXT_REVISION, storeImages } from './images.ts';
import { demandImages } from './text-images.ts';

/** What a change of a part of the listing does. */
export interface PartChange<Values extends FieldValues> {
  /** Images that it needs, which are stored. */
  readonly images?: Parameters<typeof storeImages>[2];
  /**
   * Makes the new version of the part.
   *
   * @param present what the owners work on: with the edit that waits, if there is one
   * @param shown what everybody sees
   */
  readonly make: (present: Values, shown: Values) => Values;
  /** Whether the new version has something that no moderator has seen in the public one. */
  readonly isNew: (shown: Values, after: Values) => boolean;
}

/**
 * Changes the pictures in a part of a listing. A new picture of a public listing waits for a moderator, and everybody
 * sees the accepted ones until then. A removal, or another order, shows nothing new: it is public at once.
 *
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when a moderator has refused this change before
 */
export async function changePictures<Values extends FieldValues>(
  { db, now }: WithDatabase & WithClock,
  { botId, userId }: Manager,
  part: EditPart,
  { images = [], make, isNew }: PartChange<Values>,
): Promise<void> {
  const at = now();
  await db.orm.transaction(async (transaction) => {
    const listing = await lockListing(transaction, botId);
    const shown = (await readPart(transaction, botId, part)) as Values;
    const waiting = await findWaiting(transaction, botId, part);
    const after = make({ ...shown, ...waiting }, shown);
    const changes = changesBetween(shown, after);
    const waits = listing.state === 'approved' && isNew(shown, after);
    if (waits && (await wasRefused(transaction, botId, part, changes)))
      throw new ConflictError('listing.unchanged');
    await storeImages(transaction, botId, images);
    await noteEvent(transaction, { botId, kind: 'edited', userId, fields: [part], at });
    if (waits) await holdEdit(transaction, { botId, part, userId, at }, changes, ['picture']);
    else {
      await dropOpen(transaction, botId, { part });
      if (!isEmpty(changes)) await writePart(transaction, botId, part, after, at);
    }
    await transaction.update(bots).set(NEXT_REVISION).where(eq(bots.id, botId));
    await deleteUnusedImages(transaction, botId);
  });
}

/**
 * Reads a listing, and keeps others from changing it until the transaction ends.
 *
 * @throws {NotFoundError} when there is no such listing
 */
export async function lockListing(transaction: Transaction, botId: string) {
  const [listing] = await transaction.select().from(bots).where(eq(bots.id, botId)).for('update');
  if (!listing || listing.state === 'removed') throw new NotFoundError();
  return listing;
}

/**
 * Reads the version of a part that everybody sees.
 *
 * @param orm a transaction that has locked the listing
 */
export async function readPart(
  orm: Pick<Transaction, 'select'>,
  botId: string,
  part: EditPart,
): Promise<FieldValues> {
  if (part === 'picture') {
    const [avatar] = await orm
      .select({ hash: botAvatars.hash })
      .from(botAvatars)
      .where(eq(botAvatars.botId, botId));
    return { avatarHash: avatar?.hash ?? null };
  }
  const language = languageOf(part);
  if (language !== undefined) return readTexts(orm, botId, language);
  const [listing] = await orm.select().from(bots).where(eq(bots.id, botId));
  if (!listing) throw new NotFoundError();
  const { bannerHash, bannerThumbnailHash, screenshots, ...rest } = listing;
  if (part === 'banner') return { bannerHash, bannerThumbnailHash };
  return part === 'screenshots' ? { screenshots } : rest;
}

/**
 * Writes a part of a listing, so that everybody sees it. Its images are stored already.
 *
 * @param transaction it has locked the listing
 */
export async function writePart(
  transaction: Transaction,
  botId: string,
  part: EditPart,
  values: FieldValues,
  at: Date,
): Promise<void> {
  if (part === 'picture') return writePicture(transaction, botId, values, at);
  const language = languageOf(part);
  if (language !== undefined) return writeTexts(transaction, botId, language, values, at);
  if (Object.keys(values).length === 0) return;
  await transaction.update(bots).set(values).where(eq(bots.id, botId));
  if (values.followsPlatform === false) await endFollowing(transaction, botId);
}

/** The texts of a language that has none. */
export const NO_TEXTS = { name: null, shortDescription: null, longDescription: null };

const isIn = (botId: string, language: string) =>
  and(eq(listingTexts.botId, botId), eq(listingTexts.language, language));

async function readTexts(orm: Pick<Transaction, 'select'>, botId: string, language: string) {
  const { name, shortDescription, longDescription } = listingTexts;
  const [texts = NO_TEXTS] = await orm
    .select({ name, shortDescription, longDescription })
    .from(listingTexts)
    .where(isIn(botId, language));
  return texts;
}

/** The images that a text names are due: to be fetched, or deleted when no other text names them. */
async function writeTexts(
  transaction: Transaction,
  botId: string,
  language: string,
  values: FieldValues,
  updatedAt: Date,
): Promise<void> {
  const before = await readTexts(transaction, botId, language);
  const texts: typeof before = { ...before, ...values };
  if (Object.values(texts).every((text) => text === null)) {
    await transaction.delete(listingTexts).where(isIn(botId, language));
  } else {
    const set = { ...texts, updatedAt };
    await transaction
      .insert(listingTexts)
      .values({ botId, language, ...set })
      .onConflictDoUpdate({ target: [listingTexts.botId, listingTexts.language], set });
  }
  if (!`${before.longDescription}${texts.longDescription}`.includes('![')) return;
  const { revision } = await lockListing(transaction, botId);
  await demandImages(transaction, { botId, revision }, updatedAt);
}

/** A picture is stored apart from other images, since every list shows it. */
async function writePicture(
  transaction: Transaction,
  botId: string,
  { avatarHash: hash, platformIcon }: FieldValues,
  updatedAt: Date,
): Promise<void> {
  await transaction.delete(botAvatars).where(eq(botAvatars.botId, botId));
  if (typeof hash !== 'string') return;
  const stored = await findStored(transaction, botId, hash);
  if (!stored) throw new ConflictError('listing.changed');
  await transaction.insert(botAvatars).values({
    botId,
    ...stored,
    hash,
    platformIcon: typeof platformIcon === 'string' ? platformIcon : null,
    updatedAt,
  });
}

async function findStored(transaction: Transaction, botId: string, hash: string) {
  const rows = await transaction
    .select({ hash: listingImages.hash, mediaType: listingImages.mediaType, image: listingImages.image })
    .from(listingImages)
    .where(eq(listingImages.botId, botId));
  return rows.find((row) => row.hash === hash);
}
