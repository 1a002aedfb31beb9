import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { refusalOf } from '../../src/domain/kernel/refusal.ts';
import type { Card, Encoded, RefusedPicture } from '../../src/pictures/job.ts';
import { openPictures, PicturesBusyError } from '../../src/pictures/pictures.ts';
import { emptyPng } from '../kit/platform.ts';

const pictures = openPictures();
afterAll(() => pictures.close());

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3b82f6' } });
/** Noise, which no format makes small. */
const noisy = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  });
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';

function encoded(result: Encoded | RefusedPicture): Encoded {
  if ('problem' in result) throw new Error(String(result.problem));
  return result;
}

const problemOf = (result: Encoded | RefusedPicture) =>
  'problem' in result ? refusalOf(...result.problem).message : undefined;

/** The child processes of this process. */
const children = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);

describe('A picture of a stranger', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('in the format %s becomes WebP', async (format) => {
    const bytes = await drawing(300, 200).toFormat(format).toBuffer();
    const { image, width, height } = encoded(await pictures.encodeImage(bytes, 'text'));
    expect([width, height]).toEqual([300, 200]);
    expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 });
  });

  test('loses its metadata, and is turned upright', async () => {
    const bytes = await drawing(300, 200)
      .withExif({ IFD0: { Copyright: 'home address' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { image } = encoded(await pictures.encodeImage(bytes, 'text'));
    const { exif, icc, xmp, width, height } = await sharp(image).metadata();
    expect([exif, icc, xmp, width, height]).toEqual([undefined, undefined, undefined, 200, 300]);
  });

  test('is made smaller, in pixels and in bytes', async () => {
    const { image, width, height } = encoded(
      await pictures.encodeImage(await noisy(2400, 900).jpeg({ quality: 60 }).toBuffer(), 'text'),
    );
    expect([width, height]).toEqual([1200, 450]);
    expect(image.length).toBeLessThanOrEqual(384 * 1024);
  });

  test('that moves keeps its first frame', async () => {
    const frames = await Promise.all([drawing(40, 30), noisy(40, 30)].map((frame) => frame.png().toBuffer()));
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(2);
    const { image, height } = encoded(await pictures.encodeImage(bytes, 'text'));
    expect(height).toBe(30);
    expect((await sharp(image, { animated: true }).metadata()).pages ?? 1).toBe(1);
  });

  test('with more pixels than allowed is refused before it is decoded', async () => {
    const started = performance.now();
    for (const [width, height] of [
      [30_000, 30_000],
      [4097, 4096],
      [2_000_000_000, 1],
    ] as const) {
      expect(problemOf(await pictures.encodeImage(emptyPng(width, height), 'text'))).toMatch(
        /pixels|not a PNG/,
      );
    }
    const flood = await drawing(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer();
    expect(flood.length).toBeLessThan(1_000_000);
    const before = performance.now();
    expect(problemOf(await pictures.encodeImage(flood, 'text'))).toMatch(/pixels|not a PNG/);
    expect(performance.now() - before).toBeLessThan(2000);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test.each([
    ['SVG', Buffer.from(SVG)],
    ['compressed SVG', gzipSync(SVG)],
    ['SVG after the beginning of a GIF', Buffer.from(`GIF89a${SVG}`)],
    ['SVG after the beginning of a PNG', Buffer.concat([emptyPng(9, 9).subarray(0, 8), Buffer.from(SVG)])],
    ['a page', Buffer.from('<!doctype html><title>no</title>')],
    ['a document', Buffer.from('%PDF-1.7\n')],
    ['nothing', Buffer.alloc(0)],
    ['a picture without its data', emptyPng(64, 64)],
  ])('that is %s is refused', async (_, bytes) => {
    expect(problemOf(await pictures.encodeImage(bytes, 'text'))).toMatch(/not a PNG, JPEG, WebP or GIF/);
  });

  test.each(['tiff', 'avif'] as const)('in the rare format %s is refused', async (format) => {
    const bytes = await drawing(20, 20).toFormat(format).toBuffer();
    expect(problemOf(await pictures.encodeImage(bytes, 'text'))).toMatch(/not a PNG/);
  });

  test('that is cut off is refused', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const bytes = await noisy(200, 200).toFormat(format).toBuffer();
      const cut = bytes.subarray(0, bytes.length / 2);
      expect(problemOf(await pictures.encodeImage(cut, 'text')), format).toBeDefined();
    }
  });

  test('for a banner has its shape, and is stored in one size', async () => {
    for (const [width, height] of [
      [640, 160],
      [1200, 400],
      [3000, 800],
    ] as const) {
      const bytes = await drawing(width, height).png().toBuffer();
      expect(encoded(await pictures.encodeImage(bytes, 'banner'))).toMatchObject({
        width: 1600,
        height: 400,
      });
    }
    for (const [width, height, words] of [
      [600, 150, '600 × 150 pixels. It must be at least 640 wide'],
      [1000, 1000, '1000 × 1000 pixels. It must be three to four times as wide as high'],
      [2000, 200, 'three to four times'],
    ] as const) {
      const bytes = await drawing(width, height).png().toBuffer();
      expect(problemOf(await pictures.encodeImage(bytes, 'banner'))).toContain(words);
    }
  });
});

const card = (more: Partial<Card> = {}): Card => ({
  siteName: 'Orbit',
  accent: '#5b5bd6',
  name: 'Tidepool',
  description: 'Listen together.',
  facts: ['12 votes'],
  hue: 200,
  ...more,
});

describe('A card', () => {
  test.each([
    ['an ordinary name', {}],
    [
      'a name that looks like markup',
      { name: '</svg><script>alert(1)</script>&lt;"\'', description: '<img/>' },
    ],
    ['a name of another script', { name: 'アニメ暦', description: 'بوت عربي متكامل' }],
    ['a name of emoji', { name: '🎉🎉', description: '🦊' }],
    ['a very long word', { name: 'W'.repeat(100), description: 'i'.repeat(150) }],
    ['stacked marks', { name: `Z${'\u0300'.repeat(80)}a` }],
    ['control characters', { name: 'a\u0000\u202eb\ud800' }],
  ])('of a bot with %s is a PNG of 1200 × 630', async (_, more) => {
    const image = await pictures.drawCard(card(more));
    expect(image.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(image.length).toBeLessThan(300 * 1024);
  });

  test('shows the picture of the bot, also a drawing of this project', async () => {
    const icon = { mediaType: 'image/png', image: await drawing(64, 64).png().toBuffer() };
    const withPicture = await pictures.drawCard(card({ icon }));
    const { data } = await sharp(withPicture)
      .extract({ left: 180, top: 180, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data]).toEqual([0x3b, 0x82, 0xf6]);
    await pictures.drawCard(card({ icon: { mediaType: 'image/svg+xml', image: Buffer.from(SVG) } }));
    // The decoder of SVG is closed again.
    expect(problemOf(await pictures.encodeImage(Buffer.from(SVG), 'text'))).toMatch(/not a PNG/);
  });

  test('is refused when too many wait, and pictures of owners come first', async () => {
    const order: string[] = [];
    const cards = Array.from({ length: 30 }, () =>
      pictures.drawCard(card()).then(
        () => order.push('card'),
        (error: unknown) => order.push(error instanceof PicturesBusyError ? 'busy' : String(error)),
      ),
    );
    await pictures
      .encodeImage(await drawing(9, 9).png().toBuffer(), 'text')
      .then(() => order.push('picture'));
    await Promise.all(cards);
    // The first one is drawn at once, or waits for the end of the rest after the card before.
    const counts = ['busy', 'card'].map((outcome) => order.filter((one) => one === outcome).length);
    expect([
      [25, 5],
      [26, 4],
    ]).toContainEqual(counts);
    expect(order.indexOf('picture')).toBeLessThan(order.lastIndexOf('card') - 2);
  });
});

describe('A card whose icon cannot be decoded', () => {
  test.each([
    ['is a PNG without its data', { mediaType: 'image/png', image: emptyPng(64, 64) }],
    ['is a broken drawing', { mediaType: 'image/svg+xml', image: Buffer.from('<svg') }],
  ])('shows the initial of the name: it %s', async (_, icon) => {
    const withoutIcon = await pictures.drawCard(card());
    expect((await pictures.drawCard(card({ icon }))).equals(withoutIcon)).toBe(true);
  });
});

describe('A picture that is stored as it came', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('in the format %s can be decoded', async (format) => {
    const bytes = await drawing(30, 20).toFormat(format).toBuffer();
    expect(await pictures.checkPicture(bytes)).toBeUndefined();
  });

  test('is refused when it is damaged', async () => {
    const whole = await noisy(200, 200).png().toBuffer();
    const damaged = Buffer.from(whole).fill(0, 10_000, 12_000);
    for (const bytes of [emptyPng(64, 64), damaged, Buffer.from(SVG)]) {
      const unfit = await pictures.checkPicture(bytes);
      expect(unfit && refusalOf(...unfit.problem).message).toMatch(/damaged/);
    }
  });
});

describe('The child process', () => {
  test('knows nothing of the environment, and ends when it has no work', async () => {
    const others = new Set(children());
    const own = openPictures({ idleMs: 50 });
    await own.encodeImage(Buffer.from('x'), 'text');
    const [pid] = children().filter((child) => !others.has(child));
    const environ = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    const names = environ.map((entry) => entry.split('=')[0]);
    expect(
      names.filter((name) => !/^(MALLOC_ARENA_MAX|NODE_COMPILE_CACHE|NODE_CHANNEL_.*)$/.test(name ?? '')),
    ).toEqual([]);
    await expect.poll(() => children().includes(pid ?? ''), { timeout: 5000 }).toBe(false);
    expect(problemOf(await own.encodeImage(Buffer.from('x'), 'text'))).toMatch(/not a PNG/);
    await own.close();
  });

  test('is ended when a picture takes too long, and the next one has a new process', async () => {
    const hasty = openPictures({ jobMs: 1, startMs: 0 });
    expect(problemOf(await hasty.encodeImage(Buffer.from('x'), 'text'))).toMatch(/could not be read now/);
    await expect(hasty.drawCard(card())).rejects.toThrow(PicturesBusyError);
    await hasty.close();
  });

  test('ends with its parent, and what waits is refused', async () => {
    const others = new Set(children());
    const closed = openPictures();
    const waiting = [1, 2, 3].map(() => closed.encodeImage(Buffer.from('x'), 'text'));
    await delay(20);
    await closed.close();
    for (const result of await Promise.all(waiting)) expect(problemOf(result)).toBeDefined();
    expect(children().filter((child) => !others.has(child))).toEqual([]);
    expect(problemOf(await closed.encodeImage(Buffer.from('x'), 'text'))).toBeDefined();
  });
});
