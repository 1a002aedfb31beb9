import { expect, test } from 'vitest';
import type { ListingState } from '../../../src/db/tables.ts';
import { imagePath } from '../../../src/domain/listing/images.ts';
import { listMoves } from '../../../src/domain/listing/moves.ts';
import { findListing, listByIds } from '../../../src/domain/listing/read.ts';
import { addScreenshot, removeScreenshot } from '../../../src/domain/listing/screenshots.ts';
import { setBanner } from '../../../src/domain/listing/uploads.ts';
import { claimListing } from '../../../src/domain/moderation/claims.ts';
import { moderateListing } from '../../../src/domain/moderation/decide.ts';
import { measureReviews } from '../../../src/domain/moderation/queue.ts';
import { listOwnerRecords } from '../../../src/domain/moderation/review.ts';
import { takeDownPicture } from '../../../src/domain/moderation/take-down.ts';
import { given, putInState, unreviewed } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { png } from '../../kit/platform.ts';
import { present } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, HOUR_MS, NOON } from '../../kit/time.ts';

const MODERATOR = newUserId();
const REASON = 'It shows a private conversation.';

const { services } = await forFile(startOwnService());

const now = (ms = 0) => at(services, after(NOON, ms));
const picturesOf = async (botId: string) => {
  const { bannerHash, screenshots } = present((await listByIds(services, [botId])).get(botId));
  return {
    banner: bannerHash === null ? null : imagePath(botId, bannerHash),
    screenshots: screenshots.map(({ hash }) => imagePath(botId, hash)),
  };
};
const storedOf = (botId: string) => services.db.sql`select hash from listing_images where bot_id = ${botId}`;

/** A listing with a banner and two screenshots. */
async function listed(state: ListingState) {
  const bot = await given(now()).listing().in(state);
  await putInState(services, bot.id, 'pending');
  await setBanner(services, { botId: bot.id, userId: '1' }, png(1000, 250).toString('base64'));
  for (const width of [500, 600]) {
    await addScreenshot(services, { botId: bot.id, userId: '1' }, png(width, 400).toString('base64'), null);
  }
  await putInState(services, bot.id, state);
  const { banner, screenshots } = await picturesOf(bot.id);
  return { ...bot, banner: present(banner), first: present(screenshots[0]), second: present(screenshots[1]) };
}

test.each(['pending', 'approved', 'rejected', 'suspended'] as const)(
  'a screenshot and the banner of a listing that is %s are taken down, and the history says who did it, and why',
  async (state) => {
    const { id, banner, first, second } = await listed(state);
    const before = await listMoves(services, id);
    await takeDownPicture(now(HOUR_MS), MODERATOR, id, first, ` ${REASON} `);
    expect(await picturesOf(id)).toEqual({ banner, screenshots: [second] });
    await takeDownPicture(now(2 * HOUR_MS), MODERATOR, id, banner, REASON);
    expect(await picturesOf(id)).toEqual({ banner: null, screenshots: [second] });
    // The second screenshot in its two sizes.
    expect(await storedOf(id)).toHaveLength(2);
    const act = { fromState: state, toState: state, userId: MODERATOR, reason: REASON };
    expect((await listMoves(services, id)).slice(before.length)).toMatchObject([
      { ...act, takenDown: 'screenshot', movedAt: after(NOON, HOUR_MS) },
      { ...act, takenDown: 'banner', movedAt: after(NOON, 2 * HOUR_MS) },
    ]);
  },
);

test('nothing is taken down without a reason, by an owner, during a claim, or of another listing', async () => {
  const { id, ownerId, banner, first, second } = await listed('approved');
  const other = await listed('approved');
  const moves = await listMoves(services, id);
  const take = (path: string, reason = REASON, moderatorId = MODERATOR, botId = id) =>
    takeDownPicture(now(), moderatorId, botId, path, reason);
  for (const reason of ['', ' too short ', 'x'.repeat(501), 'NUL \0 in a reason']) {
    await expect(take(first, reason)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  }
  await expect(take(first, REASON, ownerId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  for (const path of [other.first, other.banner, imagePath(id, 'a'), `${first}x`, '', 'null']) {
    await expect(take(path)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  for (const botId of ['1', newBotId()]) {
    await expect(take(first, REASON, MODERATOR, botId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  await claimListing(now(HOUR_MS), newUserId(), id, false);
  await expect(take(first)).rejects.toMatchObject({ code: 'CLAIMED' });
  expect(await picturesOf(id)).toEqual({ banner, screenshots: [first, second] });
  expect(await listMoves(services, id)).toEqual(moves);
});

test('a picture that the owner has replaced stays, and of two moderators one is refused', async () => {
  const { id, first, second } = await listed('approved');
  await removeScreenshot(services, { botId: id, userId: '1' }, present(first.split('/').at(-1)));
  await unreviewed(services, id, () =>
    addScreenshot(services, { botId: id, userId: '1' }, png(700, 400).toString('base64'), null),
  );
  await expect(takeDownPicture(now(), MODERATOR, id, first, REASON)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    reason: 'picture.notFound',
  });
  expect((await picturesOf(id)).screenshots).toHaveLength(2);
  const outcomes = await Promise.allSettled(
    [MODERATOR, newUserId()].map((each) => takeDownPicture(now(), each, id, second, REASON)),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a picture that is taken down changes nothing that rests on decisions', async () => {
  const { id, first, second } = await listed('pending');
  await takeDownPicture(now(HOUR_MS), MODERATOR, id, first, REASON);
  await moderateListing(now(2 * HOUR_MS), MODERATOR, id, {
    ...{ decision: 'reject', revision: 1, reason: 'It is offline.', closesReports: false },
  });
  await takeDownPicture(now(2 * HOUR_MS + 1), MODERATOR, id, second, REASON);
  // Neither is an earlier rejection of the owner.
  expect(present((await listOwnerRecords(services, id))[0]).setbacks).toHaveLength(1);
});

test('the wait for a review begins with the submission', async () => {
  await services.db.sql`truncate bots cascade`;
  for (let count = 0; count < 10; count += 1) {
    const { id } = await given(now()).listing().submitted();
    await addScreenshot(services, { botId: id, userId: '1' }, png(500, 400).toString('base64'), null);
    const [screenshot = ''] = (await picturesOf(id)).screenshots;
    await takeDownPicture(now(HOUR_MS), MODERATOR, id, screenshot, REASON);
    const { revision } = present(await findListing(services, id));
    await moderateListing(now(3 * HOUR_MS), MODERATOR, id, {
      ...{ decision: 'approve', revision, closesReports: false },
    });
  }
  expect(await measureReviews(now(4 * HOUR_MS))).toMatchObject({ reviews: 10, medianSeconds: 3 * 3600 });
});
