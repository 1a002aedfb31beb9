import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findListing, listByIds } from '../../../src/domain/listing/read.ts';
import {
  addScreenshot,
  describeScreenshot,
  MAX_SCREENSHOTS,
  moveScreenshot,
  removeScreenshot,
} from '../../../src/domain/listing/screenshots.ts';
import { setBanner } from '../../../src/domain/listing/uploads.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { eraseUser } from '../../../src/domain/privacy/erase-user.ts';
import { exportUser } from '../../../src/domain/privacy/export-user.ts';
import { given } from '../../kit/given.ts';
import { present } from '../../kit/present.ts';
import { forFile, startService } from '../../kit/service.ts';

const { services } = await forFile(startService());

const COLOURS = ['#0aa', '#a0a', '#aa0', '#00a', '#0a0', '#a00'];
const drawing = async (width: number, height: number, background = '#0aa') =>
  (
    await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64');

const submitted = () => given(services).listing().submitted();
const screenshotsOf = async (botId: string) =>
  present((await listByIds(services, [botId])).get(botId)).screenshots;
const storedOf = async (botId: string) =>
  (await services.db.sql`select hash from listing_images where bot_id = ${botId}`).map(({ hash }) =>
    String(hash),
  );

/** Adds screenshots of different colours. */
async function add(botId: string, count: number): Promise<string[]> {
  for (const colour of COLOURS.slice(0, count)) {
    await addScreenshot(services, { botId: botId, userId: '1' }, await drawing(600, 400, colour), null);
  }
  return (await screenshotsOf(botId)).map(({ hash }) => hash);
}

describe('A screenshot', () => {
  test('is stored in two sizes with its description', async () => {
    const { id } = await submitted();
    await addScreenshot(services, { botId: id, userId: '1' }, await drawing(3200, 1800), '  The  queue ');
    const [stored] = await screenshotsOf(id);
    expect(stored).toMatchObject({ width: 1600, height: 900, description: 'The queue' });
    const images = await services.db.sql<{ hash: string; image: Buffer }[]>`
      select hash, image from listing_images where bot_id = ${id}`;
    const sizes = new Map<string, unknown>();
    for (const { hash, image } of images) sizes.set(hash, await sharp(image).metadata());
    expect(sizes.get(present(stored).hash)).toMatchObject({ format: 'webp', width: 1600, height: 900 });
    expect(sizes.get(present(stored).thumbnailHash)).toMatchObject({ width: 480, height: 270 });
  });

  test('is refused beyond five, or a second time, and the others stay', async () => {
    const { id } = await submitted();
    const before = await add(id, MAX_SCREENSHOTS - 1);
    await expect(
      addScreenshot(services, { botId: id, userId: '1' }, await drawing(600, 400, '#0aa'), null),
    ).rejects.toThrow('The listing already has this screenshot.');
    const fifth = await drawing(600, 400, '#123');
    const sixth = await drawing(600, 400, '#321');
    // Of two at the same time, one finds four others.
    const outcomes = await Promise.allSettled(
      [fifth, sixth].map((image) => addScreenshot(services, { botId: id, userId: '1' }, image, null)),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(
      addScreenshot(services, { botId: id, userId: '1' }, await drawing(600, 400, '#456'), null),
    ).rejects.toThrow('The listing already has 5 screenshots. Remove one first.');
    expect((await screenshotsOf(id)).map(({ hash }) => hash).slice(0, 4)).toEqual(before);
    expect(await storedOf(id)).toHaveLength(10);
  });

  test('is refused when it is not a still picture of a usual size, and nothing is stored', async () => {
    const { id } = await submitted();
    const frames = await sharp(
      await Promise.all(
        COLOURS.slice(0, 2).map(async (colour) => Buffer.from(await drawing(300, 300, colour), 'base64')),
      ),
      { join: { animated: true } },
    )
      .gif()
      .toBuffer();
    for (const [image, message] of [
      [frames.toString('base64'), /cannot be animated/],
      [await drawing(239, 400), /at least 240 wide and high/],
      [await drawing(1000, 300), /three times the shorter one/],
      [Buffer.from('<svg/>').toString('base64'), /not a PNG, JPEG, WebP or GIF/],
      ['no base64!', /base64/],
      [Buffer.alloc(700 * 1024 + 10).toString('base64'), /larger than 700 KiB/],
    ] as const) {
      await expect(addScreenshot(services, { botId: id, userId: '1' }, image, null)).rejects.toThrow(message);
    }
    const image = await drawing(600, 400);
    for (const description of ['x'.repeat(121), 'a\u0007b', 'a\u202eb', '\u2800']) {
      await expect(addScreenshot(services, { botId: id, userId: '1' }, image, description)).rejects.toThrow(
        'The description',
      );
    }
    expect(await screenshotsOf(id)).toEqual([]);
    expect(await storedOf(id)).toEqual([]);
  });

  test('moves, is described, and is removed, and the others keep their order', async () => {
    const { id } = await submitted();
    const [first = '', second = '', third = ''] = await add(id, 3);
    await moveScreenshot(services, { botId: id, userId: '1' }, third, 1);
    expect((await screenshotsOf(id)).map(({ hash }) => hash)).toEqual([third, first, second]);
    await moveScreenshot(services, { botId: id, userId: '1' }, third, 3);
    await describeScreenshot(services, { botId: id, userId: '1' }, second, 'Settings');
    await setBanner(services, { botId: id, userId: '1' }, await drawing(1000, 250));
    await removeScreenshot(services, { botId: id, userId: '1' }, first);
    expect(await screenshotsOf(id)).toMatchObject([
      { hash: second, description: 'Settings' },
      { hash: third, description: null },
    ]);
    // Two screenshots and the banner, in two sizes.
    expect(await storedOf(id)).toHaveLength(6);
    await describeScreenshot(services, { botId: id, userId: '1' }, second, '');
    expect(await screenshotsOf(id)).toMatchObject([{ description: null }, {}]);
    for (const position of [0, 3]) {
      await expect(moveScreenshot(services, { botId: id, userId: '1' }, third, position)).rejects.toThrow(
        'must be 1 to 2',
      );
    }
    for (const change of [
      removeScreenshot,
      (...of: Parameters<typeof removeScreenshot>) => moveScreenshot(...of, 1),
    ]) {
      await expect(change(services, { botId: id, userId: '1' }, first)).rejects.toThrow(
        'screenshot no longer exists',
      );
    }
    const other = await submitted();
    await expect(removeScreenshot(services, { botId: other.id, userId: '1' }, second)).rejects.toThrow(
      'screenshot no longer exists',
    );
  });
});

describe('The screenshots of a listing', () => {
  test('are gone with the removed listing, and no one is added to it', async () => {
    const { id, ownerId } = await submitted();
    await add(id, 2);
    await removeListing(services, id, ownerId);
    expect(await findListing(services, id)).toBeUndefined();
    expect(await screenshotsOf(id)).toEqual([]);
    expect(await storedOf(id)).toEqual([]);
    await expect(
      addScreenshot(services, { botId: id, userId: '1' }, await drawing(600, 400), null),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('are in the export of the owner, and gone when the owner is erased', async () => {
    const { id, ownerId } = await submitted();
    await addScreenshot(services, { botId: id, userId: '1' }, await drawing(600, 400), 'A settings page');
    expect(JSON.stringify(await exportUser(services, ownerId))).toContain('A settings page');
    await eraseUser(services, ownerId, { removesListings: true });
    expect(await screenshotsOf(id)).toEqual([]);
    expect(await storedOf(id)).toEqual([]);
  });
});
