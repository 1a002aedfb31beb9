import { createHash } from 'node:crypto';
import { disableTypes, imageSize, types } from 'image-size';

/** What a picture may weigh, in bytes. */
export const MAX_PICTURE_BYTES = 256 * 1024;
const MAX_PIXELS = 1024;
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};
// What is not accepted is not parsed either.
disableTypes(types.filter((type) => !(type in MEDIA_TYPES)));

export interface Picture {
  readonly mediaType: string;
  readonly image: Buffer;
  /** SHA-256 of the image, in hexadecimal. */
  readonly hash: string;
}

/**
 * Reads what should be a picture: PNG, JPEG, WebP or GIF by its content, whatever its sender calls it, of at most 256 KiB
 * and 1024 pixels a side.
 *
 * @returns undefined for everything else
 */
export function readPicture(bytes: Uint8Array): Picture | undefined {
  if (bytes.length > MAX_PICTURE_BYTES) return undefined;
  // In memory of its own: the library reads past the end of a part of a larger one.
  const image = Buffer.from(new Uint8Array(bytes).buffer);
  const mediaType = mediaTypeOf(image);
  if (mediaType === undefined) return undefined;
  return { mediaType, image, hash: createHash('sha256').update(image).digest('hex') };
}

function mediaTypeOf(image: Buffer): string | undefined {
  try {
    const { width, height, type = '' } = imageSize(image);
    const fits = (pixels: number) => pixels >= 1 && pixels <= MAX_PIXELS;
    return fits(width) && fits(height) ? MEDIA_TYPES[type] : undefined;
  } catch {
    // It is cut off, or of no type that is looked for.
    return undefined;
  }
}
