import { expect, test } from 'vitest';
import { offerFilters } from '../../../src/domain/directory/counts.ts';
import { parseSearch } from '../../../src/domain/directory/parse.ts';
import { suggest, tagsNamed } from '../../../src/domain/directory/suggest.ts';
import { CORPUS } from '../../kit/directory-corpus.ts';
import { first, present } from '../../kit/present.ts';
import { useCorpus } from '../../kit/use-corpus.ts';

const corpus = useCorpus(async ({ sql }) => {
  const write = (name: string, short: string) =>
    sql`update bots set short_description = ${short} where name = ${name}`;
  await write('Brushling', 'Draws nsfw pictures.');
  await write('Captionfish', 'Writes captions, no nsfw.');
});

const find = (search: string) => corpus.find({ search, isRelaxed: true }, CORPUS.length);
const listed = async (search: string) =>
  (await find(search)).entries.map(({ listing }) =>
    present(CORPUS.find(({ name }) => name === listing.name)),
  );
const WITH_MUSIC = CORPUS.filter(({ tags }) => tags.includes('music')).length;

test.each([
  'bot without music',
  'no music',
  'not a music bot',
  'no perms no music',
  'ohne Musik',
  'ein Bot, aber kein Musikbot',
  'sans musique',
  'pas de musique',
])('A search for %s lists all bots of the category last', async (search) => {
  const all = await listed(search);
  expect(all).toHaveLength(CORPUS.length);
  const last = all.slice(-WITH_MUSIC);
  expect(last.filter(({ tags }) => tags.includes('music'))).toHaveLength(WITH_MUSIC);
});

test.each(['not nsfw', 'ohne nsfw', 'pictures without nsfw'])(
  'A search for %s lists a bot with the word after one that says it is without it',
  async (search) => {
    const names = (await listed(search)).map(({ name }) => name);
    expect(names).toContain('Captionfish');
    expect(names.indexOf('Brushling')).toBeGreaterThan(names.indexOf('Captionfish'));
  },
);

test('What is not wanted narrows what is: games, those without role-playing first', async () => {
  // Bots with the words in their long texts alone are after all of the category.
  const found = (await listed('games without role playing')).filter(({ tags }) => tags.includes('games'));
  const areRolePlaying = found.map(({ tags }) => tags.includes('role-playing'));
  expect(areRolePlaying).toContain(true);
  expect(areRolePlaying).toEqual(areRolePlaying.toSorted((one, other) => Number(one) - Number(other)));
});

test('A word after "and" or "or" is not wanted, either', async () => {
  const tags = new Set((await listed('without music or games')).slice(0, 5).flatMap((bot) => bot.tags));
  expect([tags.has('music'), tags.has('games')]).toEqual([false, false]);
  const [offer] = await offerFilters(corpus, present((await find('ohne Musik und Spiele')).matched));
  expect(offer?.facets.without).toEqual(['music', 'games']);
});

test.each([
  'not in german music',
  'Musik, aber nicht auf Deutsch',
  'musique, pas en allemand',
  'no german music',
])('A search for %s lists bots that speak only this language last, and does not offer it', async (search) => {
  const klangbude = present(CORPUS.find(({ name }) => name === 'Klangbude'));
  expect(klangbude.languages).toEqual(['de']);
  // Bots with the words in their long texts alone are after all of the category.
  const found = (await listed(search)).filter(({ tags }) => tags.includes('music'));
  expect(found).toHaveLength(WITH_MUSIC);
  expect(found.at(-1)).toBe(klangbude);
  expect(await offerFilters(corpus, present((await find(search)).matched))).toEqual([]);
});

test.each(['no spam', 'no raids', 'stop spam', 'keine Beleidigungen'])(
  'A search for %s still finds the bots that act against it',
  async (search) => expect(first(await listed(search)).tags).toContain('moderation'),
);

test('What is not wanted is offered as a filter, and never suggested or named as a category', async () => {
  const { matched } = await find('moderation without music');
  const [offer, ...others] = await offerFilters(corpus, present(matched));
  expect([offer?.text, offer?.facets, others]).toMatchObject([
    '',
    { tags: ['moderation'], without: ['music'] },
    [],
  ]);
  expect(tagsNamed(parseSearch('moderation without music')).map(({ slug }) => slug)).toEqual(['moderation']);
  for (const text of ['moderation without music', 'moderation without musi']) {
    const { tags } = await suggest(corpus, text);
    expect(tags.map(({ slug }) => slug)).not.toContain('music');
  }
});
