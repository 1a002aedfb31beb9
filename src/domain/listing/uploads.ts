import { and, eq, isNotNull } from 'drizzle-orm';
import { botAvatars } from '../../db/tables.ts';
import { InvalidInputError } from '../kernel/errors.ts';
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
import type { Manager } from './edits.ts';
import { refreshApplication } from './follow-platform.ts';
import { encodeUpload, hashOf, NO_BANNER, type WithEncoder } from './images.ts';
import { changePictures } from './parts.ts';

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
 * Stores a picture that an owner uploads. It stays when the icon of the application changes on the chat platform. That
 * of a public listing waits for a moderator.
 *
 * @param base64 the file
 * @throws {InvalidInputError} when it is not a picture, too large, or cannot be decoded
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when a moderator has refused this picture before
 */
export async function setAvatar(
  services: WithDatabase & WithClock & WithPictureCheck,
  manager: Manager,
  base64: string,
): Promise<void> {
  if (isLarger(base64, MAX_PICTURE_BYTES)) throw new InvalidInputError(...TOO_LARGE);
  if (!BASE64.test(base64)) throw new InvalidInputError('picture.notBase64');
  const picture = await acceptPicture(services, Buffer.from(base64, 'base64'));
  if ('problem' in picture) throw new InvalidInputError(...picture.problem);
  await changePictures(services, manager, 'picture', {
    images: [picture],
    make: () => ({ avatarHash: picture.hash }),
    isNew: (shown, after) => shown.avatarHash !== after.avatarHash,
  });
}

/**
 * Removes an uploaded picture, and one that waits. A listing that follows the chat platform then gets the icon of its
 * application, if the platform responds in time.
 *
 * @throws {NotFoundError} when there is no such listing
 */
export async function removeAvatar(
  services: WithDatabase & WithClock & WithPlatform & WithSender & WithPictureCheck,
  manager: Manager,
): Promise<void> {
  const { botId } = manager;
  const [icon] = await services.db.orm
    .select({ botId: botAvatars.botId })
    .from(botAvatars)
    .where(and(eq(botAvatars.botId, botId), isNotNull(botAvatars.platformIcon)));
  await changePictures<{ avatarHash: string | null }>(services, manager, 'picture', {
    make: (_, shown) => (icon ? shown : { avatarHash: null }),
    isNew: () => false,
  });
  if (!icon) await refreshApplication(services, botId, AbortSignal.timeout(PATIENCE_MS));
}

/**
 * Stores the banner that an owner uploads: at the top of the listing's page, four times as wide as high.
 *
 * @param base64 the file: PNG, JPEG, WebP or GIF
 * @throws {InvalidInputError} when it is not a picture, too large, or has another shape
 * @throws {NotFoundError} when there is no such listing
 */
export async function setBanner(
  services: WithDatabase & WithClock & WithEncoder,
  manager: Manager,
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
  await changePictures(services, manager, 'banner', {
    images: [banner, ...small],
    make: () => ({
      bannerHash: hashOf(banner.image),
      bannerThumbnailHash: small[0] ? hashOf(small[0].image) : null,
    }),
    isNew: (shown, after) => shown.bannerHash !== after.bannerHash,
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
 * Removes the banner, and one that waits. The page then shows the colours of the listing's picture.
 *
 * @throws {NotFoundError} when there is no such listing
 */
export async function removeBanner(services: WithDatabase & WithClock, manager: Manager): Promise<void> {
  await changePictures(services, manager, 'banner', { make: () => NO_BANNER, isNew: () => false });
}
