import { describe, expect, test } from 'vitest';
import { searchDirectory } from '../../../src/domain/directory/search.ts';
import { suggest } from '../../../src/domain/directory/suggest.ts';
import { textIn } from '../../../src/domain/listing/texts.ts';
import { CORPUS } from '../../kit/directory-corpus.ts';
import { present } from '../../kit/present.ts';
import { namesOf, PAGE, useCorpus } from '../../kit/use-corpus.ts';

const corpus = useCorpus();

describe('Suggestions', () => {
  test.each([
    ['tid', []],
    ['music', ['Music']],
    ['anti ra', ['Moderation']],
    ['guardian an', []],
    ['deutsch musik', ['Music']],
    ['moderaton', ['Moderation']],
    ['&|!', []],
  ])('for %s are up to two tags, and the bots that the search has first', async (text, tags) => {
    const suggested = await suggest(corpus, text);
    expect(suggested.tags.map(({ label }) => label)).toEqual(expect.arrayContaining(tags));
    expect(suggested.tags.length).toBeLessThanOrEqual(2);
    const search = { search: text, order: 'relevance', isRelaxed: true } as const;
    const { entries } = await searchDirectory(corpus, search, PAGE);
    expect(namesOf(suggested.listings.map((listing) => ({ listing })))).toEqual(namesOf(entries.slice(0, 5)));
  });

  test.each([
    ['tid', 'Tidepool'],
    ['tidpool', 'Tidepool'],
    ['guardian an', 'Guardian Angel'],
    ['lyrics', 'Tidepool'],
    ['deutsch musik', 'Klangbude'],
    ['moderaton', 'Fernwarden'],
  ])('for %s have %s among the bots', async (text, name) => {
    const { listings } = await suggest(corpus, text);
    expect(listings.map((listing) => listing.name)).toContain(name);
  });

  test.each([
    ['umfr', 'polls'],
    ['welc', 'welcome'],
    ['sond', 'polls'],
    ['übers', 'translation'],
  ])('for %s, which begins a word for %s, are the most voted bots of it', async (text, tag) => {
    const { tags, listings } = await suggest(corpus, text);
    expect(tags[0]?.slug).toBe(tag);
    const first = { limit: 3, inverted: false };
    const { entries } = await searchDirectory(corpus, { tag, order: 'votes' }, first);
    expect(entries.length).toBeGreaterThan(0);
    expect(namesOf(listings.map((listing) => ({ listing })))).toEqual(
      expect.arrayContaining([...namesOf(entries)]),
    );
  });

  test('are bots whose names begin so before those of a category', async () => {
    await corpus.db
      .sql`update bots set name = 'Sondra' where id = ${present(CORPUS.find(({ name }) => name === 'Owlbrain')).id}`;
    try {
      const { listings } = await suggest(corpus, 'sondr');
      expect(listings[0]?.name).toBe('Sondra');
    } finally {
      await corpus.db.sql`update bots set name = 'Owlbrain' where name = 'Sondra'`;
    }
  });

  test('are names of translations, too', async () => {
    const { id = '', name } = CORPUS.find((bot) => bot.name === 'Tidepool') ?? {};
    await corpus.db
      .sql`insert into listing_texts (bot_id, language, name, updated_at) values (${id}, 'de', 'Gezeitenbecken', now())`;
    try {
      const { listings } = await suggest(corpus, 'gezeit');
      expect(listings.map((card) => [card.name, textIn(card, 'name', 'de').text])).toEqual([
        [name, 'Gezeitenbecken'],
      ]);
    } finally {
      await corpus.db.sql`delete from listing_texts where bot_id = ${id}`;
    }
  });

  test('offer filters in the place of words', async () => {
    const { offers } = await suggest(corpus, 'music bot deutsch');
    expect(offers.map(({ facets }) => facets)).toMatchObject([{ tags: ['music'], languages: ['de'] }]);
    expect((await suggest(corpus, 'music')).offers).toEqual([]);
  });

  test('refuse a text of more than 100 characters', async () => {
    await expect(suggest(corpus, 'm'.repeat(101))).rejects.toThrow('at most 100 characters');
  });
});
