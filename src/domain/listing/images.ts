import { createHash } from 'node:crypto';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { listingEdits } from '../../db/moderation-tables.ts';
import { bots, listingImages, type Screenshot, type TextImage } from '../../db/tables.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import type { Because } from '../kernel/refusal.ts';

/** What a picture is for, which decides its size. */
export type ImageShape = 'banner' | 'bannerThumbnail' | 'text' | 'screenshot' | 'thumbnail';

/** A picture that this service has encoded anew: WebP, without metadata. */
export interface EncodedImage {
  readonly image: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Decodes pictures of strangers, and encodes them anew. */
export interface WithEncoder {
  /**
   * @param bytes PNG, JPEG, WebP or GIF; the content decides
   * @returns the picture, or why it is refused
   */
  readonly encodeImage: (
    bytes: Uint8Array,
    shape: ImageShape,
  ) => Promise<EncodedImage | { readonly problem: Because }>;
}

/**
 * Encodes the picture that an owner uploads.
 *
 * @throws {InvalidInputError} when it is refused
 */
export async function encodeUpload(
  { encodeImage }: WithEncoder,
  bytes: Uint8Array,
  shape: ImageShape,
): Promise<EncodedImage> {
  const encoded = await encodeImage(bytes, shape);
  if ('problem' in encoded) throw new InvalidInputError(...encoded.problem);
  return encoded;
}

/** An image as it is stored. */
export interface StoredImage {
  readonly mediaType: string;
  readonly image: Buffer;
}

/** Reads an image of a listing. The caller checks that the listing shows it. */
export async function findImage(
  { db }: WithDatabase,
  botId: string,
  hash: string,
): Promise<StoredImage | undefined> {
  const [stored] = await db.orm
    .select({ mediaType: listingImages.mediaType, image: listingImages.image })
    .from(listingImages)
    .where(and(eq(listingImages.botId, botId), eq(listingImages.hash, hash)));
  return stored;
}

/** The path of an image on this site. */
export const imagePath = (botId: string, hash: string): string => `/bot/${botId}/image/${hash}`;

/** What a listing may show of its stored images. */
interface Uses {
  readonly bannerHash: string | null;
  readonly bannerThumbnailHash: string | null;
  readonly screenshots: readonly Screenshot[];
  readonly textImages: readonly TextImage[];
}

/** What a listing without a banner shows of one. */
export const NO_BANNER = { bannerHash: null, bannerThumbnailHash: null };

/** What a moderator judges gets a new revision: so nobody approves a picture unseen. */
export const NEXT_REVISION = { revision: sql`${bots.revision} + 1` };

/** Whether a listing names an image. Others are not served, even while they are stored. */
export function usesImage(
  { bannerHash, bannerThumbnailHash, screenshots, textImages }: Uses,
  hash: string,
): boolean {
  return (
    hash === bannerHash ||
    hash === bannerThumbnailHash ||
    screenshots.some((screenshot) => hash === screenshot.hash || hash === screenshot.thumbnailHash) ||
    textImages.some((image) => 'hash' in image && image.hash === hash)
  );
}

/** Whether an edit that waits, or that nobody has looked at, has an image in one of its versions. */
const isInOpenEdit = (botId: string, hash: SQL): SQL => sql`exists (
  select from ${listingEdits} edit where edit.bot_id = ${botId} and edit.state in ('waiting', 'public')
    and jsonb_path_exists(jsonb_build_array(edit.before, edit.after), '$.** ? (@ == $hash)',
      jsonb_build_object('hash', ${hash})))`;

/** Whether an image is of an edit without a decision. Only managers and moderators may see it. */
export async function isImageOfEdit({ db }: WithDatabase, botId: string, hash: string): Promise<boolean> {
  const [row] = await db.orm.execute<{ found: boolean }>(
    sql`select ${isInOpenEdit(botId, sql`${hash}::text`)} as found`,
  );
  return row?.found === true;
}

/**
 * Stores images. The caller then writes who needs them, and calls {@link deleteUnusedImages}.
 *
 * @param transaction it has locked the listing, so that nobody else stores or deletes images of it
 */
export async function storeImages(
  transaction: Transaction,
  botId: string,
  images: readonly (Pick<EncodedImage, 'image'> & { readonly mediaType?: string })[],
): Promise<void> {
  for (const { image, mediaType = 'image/webp' } of images) {
    await transaction
      .insert(listingImages)
      .values({ botId, hash: hashOf(image), mediaType, image })
      .onConflictDoNothing();
  }
}

/**
 * Deletes the images that neither the listing nor an edit without a decision has.
 *
 * @param transaction it has locked the listing
 */
export async function deleteUnusedImages(transaction: Transaction, botId: string): Promise<void> {
  await transaction.delete(listingImages).where(
    and(
      eq(listingImages.botId, botId),
      sql`not exists (
        select from bots where bots.id = ${botId} and (
          ${listingImages.hash} in (bots.banner_hash, bots.banner_thumbnail_hash)
          or bots.screenshots @> jsonb_build_array(jsonb_build_object('hash', ${listingImages.hash}))
          or bots.screenshots @> jsonb_build_array(jsonb_build_object('thumbnailHash', ${listingImages.hash}))
          or bots.text_images @> jsonb_build_array(jsonb_build_object('hash', ${listingImages.hash}))))`,
      sql`not ${isInOpenEdit(botId, sql`${listingImages.hash}`)}`,
    ),
  );
}

/**
 * Stores images, writes what the listing shows of them, and deletes those that it no longer shows.
 *
 * @param transaction it has locked the listing
 */
export async function writeImages(
  transaction: Transaction,
  botId: string,
  images: readonly EncodedImage[],
  uses: Partial<Uses> & { readonly textImagesRevision?: number; readonly revision?: SQL },
): Promise<void> {
  await storeImages(transaction, botId, images);
  await transaction.update(bots).set(uses).where(eq(bots.id, botId));
  await deleteUnusedImages(transaction, botId);
}

export const hashOf = (image: Uint8Array): string => createHash('sha256').update(image).digest('hex');
