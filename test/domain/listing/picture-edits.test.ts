import { describe, expect, test } from 'vitest';
import { ConflictError } from '../../../src/domain/kernel/errors.ts';
import { withdrawEdit } from '../../../src/domain/listing/edit.ts';
import { listEdits } from '../../../src/domain/listing/edits.ts';
import { findListing } from '../../../src/domain/listing/read.ts';
import { addScreenshot, moveScreenshot, removeScreenshot } from '../../../src/domain/listing/screenshots.ts';
import { removeAvatar, removeBanner, setAvatar, setBanner } from '../../../src/domain/listing/uploads.ts';
import { decideEdit } from '../../../src/domain/moderation/decide-edit.ts';
import { countQueue, findPlace, listQueue } from '../../../src/domain/moderation/queue.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { type GivenListing, given, putInState, unreviewed } from '../../kit/given.ts';
import { png } from '../../kit/platform.ts';
import { present } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';

const { services } = await forFile(startOwnService());
const moderator = await given(services).moderator();
const REASON = 'It shows another bot.';

const listed = () => given(services).listing().approved();
const find = async (botId: string) => present(await findListing(services, botId));
const newestOf = async (botId: string) => present((await listEdits(services, botId))[0]);
const decide = (botId: string, editId: number, accepts: boolean, reason?: string) =>
  decideEdit(services, moderator, botId, { editId, accepts, reason });
const imagesOf = async (botId: string) =>
  (await services.db.sql`select hash from listing_images where bot_id = ${botId}`).length;

const by = ({ id, ownerId }: GivenListing) => ({ botId: id, userId: ownerId });
const base64 = (width: number, height: number) => png(width, height).toString('base64');

/** Uploads a picture of each part, in two versions, and reads what everybody sees of it. */
const PARTS = {
  picture: {
    upload: (bot: GivenListing, version: number) => setAvatar(services, by(bot), base64(64 + version, 64)),
    shown: async (botId: string) => (await find(botId)).avatarHash,
  },
  banner: {
    upload: (bot: GivenListing, version: number) =>
      setBanner(services, by(bot), base64(1000 + version * 100, 270 + version * 30)),
    shown: async (botId: string) => (await find(botId)).bannerHash,
  },
  screenshots: {
    upload: (bot: GivenListing, version: number) =>
      addScreenshot(services, by(bot), base64(600 + version * 10, 400), null),
    shown: async (botId: string) => (await find(botId)).screenshots.length,
  },
} as const;

describe.each(Object.entries(PARTS))('A new %s of a public listing', (part, { upload, shown }) => {
  test('waits, and a moderator accepts it', async () => {
    const bot = await listed();
    const before = await shown(bot.id);
    await upload(bot, 1);
    expect(await shown(bot.id)).toEqual(before);
    const edit = await newestOf(bot.id);
    expect(edit).toMatchObject({ part, state: 'waiting', reviewReasons: ['picture'], userId: bot.ownerId });
    await decide(bot.id, edit.id, true);
    expect(await shown(bot.id)).not.toEqual(before);
    expect(await newestOf(bot.id)).toMatchObject({ state: 'accepted' });
  });

  test('is deleted when it is refused, and does not come back', async () => {
    const bot = await listed();
    const before = await shown(bot.id);
    await upload(bot, 1);
    await decide(bot.id, (await newestOf(bot.id)).id, false, REASON);
    expect(await shown(bot.id)).toEqual(before);
    expect(await imagesOf(bot.id)).toBe(0);
    await expect(upload(bot, 1)).rejects.toThrow(ConflictError);
    expect(await imagesOf(bot.id)).toBe(0);
  });

  test('replaces one that waits, and is taken back', async () => {
    const bot = await listed();
    await upload(bot, 1);
    const first = await newestOf(bot.id);
    await upload(bot, 2);
    await expect(decide(bot.id, first.id, true)).rejects.toThrow(ConflictError);
    await withdrawEdit(services, bot.id, (await newestOf(bot.id)).id);
    expect([await listEdits(services, bot.id), await imagesOf(bot.id)]).toEqual([[], 0]);
  });

  test('is public at once before the listing is, and waits through a suspension', async () => {
    const bot = await listed();
    const before = await shown(bot.id);
    await upload(bot, 1);
    await putInState(services, bot.id, 'suspended');
    await expect(decide(bot.id, (await newestOf(bot.id)).id, true)).rejects.toThrow(ConflictError);
    expect(await shown(bot.id)).toEqual(before);
    await upload(bot, 2);
    expect(await shown(bot.id)).not.toEqual(before);
    expect(await listEdits(services, bot.id)).toEqual([]);
  });

  test('is deleted with the listing', async () => {
    const bot = await listed();
    await upload(bot, 1);
    await removeListing(services, bot.id, bot.ownerId);
    expect(await listEdits(services, bot.id)).toEqual([]);
    expect(await imagesOf(bot.id)).toBe(0);
  });
});

test('What shows nothing new is public at once: a removal, and another order', async () => {
  const bot = await listed();
  await unreviewed(services, bot.id, async () => {
    for (const { upload } of Object.values(PARTS)) await upload(bot, 1);
    await PARTS.screenshots.upload(bot, 2);
  });
  const [first, second] = (await find(bot.id)).screenshots.map(({ hash }) => hash);
  await moveScreenshot(services, by(bot), present(second), 1);
  await removeScreenshot(services, by(bot), present(first));
  await removeBanner(services, by(bot));
  await removeAvatar(services, by(bot));
  expect(await find(bot.id)).toMatchObject({
    screenshots: [{ hash: second }],
    bannerHash: null,
    avatarHash: null,
  });
  expect(await listEdits(services, bot.id)).toEqual([]);
});

test('A listing with several parts that wait is in the queue once', async () => {
  const bot = await listed();
  const before = await countQueue(services);
  for (const { upload } of Object.values(PARTS)) await upload(bot, 1);
  expect(await listEdits(services, bot.id)).toHaveLength(3);
  expect(await countQueue(services)).toBe(before + 1);
  const queue = await listQueue(services, { limit: 100, inverted: false });
  const ids = queue.map(({ listing }) => listing.id);
  expect(ids.filter((id) => id === bot.id)).toHaveLength(1);
  expect(await findPlace(services, bot.id)).toBe(ids.indexOf(bot.id) + 1);
});
