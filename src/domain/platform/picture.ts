import { createHash } from 'node:crypto';
import { disableTypes, imageSize, types } from 'image-size';
import type { Because } from '../kernel/refusal.ts';

/** The maximum size of a picture in bytes. */
export const MAX_PICTURE_BYTES = 256 * 1024;
const MAX_PIXELS = 1024;
export const TOO_LARGE: Because = ['picture.tooLarge', { max: MAX_PICTURE_BYTES / 1024 }];
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};
// The library parses only the accepted types.
disableTypes(types.filter((type) => !(type in MEDIA_TYPES)));

/** A valid picture. */
export interface Picture {
  readonly mediaType: string;
  readonly image: Buffer;
  /** SHA-256 of the image, in hexadecimal. */
  readonly hash: string;
}

/** Decodes pictures of strangers that are stored as they came. */
export interface WithPictureCheck {
  /** @returns why the picture is refused; undefined when it can be decoded */
  readonly checkPicture: (bytes: Uint8Array) => Promise<{ readonly problem: Because } | undefined>;
}

/** The first bytes of each file type, in full. The library checks only some of them. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  png: '\x89PNG\r\n\x1a\n',
  jpg: '\xff\xd8\xff',
  webp: 'RIFF',
  gif: 'GIF8',
};
/** Checks that the end of the file is there. Other bytes may follow it, but not in a GIF. */
const IS_WHOLE: Readonly<Record<string, (image: Buffer) => boolean>> = {
  png: (image) => image.includes('IEND\xaeB`\x82', 'latin1'),
  jpg: (image) => image.includes('\xff\xd9', 'latin1'),
  webp: (image) => image.length >= image.readUInt32LE(4) + 8,
  gif: (image) => image.at(-1) === 0x3b,
};

/**
 * Reads a picture as `readPicture` does, and decodes it: what is stored, others can draw.
 *
 * @returns the picture, or why it is refused
 */
export async function acceptPicture(
  { checkPicture }: WithPictureCheck,
  bytes: Uint8Array,
): Promise<Picture | { readonly problem: Because }> {
  const picture = readPicture(bytes);
  return 'problem' in picture ? picture : ((await checkPicture(picture.image)) ?? picture);
}

/**
 * Reads a picture from its first and last bytes, without decoding it. It accepts PNG, JPEG, WebP and GIF of up to 256 KiB and 1024 pixels per side. The content decides
 * the type, not the name or the media type that was sent.
 *
 * @returns the picture, or why it is refused
 */
export function readPicture(bytes: Uint8Array): Picture | { readonly problem: Because } {
  if (bytes.length === 0) return { problem: ['picture.empty'] };
  if (bytes.length > MAX_PICTURE_BYTES) return { problem: TOO_LARGE };
  // A copy in its own memory: the library reads past the end of a slice of a larger buffer.
  const image = Buffer.from(new Uint8Array(bytes).buffer);
  const { width, height, type = '' } = measure(image);
  const mediaType = MEDIA_TYPES[type];
  const beginning = BEGINNINGS[type] ?? '';
  if (
    mediaType === undefined ||
    width < 1 ||
    height < 1 ||
    image.toString('latin1', 0, beginning.length) !== beginning
  )
    return { problem: ['picture.unknownType'] };
  if (width > MAX_PIXELS || height > MAX_PIXELS) {
    return {
      problem: ['picture.tooManyPixels', { width, height, max: MAX_PIXELS }],
    };
  }
  if (!IS_WHOLE[type]?.(image)) return { problem: ['picture.cutOff'] };
  return { mediaType, image, hash: createHash('sha256').update(image).digest('hex') };
}

function measure(image: Buffer): Pick<ReturnType<typeof imageSize>, 'width' | 'height' | 'type'> {
  try {
    return imageSize(image);
  } catch {
    // The file is cut off, or has another type.
    return { width: 0, height: 0 };
  }
}
