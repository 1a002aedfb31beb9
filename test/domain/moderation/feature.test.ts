import { beforeEach, expect, test } from 'vitest';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '../../../src/domain/kernel/errors.ts';
import { findListing } from '../../../src/domain/listing/read.ts';
import { moderateListing } from '../../../src/domain/moderation/decide.ts';
import {
  featureListing,
  findFeatureReason,
  listFeatured,
  listFeatures,
  unfeatureListing,
} from '../../../src/domain/moderation/feature.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { given } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, DAY_MS, NOON } from '../../kit/time.ts';

const MODERATOR = newUserId();
const REASON = 'It advertises by direct messages.';

const { services } = await forFile(startOwnService());
beforeEach(() => services.db.sql`truncate features`);

const now = (ms = 0) => at(services, after(NOON, ms));
const approved = () => given(now(-DAY_MS)).listing().approved();
const until = (days: number) => after(NOON, days * DAY_MS);
const feature = (botId: string, place = 1, days = 7) =>
  featureListing(now(), MODERATOR, botId, { until: until(days), place });
const featured = async (ms = 0) => (await listFeatured(now(ms), 12)).map(({ id }) => id);
const decide = async (id: string, decision: 'suspend' | 'restore', ms: number) => {
  const revision = (await findListing(services, id))?.revision ?? 0;
  await moderateListing(now(ms), MODERATOR, id, { decision, revision, reason: REASON, closesReports: false });
};

