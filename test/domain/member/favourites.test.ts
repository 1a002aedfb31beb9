import { describe, expect, test } from 'vitest';
import { writeCursor } from '../../../src/domain/kernel/keyset-cursor.ts';
import {
  addFavourite,
  listFavourites,
  MAX_FAVOURITES,
  readRelation,
  removeFavourite,
} from '../../../src/domain/member/favourites.ts';
import { given, putInState } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { forFile, startService } from '../../kit/service.ts';
import { after, at, HOUR_MS, NOON } from '../../kit/time.ts';

const { services } = await forFile(startService());

const now = (hours = 0) => at(services, after(NOON, hours * HOUR_MS));
const approved = () => given(now()).listing().approved();
const ALL = { limit: 100, inverted: false };
const idsOf = async (userId: string, range = ALL) =>
  (await listFavourites(services, userId, range)).map(({ listing }) => listing.id);

/** As many public listings, without all that a listing has on the site. */
async function manyListings(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newBotId);
  await services.db.sql`
    insert into bots (id, name, short_description, state, created_at)
    select id, 'One of many', 'It does this and that.', 'approved', now() from unnest(${ids}::text[]) as bot(id)`;
  return ids;
}

describe('A favourite', () => {
  test('is added, listed and removed; repetitions change nothing', async () => {
    const [bot, userId] = [await approved(), await given(now()).user()];
    await addFavourite(now(), userId, bot.id);
    await addFavourite(now(1), userId, bot.id);
    expect(await listFavourites(services, userId, ALL)).toMatchObject([
      { listing: { id: bot.id }, createdAt: NOON },
    ]);
    expect(await readRelation(services, { botId: bot.id, userId })).toEqual({
      isFavourite: true,
      wantsReminder: false,
      votedAt: null,
    });
    expect(await readRelation(services, { botId: bot.id, userId: newUserId() })).toEqual({
      isFavourite: false,
      wantsReminder: false,
      votedAt: null,
    });
    await removeFavourite(services, userId, bot.id);
    await removeFavourite(services, userId, bot.id);
    expect(await idsOf(userId)).toEqual([]);
  });

  test('that is hidden is not listed, comes back with its listing, and can be removed meanwhile', async () => {
    const [bot, userId] = [await approved(), await given(now()).user()];
    await addFavourite(now(), userId, bot.id);
    await putInState(services, bot.id, 'suspended');
    expect(await idsOf(userId)).toEqual([]);
    await putInState(services, bot.id, 'approved');
    expect(await idsOf(userId)).toEqual([bot.id]);
    await putInState(services, bot.id, 'suspended');
    await removeFavourite(services, userId, bot.id);
    await putInState(services, bot.id, 'approved');
    expect(await idsOf(userId)).toEqual([]);
  });

  test('disappears with its listing', async () => {
    const [[id = ''], userId] = [await manyListings(1), await given(now()).user()];
    await addFavourite(now(), userId, id);
    await services.db.sql`delete from bots where id = ${id}`;
    expect(await services.db.sql`select from favourites where user_id = ${userId}`).toHaveLength(0);
  });

  test.each([
    ['no listing', newBotId],
    ['what is no id', () => 'Ada'],
    ['a character that PostgreSQL refuses', () => '\0'],
    ['a listing that waits', async () => (await given(now()).listing().submitted()).id],
    ['a suspended listing', async () => (await given(now()).listing().in('suspended')).id],
  ])('is refused for %s', async (_, idOf) => {
    const userId = await given(now()).user();
    await expect(addFavourite(now(), userId, await idOf())).rejects.toThrow('Bot not found.');
    expect(await services.db.sql`select from favourites where user_id = ${userId}`).toHaveLength(0);
  });

  test('is refused for a user whose account is gone', async () => {
    const bot = await approved();
    await expect(addFavourite(now(), newUserId(), bot.id)).rejects.toThrow('Sign in first.');
  });

  test('is refused above the maximum, also when two are added at once', async () => {
    const userId = await given(now()).user();
    const ids = await manyListings(MAX_FAVOURITES - 1);
    await services.db.sql`
      insert into favourites (bot_id, user_id, created_at)
      select id, ${userId}, now() from unnest(${ids}::text[]) as bot(id)`;
    const [first, second] = [await approved(), await approved()];
    const outcomes = await Promise.allSettled([
      addFavourite(now(), userId, first.id),
      addFavourite(now(), userId, second.id),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const third = addFavourite(now(), userId, (await approved()).id);
    await expect(third).rejects.toThrow('You already follow 500 bots. Stop following one first.');
    // One that is marked already is not refused.
    await addFavourite(now(), userId, ids[0] ?? '');
    await removeFavourite(services, userId, ids[0] ?? '');
    await addFavourite(now(), userId, (await approved()).id);
  });
});

test('Favourites are paged in both directions, the newest first', async () => {
  const userId = await given(now()).user();
  const ids: string[] = [];
  for (let hour = 0; hour < 5; hour++) {
    const { id } = await approved();
    await addFavourite(now(hour), userId, id);
    ids.unshift(id);
  }
  const cursor = (index: number) =>
    writeCursor({ time: after(NOON, (4 - index) * HOUR_MS), id: ids[index] ?? '' });
  expect(await idsOf(userId)).toEqual(ids);
  expect(await idsOf(userId, { ...ALL, after: cursor(1) } as typeof ALL)).toEqual(ids.slice(2));
  const before = { limit: 2, inverted: true, before: cursor(3) };
  expect(await idsOf(userId, before)).toEqual([ids[2], ids[1]]);
  await expect(idsOf(userId, { ...ALL, after: 'nonsense' } as typeof ALL)).rejects.toThrow(
    'A cursor must come',
  );
});
