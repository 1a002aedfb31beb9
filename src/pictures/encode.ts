import sharp from 'sharp';
import type { AppIcon, Encoded, Problem, RefusedPicture, Shape, Unfit } from './job.ts';

const MAX_SIDE = 4096;
/** More pixels are refused before anything is decoded. */
const MAX_PIXELS = MAX_SIDE ** 2;
const TIMEOUT_SECONDS = 5;
/** The sizes of a banner. Pages show it at most 1216 pixels wide; the cards of featured bots are 384 pixels wide. */
const BANNERS = {
  banner: { width: 1600, height: 400 },
  bannerThumbnail: { width: 480, height: 120 },
} as const;
const MIN_BANNER_WIDTH = 640;
/** The text of a page is at most 840 pixels wide. A strip of screenshots is 192 pixels high. */
const MAX_SIZES: Readonly<
  Record<Exclude<Shape, keyof typeof BANNERS>, readonly [width: number, height: number]>
> = {
  text: [1200, 1600],
  screenshot: [1600, 1600],
  thumbnail: [480, 480],
};
const MAX_STORED_BYTES: Readonly<Record<Shape, number>> = {
  banner: 256 * 1024,
  // Three of them must not make the first page too heavy.
  bannerThumbnail: 3 * 1024,
  text: 384 * 1024,
  screenshot: 384 * 1024,
  thumbnail: 64 * 1024,
};
const MIN_SCREENSHOT_SIDE = 240;
const MAX_SCREENSHOT_RATIO = 3;
/** The first one that makes the picture small enough is used. */
const QUALITIES = [82, 65, 45, 25];
/** Faults of this quality are seen only in larger pictures. */
const THUMBNAIL_QUALITY = 10;

const LOADERS = ['Png', 'Jpeg', 'Webp', 'Nsgif'];

sharp.cache(false);
sharp.concurrency(1);
onlyRaster();

/** Allows four formats, chosen by content. SVG of strangers, and all rare formats, reach no decoder. */
function onlyRaster(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS.map((format) => `VipsForeignLoad${format}Buffer`) });
}

/**
 * Decodes a picture of a stranger, and encodes it as WebP without metadata. Of an animation, the first frame stays; as a
 * screenshot it is refused.
 */
export async function encode(bytes: Uint8Array, shape: Shape): Promise<Encoded | RefusedPicture> {
  try {
    const { width = 0, height = 0, pages = 1, autoOrient } = await open(bytes).metadata();
    if (width * height > MAX_PIXELS) return { problem: ['banner.tooManyPixels', { max: MAX_SIDE }] };
    if (shape === 'screenshot' && pages > 1) return { problem: ['screenshot.animated'] };
    const problem = PROBLEMS[shape]?.(autoOrient.width, autoOrient.height);
    return problem === undefined ? await shrink(bytes, shape) : { problem };
  } catch {
    return { problem: ['banner.damaged'] };
  }
}

/** Decodes a picture of a stranger as a card does. Of an animation, the first frame is decoded. */
export async function check(bytes: Uint8Array): Promise<Unfit | undefined> {
  try {
    await open(bytes).raw().toBuffer();
    return undefined;
  } catch {
    return { problem: ['picture.damaged'] };
  }
}

/** The picture as PNG, for a drawing. It is cut to a square. */
export async function toSquarePng(bytes: Uint8Array, size: number): Promise<Buffer> {
  return open(bytes).autoOrient().resize(size, size, { fit: 'cover' }).png().toBuffer();
}

/** Draws the icon of the installed site. */
export async function drawAppIcon({ logo, size, background }: AppIcon): Promise<Buffer> {
  // Only the inner circle of four fifths is sure to be seen (W3C, Web Application Manifest). Most logos leave their
  // corners empty, so the square of the logo may be larger than the one inside that circle.
  const inner = background === null ? size : Math.round(size * 0.7);
  const { mediaType, image } = logo;
  const png = mediaType.startsWith('image/svg')
    ? await renderSvg(Buffer.from(image).toString(), inner)
    : await open(image).resize(inner, inner, { fit: 'contain', background: '#0000' }).png().toBuffer();
  if (background === null) return png;
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: png }])
    .png()
    .toBuffer();
}

/** Renders a drawing of this service. Only here SVG is decoded, and only between two pictures of strangers. */
export async function renderSvg(svg: string, size?: number): Promise<Buffer> {
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  try {
    const image = sharp(Buffer.from(svg));
    return await (size === undefined ? image : image.resize(size, size))
      .png({ compressionLevel: 6 })
      .toBuffer();
  } finally {
    onlyRaster();
  }
}

/** The mean colour of a PNG, as red, green and blue. Strong colours count more than pale ones. */
export async function meanColor(png: Buffer): Promise<readonly number[]> {
  const pixels = await sharp(png).resize(24, 24).removeAlpha().raw().toBuffer();
  const sum = [0, 0, 0];
  let weights = 0;
  for (let at = 0; at < pixels.length; at += 3) {
    const pixel = [...pixels.subarray(at, at + 3)];
    const weight = 1 + (Math.max(...pixel) - Math.min(...pixel)) ** 2;
    weights += weight;
    for (const [place, part] of pixel.entries()) sum[place] = (sum[place] ?? 0) + part * weight;
  }
  return sum.map((part) => part / weights);
}

function open(bytes: Uint8Array) {
  return sharp(bytes, {
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
    failOn: 'error',
    pages: 1,
  }).timeout({ seconds: TIMEOUT_SECONDS });
}

function problemOfBanner(width: number, height: number): Problem | undefined {
  if (width < MIN_BANNER_WIDTH) return ['banner.tooNarrow', { width, height, min: MIN_BANNER_WIDTH }];
  const ratio = width / height;
  return ratio < 2.95 || ratio > 4.05 ? ['banner.shape', { width, height }] : undefined;
}

function problemOfScreenshot(width: number, height: number): Problem | undefined {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter < MIN_SCREENSHOT_SIDE) {
    return ['screenshot.tooSmall', { width, height, min: MIN_SCREENSHOT_SIDE }];
  }
  return longer > shorter * MAX_SCREENSHOT_RATIO ? ['screenshot.shape', { width, height }] : undefined;
}

/** Looks at the size of a picture that stands upright. */
const PROBLEMS: Partial<Record<Shape, (width: number, height: number) => Problem | undefined>> = {
  banner: problemOfBanner,
  screenshot: problemOfScreenshot,
};

async function shrink(bytes: Uint8Array, shape: Shape): Promise<Encoded | RefusedPicture> {
  const upright = open(bytes).autoOrient();
  const resized =
    shape === 'banner' || shape === 'bannerThumbnail'
      ? upright.resize({ ...BANNERS[shape], fit: 'cover' })
      : upright.resize(...MAX_SIZES[shape], { fit: 'inside', withoutEnlargement: true });
  const { data, info } = await resized.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const qualities = shape === 'bannerThumbnail' ? [...QUALITIES, THUMBNAIL_QUALITY] : QUALITIES;
  for (const quality of qualities) {
    const { width, height, channels } = info;
    const image = await sharp(data, { raw: { width, height, channels } })
      .webp({ quality, effort: 4 })
      .toBuffer();
    if (image.length <= MAX_STORED_BYTES[shape]) return { image, width, height };
  }
  return { problem: ['banner.tooDetailed'] };
}
