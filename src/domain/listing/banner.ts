import { eq } from 'drizzle-orm';
import { bots } from '../../db/tables.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { hashOf, type WithEncoder, writeImages } from './images.ts';

/** The maximum size of an uploaded banner in bytes. In base64 it fits into a request body of 1 MiB. */
const MAX_BANNER_BYTES = 700 * 1024;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Stores the banner that an owner uploads: at the top of the listing's page, four times as wide as high.
 *
 * @param base64 the file: PNG, JPEG, WebP or GIF
 * @throws {InvalidInputError} when it is not a picture, too large, or has another shape
 */
export async function setBanner(
  { db, encodeImage }: WithDatabase & WithEncoder,
  botId: string,
  base64: string,
): Promise<void> {
  if (!BASE64.test(base64)) throw new InvalidInputError('banner.notBase64');
  // Four base64 characters are three bytes.
  if (base64.length > (MAX_BANNER_BYTES / 3) * 4 + 4) {
    throw new InvalidInputError('banner.tooLarge', { max: MAX_BANNER_BYTES / 1024 });
  }
  const encoded = await encodeImage(Buffer.from(base64, 'base64'), 'banner');
  if ('problem' in encoded) throw new InvalidInputError(...encoded.problem);
  await write({ db }, botId, [encoded], hashOf(encoded.image));
}

/** Removes the banner. The page then shows the colours of the listing's picture. */
export async function removeBanner({ db }: WithDatabase, botId: string): Promise<void> {
  await write({ db }, botId, [], null);
}

async function write(
  { db }: WithDatabase,
  botId: string,
  images: Parameters<typeof writeImages>[2],
  bannerHash: string | null,
): Promise<void> {
  await db.orm.transaction(async (transaction) => {
    await transaction.select({ id: bots.id }).from(bots).where(eq(bots.id, botId)).for('update');
    await writeImages(transaction, botId, images, { bannerHash });
  });
}