test('featured listings are shown by place until their end, which needs nobody', async () => {
  const [first, second, third] = [await approved(), await approved(), await approved()];
  await feature(second.id, 2, 3);
  await feature(first.id, 1, 7);
  await feature(third.id, 12, 1);
  expect(await featured()).toEqual([first.id, second.id, third.id]);
  expect((await listFeatured(now(), 2)).map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(await featured(DAY_MS - 1)).toHaveLength(3);
  expect(await featured(DAY_MS)).toEqual([first.id, second.id]);
  expect(await featured(7 * DAY_MS)).toEqual([]);
});

test('a new choice replaces the earlier one, and the history keeps both', async () => {
  const { id } = await approved();
  await feature(id, 1, 7);
  const other = await given(now()).moderator('Grace');
  await featureListing(now(5), other, id, { until: until(20), place: 3 });
  await unfeatureListing(now(10), other, id);
  expect(await featured(10)).toEqual([]);
  expect(await listFeatures(now(10), id)).toMatchObject([
    { userName: 'Grace', place: 3, endedAt: after(NOON, 10), isCurrent: false },
    { userId: MODERATOR, userName: null, place: 1, featuredUntil: until(7), endedAt: after(NOON, 5) },
  ]);
});

test.each([
  ['in the past', -1],
  ['now', 0],
  ['in more than sixty days', 60 * DAY_MS + 1],
])('an end %s is refused', async (_, ms) => {
  const { id } = await approved();
  await expect(featureListing(now(), MODERATOR, id, { until: after(NOON, ms), place: 1 })).rejects.toThrow(
    InvalidInputError,
  );
  await featureListing(now(), MODERATOR, id, { until: until(60), place: 1 });
});

test.each([0, 13, 1.5, -1])('the place %d is refused', async (place) => {
  const { id } = await approved();
  await expect(feature(id, place)).rejects.toThrow(InvalidInputError);
});

test('a thirteenth listing is refused, and one that is featured already can be moved', async () => {
  const ids: string[] = [];
  for (let place = 1; place <= 12; place += 1) {
    const { id } = await approved();
    await feature(id, place);
    ids.push(id);
  }
  const { id } = await approved();
  await expect(feature(id)).rejects.toThrow(ConflictError);
  await feature(ids[11] ?? '', 1);
  await unfeatureListing(now(), MODERATOR, ids[3] ?? '');
  await feature(id);
  expect(await featured()).toHaveLength(12);
});

test('moderators who feature many listings at once leave twelve', async () => {
  const listings = await Promise.all(Array.from({ length: 24 }, approved));
  const results = await Promise.allSettled(listings.map(({ id }) => feature(id)));
  const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
  expect(refused).toHaveLength(12);
  for (const reason of refused) expect(reason).toBeInstanceOf(ConflictError);
  expect((await listFeatures(now(), listings[0]?.id ?? '')).length).toBeLessThanOrEqual(1);
  const [row] = await services.db.sql`select count(*)::int as count from features where ended_at is null`;
  expect(row).toEqual({ count: 12 });
});

test('a listing that stops being public falls out for good', async () => {
  const { id, ownerId } = await approved();
  await feature(id);
  await decide(id, 'suspend', 1000);
  expect(await featured(1000)).toEqual([]);
  await decide(id, 'restore', 4000);
  expect(await featured(4000)).toEqual([]);
  expect(await listFeatures(now(4000), id)).toMatchObject([{ isCurrent: false, endedAt: null }]);
  await featureListing(now(5000), MODERATOR, id, { until: until(7), place: 1 });
  expect(await featured(5000)).toEqual([id]);
  await removeListing(now(6000), id, ownerId);
  expect(await featured(6000)).toEqual([]);
});

test.each(['pending', 'rejected', 'suspended', 'removed'] as const)(
  'a %s listing is refused',
  async (state) => {
    const { id } = await given(now(-DAY_MS)).listing().in(state);
    await expect(feature(id)).rejects.toThrow(ConflictError);
  },
);

test('nobody features a listing of their own, nor one that does not exist, nor ends what is not featured', async () => {
  const { id, ownerId } = await approved();
  const choice = { until: until(1), place: 1 };
  await expect(featureListing(now(), ownerId, id, choice)).rejects.toThrow(ForbiddenError);
  await expect(unfeatureListing(now(), ownerId, id)).rejects.toThrow(ForbiddenError);
  await expect(unfeatureListing(now(), MODERATOR, id)).rejects.toThrow(ConflictError);
  for (const unknown of [newBotId(), 'no id'])
    await expect(featureListing(now(), MODERATOR, unknown, choice)).rejects.toThrow(NotFoundError);
});

test('readers of a language with a reason read why a listing is featured, only while it is', async () => {
  const { id } = await approved();
  const { id: other } = await approved();
  const [en, de] = ['It is calm, and it explains itself.', 'Er ist ruhig und erklärt sich selbst.'];
  const reasons = { en: ` ${en} `, de };
  await featureListing(now(), MODERATOR, id, { until: until(1), place: 1, reasons });
  await feature(other, 2);
  const read = (language: string, ms = 0) =>
    Promise.all([id, other, newBotId()].map((botId) => findFeatureReason(now(ms), { botId, language })));
  expect(await read('en')).toEqual([en, null, null]);
  expect(await read('de')).toEqual([de, null, null]);
  for (const language of ['fr', 'constructor', '']) expect(await read(language)).toEqual([null, null, null]);
  expect(await read('en', DAY_MS)).toEqual([null, null, null]);
  expect(await listFeatures(now(), id)).toMatchObject([{ reasons: { en, de } }]);
});

test.each(['', ' ab ', 'x'.repeat(121), 'NUL \0'])('the reason %j is refused', async (reason) => {
  const { id } = await approved();
  const choice = { until: until(1), place: 1, reasons: { en: 'It explains itself.', de: reason } };
  await expect(featureListing(now(), MODERATOR, id, choice)).rejects.toThrow(InvalidInputError);
  expect(await featured()).toEqual([]);
});

test('two moderators who choose one listing at once leave one choice', async () => {
  const { id } = await approved();
  await Promise.all([1, 2, 3, 4].map((place) => feature(id, place)));
  expect(await featured()).toEqual([id]);
  expect((await listFeatures(now(), id)).filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
});
