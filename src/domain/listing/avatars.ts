import { and, eq, isNull } from 'drizzle-orm';
import { botAvatars } from '../../db/tables.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase, WithSender } from '../kernel/needs.ts';
import type { WithPlatform } from '../platform/look-up.ts';
import {
  acceptPicture,
  MAX_PICTURE_BYTES,
  type Picture,
  TOO_LARGE,
  type WithPictureCheck,
} from '../platform/picture.ts';
import { PATIENCE_MS } from '../platform/preview.ts';
import { refreshApplication } from './follow-platform.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

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
 */
export async function setAvatar(
  services: WithDatabase & WithClock & WithPictureCheck,
  botId: string,
  base64: string,
): Promise<void> {
  const { db, now } = services;
  // Four base64 characters are three bytes.
  if (base64.length > (MAX_PICTURE_BYTES / 3) * 4 + 4) throw new InvalidInputError(...TOO_LARGE);
  if (!BASE64.test(base64)) throw new InvalidInputError('picture.notBase64');
  const picture = await acceptPicture(services, Buffer.from(base64, 'base64'));
  if ('problem' in picture) throw new InvalidInputError(...picture.problem);
  const row = { ...picture, platformIcon: null, updatedAt: now() };
  await db.orm
    .insert(botAvatars)
    .values({ botId, ...row })
    .onConflictDoUpdate({ target: botAvatars.botId, set: row });
}

/**
 * Removes an uploaded picture. A listing that follows the chat platform then gets the icon of its application, if the
 * platform responds in time.
 */
export async function removeAvatar(
  services: WithDatabase & WithClock & WithPlatform & WithSender & WithPictureCheck,
  botId: string,
): Promise<void> {
  const removed = await services.db.orm
    .delete(botAvatars)
    .where(and(eq(botAvatars.botId, botId), isNull(botAvatars.platformIcon)))
    .returning({ botId: botAvatars.botId });
  if (removed.length > 0) await refreshApplication(services, botId, AbortSignal.timeout(PATIENCE_MS));
}
