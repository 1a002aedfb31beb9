import { describe, expect, test } from 'vitest';
import { InvalidInputError, NotFoundError } from '../../../src/domain/kernel/errors.ts';
import {
  listFollowedNews,
  listNews,
  MAX_NEWS,
  publishNews,
  removeNews,
} from '../../../src/domain/listing/news.ts';
import { addFavourite } from '../../../src/domain/member/favourites.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { given } from '../../kit/given.ts';
import { newBotId } from '../../kit/ids.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, NOON } from '../../kit/time.ts';

const { services } = await forFile(startOwnService());

const now = (ms = 0) => at(services, after(NOON, ms));
const approved = () => given(now(-1000)).listing().approved();
const note = (title: string) => ({ title, text: `About ${title}.` });
const titlesOf = async (botId: string) =>
  (await listNews(now(), { botId, first: MAX_NEWS })).map(({ title }) => title);

describe('News of a bot', () => {
  test('are listed newest first, each bot its own', async () => {
    const [{ id }, { id: other }] = [await approved(), await approved()];
    await publishNews(now(), id, note('First'));
    await publishNews(now(5), other, note('Other'));
    await publishNews(now(9), id, { title: ' Second ', text: ' *New* ' });
    expect(await listNews(now(), { botId: id, first: MAX_NEWS })).toMatchObject([
      { title: 'Second', text: '*New*', publishedAt: after(NOON, 9) },
      { title: 'First', text: 'About First.', publishedAt: NOON },
    ]);
    expect(await titlesOf(other)).toEqual(['Other']);
    expect(await titlesOf(newBotId())).toEqual([]);
  });

  test('are the newest fifty, also when they arrive together', async () => {
    const { id } = await approved();
    await Promise.all(
      Array.from({ length: MAX_NEWS + 3 }, (_, index) => publishNews(now(index), id, note(`Note ${index}`))),
    );
    const titles = await titlesOf(id);
    expect(titles).toHaveLength(MAX_NEWS);
    expect(titles[0]).toBe(`Note ${MAX_NEWS + 2}`);
  });

  test.each([
    ['a short title', { title: 'ab', text: 'x' }],
    ['a long title', { title: 'x'.repeat(81), text: 'x' }],
    ['no text', { title: 'News', text: ' ' }],
    ['a long text', { title: 'News', text: 'x'.repeat(2001) }],
    ['NUL', { title: 'News', text: 'a\0b' }],
    ['an invisible title', { title: '\u200b\u2800\u200b', text: 'x' }],
    ['a title that turns the direction', { title: 'New \u202eswen', text: 'x' }],
    ['a control character in the title', { title: 'New\u0007s', text: 'x' }],
    ['a control character in the text', { title: 'News', text: 'a\u0007b' }],
  ])('are refused with %s', async (_, one) => {
    const { id } = await approved();
    await expect(publishNews(now(), id, one)).rejects.toThrow(InvalidInputError);
    expect(await titlesOf(id)).toEqual([]);
  });

  test('have the line breaks of one kind in the text, and none in the title', async () => {
    const { id } = await approved();
    await publishNews(now(), id, { title: 'Two\nlines', text: 'One.\r\n\tTwo مرساة.' });
    expect(await listNews(now(), { botId: id, first: 1 })).toMatchObject([
      { title: 'Two lines', text: 'One.\n\tTwo مرساة.' },
    ]);
  });

  test.each(['pending', 'rejected', 'suspended'] as const)(
    'are not published for a bot that is %s, and those that it has stay',
    async (state) => {
      const { id } = await approved();
      await publishNews(now(), id, note('Before'));
      await services.db.sql`update bots set state = ${state} where id = ${id}`;
      await expect(publishNews(now(1), id, note('News'))).rejects.toMatchObject({
        code: 'CONFLICT',
        reason: 'news.notPublic',
      });
      expect(await titlesOf(id)).toEqual(['Before']);
    },
  );

  test('are not published for a bot that is not there or was removed', async () => {
    const { id, ownerId } = await approved();
    await removeListing(now(), id, ownerId);
    for (const gone of [id, newBotId()])
      await expect(publishNews(now(), gone, note('News'))).rejects.toThrow(NotFoundError);
  });

  test('are removed one by one, and no note of another bot is', async () => {
    const [{ id }, { id: other }] = [await approved(), await approved()];
    await publishNews(now(), id, note('Stays'));
    await publishNews(now(1), id, note('Goes'));
    const [goes] = await listNews(now(), { botId: id, first: MAX_NEWS });
    await expect(removeNews(now(), other, goes?.id ?? '')).rejects.toThrow(InvalidInputError);
    await removeNews(now(), id, goes?.id ?? '');
    expect(await titlesOf(id)).toEqual(['Stays']);
    for (const unknown of [goes?.id ?? '', 'no id'])
      await expect(removeNews(now(), id, unknown)).rejects.toThrow(InvalidInputError);
  });
});

test('a user reads the news of the public bots that they follow, newest first, and of no others', async () => {
  const userId = await given(now()).user();
  const [followed, second, other] = [await approved(), await approved(), await approved()];
  const hidden = await given(now(-1000)).listing().approved();
  for (const { id } of [followed, second, hidden]) await addFavourite(now(), userId, id);
  for (const [index, { id }] of [followed, other, hidden, second, followed].entries())
    await publishNews(now(index), id, note(`Note ${index}`));
  await services.db.sql`update bots set state = 'suspended' where id = ${hidden.id}`;
  const news = await listFollowedNews(now(), userId, 10);
  expect(news.map(({ title, listing }) => [title, listing.id])).toEqual([
    ['Note 4', followed.id],
    ['Note 3', second.id],
    ['Note 0', followed.id],
  ]);
  expect(await listFollowedNews(now(), userId, 1)).toHaveLength(1);
});
