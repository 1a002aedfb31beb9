import { describe, expect, test } from 'vitest';
import { type DirectoryFilter, searchDirectory } from '../../../src/domain/directory/search.ts';
import { BOT_LANGUAGES } from '../../../src/domain/listing/languages.ts';
import { DIRECTORY_ORDERS } from '../../../src/terms/directory-orders.ts';
import { CORPUS } from '../../kit/directory-corpus.ts';
import { namesOf, useCorpus } from '../../kit/use-corpus.ts';

const ORDERS = DIRECTORY_ORDERS.map(({ name }) => name);
const corpus = useCorpus();

describe('The filters', () => {
  const matching = (fits: (listing: (typeof CORPUS)[number]) => boolean) =>
    CORPUS.filter(fits)
      .map(({ name }) => name)
      .sort();
  const names = async (filter: Partial<DirectoryFilter>) =>
    namesOf(
      (await searchDirectory(corpus, { order: 'votes', ...filter }, { limit: 99, inverted: false })).entries,
    ).sort();

  test.each([...ORDERS, 'relevance' as const])(
    'by tags, excluded tags and servers find all that fit, in the order %s',
    async (order) => {
      expect(await names({ order, tags: ['fun', 'games'] })).toEqual(
        matching(({ tags }) => tags.includes('fun') && tags.includes('games')),
      );
      expect(await names({ order, tags: ['fun'], without: ['games', 'music'] })).toEqual(
        matching(({ tags }) => tags.includes('fun') && !tags.includes('games') && !tags.includes('music')),
      );
      expect(await names({ order, minServers: 30 })).toEqual(matching(({ servers }) => servers >= 30));
      expect(await names({ order, search: 'music', minServers: 5, without: ['games'] })).toEqual(
        matching(({ tags, servers }) => tags.includes('music') && servers >= 5 && !tags.includes('games')),
      );
    },
  );

  test.each([...ORDERS, 'relevance' as const])(
    'by languages find bots that speak any of them, in the order %s',
    async (order) => {
      const speaks = (...codes: string[]) =>
        matching(({ languages }) => codes.some((code) => languages.includes(code)));
      expect(await names({ order, languages: ['de'] })).toEqual(speaks('de'));
      expect(await names({ order, languages: ['sv', 'ja', 'sv'] })).toEqual(speaks('sv', 'ja'));
      expect(await names({ order, languages: ['vi'] })).toEqual([]);
      expect(await names({ order, languages: [] })).toHaveLength(CORPUS.length);
      expect(await names({ order, search: 'music', languages: ['de'], without: ['games'] })).toEqual(
        matching(
          ({ tags, languages }) =>
            tags.includes('music') && languages.includes('de') && !tags.includes('games'),
        ),
      );
    },
  );

  test('by activity find only bots that have reported since then', async () => {
    const [reported] = CORPUS;
    const at = new Date('2026-03-01T10:00:00Z');
    await corpus.db
      .sql`update bot_stats set checked_in_at = ${at.toISOString()} where bot_id = ${reported?.id ?? ''}`;
    expect(await names({ activeSince: at })).toEqual([reported?.name]);
    expect(await names({ activeSince: new Date(at.getTime() + 1) })).toEqual([]);
  });

  test('apply to an application id, too', async () => {
    const [{ id, name } = { id: '', name: '' }] = CORPUS;
    expect(await names({ search: id, tags: ['music'] })).toEqual([name]);
    expect(await names({ search: id, without: ['music'] })).toEqual([]);
    expect(await names({ search: id, minServers: 1000 })).toEqual([]);
    expect(await names({ search: id, languages: ['vi', 'en'] })).toEqual([name]);
    expect(await names({ search: id, languages: ['vi'] })).toEqual([]);
  });

  test.each<[string, Partial<DirectoryFilter>, string]>([
    [
      'too many tags',
      { tags: ['art', 'fun', 'games', 'music', 'news', 'polls'] },
      'Choose at most 5 categories.',
    ],
    ['an unknown tag', { without: ['nothing'] }, 'A filter names a category that does not exist.'],
    [
      'a tag and its opposite',
      { tag: 'fun', without: ['fun'] },
      'The category Fun cannot be both required and excluded.',
    ],
    ['an unknown language', { languages: ['tlh'] }, 'There is no such language to filter by.'],
    ['too many languages', { languages: BOT_LANGUAGES.slice(0, 11) }, 'Filter by at most 10 languages.'],
    ['a negative number', { minServers: -1 }, 'The minimum of servers must be a whole number from 0.'],
  ])('refuse %s', async (_, filter, sentence) => {
    await expect(names(filter)).rejects.toThrow(sentence);
  });
});
