import { and, eq, isNull, ne } from 'drizzle-orm';
import { botAvatars, bots } from '../../db/tables.ts';
import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase, WithSender } from '../kernel/needs.ts';
import type { Because } from '../kernel/refusal.ts';
import { PATIENCE_MS, type WithPlatform } from '../platform/look-up.ts';
import {
  acceptPicture,
  MAX_PICTURE_BYTES,
  type Picture,
  TOO_LARGE,
  type WithPictureCheck,
} from '../platform/picture.ts';
import { refreshApplication } from './follow-platform.ts';
import {
  type EncodedImage,
  encodeUpload,
  hashOf,
  NEXT_REVISION,
  NO_BANNER,
  type WithEncoder,
  writeImages,
} from './images.ts';
import type { Transaction } from './submit.ts';

/** The maximum size of an uploaded banner or screenshot in bytes. In base64 it fits into a request body of 1 MiB. */
export const MAX_UPLOAD_BYTES = 700 * 1024;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** Four base64 characters are three bytes. */
const isLarger = (base64: string, bytes: number) => base64.length > (bytes / 3) * 4 + 4;

/** Reads the picture of a listing. */
export async function findAvatar({ db }: WithDatabase, botId: string): Promise<Picture | undefined> {
  const [avatar] = await db.orm
    .select({ mediaType: botAvatars.mediaType, image: botAvatars.image, hash: botAvatars.hash })
    .from(botAvatars)
    .where(eq(botAvatars.botId, botId));
  return avatar;
}

/**
 * Stores a picture that an owner uploads. It stays when the icon of the application changes on the chat platform.
 *
 * @param base64 the file
 * @throws {InvalidInputError} when it is not a picture, too large, or cannot be decoded
 * @throws {NotFoundError} when there is no such listing
 */
export async function setAvatar(
  services: WithDatabase & WithClock & WithPictureCheck,
  botId: string,
  base64: string,
): Promise<void> {
  const { db, now } = services;
  if (isLarger(base64, MAX_PICTURE_BYTES)) throw new InvalidInputError(...TOO_LARGE);
  if (!BASE64.test(base64)) throw new InvalidInputError('picture.notBase64');
  const picture = await acceptPicture(services, Buffer.from(base64, 'base64'));
  if ('problem' in picture) throw new InvalidInputError(...picture.problem);
  const row = { ...picture, platformIcon: null, updatedAt: now() };
  await db.orm.transaction(async (transaction) => {
    await raiseRevision(transaction, botId);
    await transaction
      .insert(botAvatars)
      .values({ botId, ...row })
      .onConflictDoUpdate({ target: botAvatars.botId, set: row });
  });
}

/** So that nobody approves a picture unseen. */
async function raiseRevision(transaction: Transaction, botId: string): Promise<void> {
  const raised = await transaction
    .update(bots)
    .set(NEXT_REVISION)
    .where(and(eq(bots.id, botId), ne(bots.state, 'removed')))
    .returning({ id: bots.id });
  if (raised.length === 0) throw new NotFoundError();
}

/**
 * Removes an uploaded picture. A listing that follows the chat platform then gets the icon of its application, if the
 * platform responds in time.
 *
 * @throws {NotFoundError} when there is no such listing
 */
export async function removeAvatar(
  services: WithDatabase & WithClock & WithPlatform & WithSender & WithPictureCheck,
  botId: string,
): Promise<void> {
  const removed = await services.db.orm.transaction(async (transaction) => {
    await raiseRevision(transaction, botId);
    return transaction
      .delete(botAvatars)
      .where(and(eq(botAvatars.botId, botId), isNull(botAvatars.platformIcon)))
      .returning({ botId: botAvatars.botId });
  });
  if (removed.length > 0) await refreshApplication(services, botId, AbortSignal.timeout(PATIENCE_MS));
}

/**
 * Stores the banner that an owner uploads: at the top of the listing's page, four times as wide as high.
 *
 * @param base64 the file: PNG, JPEG, WebP or GIF
 * @throws {InvalidInputError} when it is not a picture, too large, or has another shape
 * @throws {NotFoundError} when there is no such listing
 */
export async function setBanner(
  services: WithDatabase & WithEncoder,
  botId: string,
  base64: string,
): Promise<void> {
  const bytes = readUpload(
    base64,
    ['banner.notBase64'],
    ['banner.tooLarge', { max: MAX_UPLOAD_BYTES / 1024 }],
  );
  const banner = await encodeUpload(services, bytes, 'banner');
  const thumbnail = await services.encodeImage(banner.image, 'bannerThumbnail');
  // Some banners have too much detail for a small size. Cards then show the colours of the listing's picture.
  const small = 'problem' in thumbnail ? [] : [thumbnail];
  await writeBanner(services, botId, [banner, ...small], {
    bannerHash: hashOf(banner.image),
    bannerThumbnailHash: small[0] ? hashOf(small[0].image) : null,
  });
}

/**
 * Reads a file in base64 that is encoded anew.
 *
 * @throws {InvalidInputError} when it is not base64, or larger than {@link MAX_UPLOAD_BYTES}
 */
export function readUpload(base64: string, notBase64: Because, tooLarge: Because): Buffer {
  if (!BASE64.test(base64)) throw new InvalidInputError(...notBase64);
  if (isLarger(base64, MAX_UPLOAD_BYTES)) throw new InvalidInputError(...tooLarge);
  return Buffer.from(base64, 'base64');
}

/**
 * Removes the banner. The page then shows the colours of the listing's picture.
 *
 * @throws {NotFoundError} when there is no such listing
 */
export async function removeBanner({ db }: WithDatabase, botId: string): Promise<void> {
  await writeBanner({ db }, botId, [], NO_BANNER);
}

async function writeBanner(
  { db }: WithDatabase,
  botId: string,
  images: readonly EncodedImage[],
  hashes: { readonly [name in keyof typeof NO_BANNER]: string | null },
): Promise<void> {
  await db.orm.transaction(async (transaction) => {
    const [listing] = await transaction
      .select({ state: bots.state })
      .from(bots)
      .where(eq(bots.id, botId))
      .for('update');
    if (!listing || listing.state === 'removed') throw new NotFoundError();
    await writeImages(transaction, botId, images, { ...hashes, ...NEXT_REVISION });
  });
}
