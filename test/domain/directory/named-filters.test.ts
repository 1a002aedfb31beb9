import { describe, expect, test } from 'vitest';
import { offerFilters, offerWithout } from '../../../src/domain/directory/counts.ts';
import { type DirectoryFilter, searchDirectory } from '../../../src/domain/directory/search.ts';
import { suggest } from '../../../src/domain/directory/suggest.ts';
import { LANGUAGES } from '../../../src/web/words/language.ts';
import { CATALOGUES } from '../../../src/web/words/messages.ts';
import { CORPUS } from '../../kit/directory-corpus.ts';
import { present } from '../../kit/present.ts';
import { namesOf, PAGE, useCorpus } from '../../kit/use-corpus.ts';

const corpus = useCorpus();

describe('Words that name filters', () => {
  const offersFor = async (search: string, filter: Partial<DirectoryFilter> = {}) =>
    offerFilters(corpus, present((await corpus.find({ search, ...filter })).matched));

  test.each([
    ['music bot that speaks german', { tags: ['music'], languages: ['de'] }],
    ['german music bot', { tags: ['music'], languages: ['de'] }],
    ['deutscher musikbot', { tags: ['music'], languages: ['de'] }],
    ['bot de musique en allemand', { tags: ['music'], languages: ['de'] }],
    ['music bot with few permissions', { tags: ['music'], maxPermissions: 5 }],
    ['moderation without admin', { tags: ['moderation'], isHarmless: true }],
    ['ohne Berechtigungen', { maxPermissions: 0 }],
    ['bot without admin permissions', { isHarmless: true }],
    ['bot without admin permission', { isHarmless: true }],
    ['ohne Admin', { isHarmless: true }],
    ['bot sans admin', { isHarmless: true }],
    ['no perms', { maxPermissions: 0 }],
    ['Musik ohne weitreichende Berechtigungen', { tags: ['music'], isHarmless: true }],
    ['Musik ohne sensible Rechte', { tags: ['music'], isHarmless: true }],
    ['musique sans permissions sensibles', { tags: ['music'], isHarmless: true }],
  ])('such as %s are offered as filters, with the count of what they find', async (search, facets) => {
    const [offer, ...others] = await offersFor(search);
    expect([offer?.text, offer?.facets, others]).toMatchObject(['', facets, []]);
    const { entries } = await searchDirectory(corpus, { ...offer?.facets, search: '', order: 'votes' }, PAGE);
    expect(Math.min(offer?.counts.total ?? 0, PAGE.limit)).toBe(entries.length);
    expect(entries.length).toBeGreaterThan(0);
  });

  test.each(LANGUAGES)(
    'are those of the filter for sensitive permissions on the pages, in %s',
    async (language) => {
      const search = String(CATALOGUES[language].filters.noneSensitive);
      const [offer] = await offersFor(search);
      expect([offer?.text, offer?.facets], search).toMatchObject(['', { isHarmless: true }]);
    },
  );

  test('hide nothing: bots are found by the other words', async () => {
    const all = namesOf((await corpus.find({ search: 'music' })).entries);
    expect(namesOf((await corpus.find({ search: 'music bot with few permissions' })).entries)).toEqual(all);
  });

  test.each(['spanish', 'spanisch', 'espagnol', 'a spanish bot'])(
    'and nothing else, such as %s, list the bots that fit them where few texts have the words, and stay offered',
    async (search) => {
      const { entries, matched, isRelaxed, asked, corrected } = await corpus.find({
        search,
        isRelaxed: true,
      });
      const speaking = CORPUS.filter(({ languages }) => languages.includes('es')).map(({ name }) => name);
      expect(namesOf(entries).sort()).toEqual(speaking.sort());
      expect([isRelaxed, matched?.facets.languages, asked?.languages, corrected]).toEqual([
        true,
        ['es'],
        [],
        undefined,
      ]);
      expect((await suggest(corpus, search)).offers.map(({ facets }) => facets.languages)).toEqual([['es']]);
      expect((await corpus.find({ search })).entries).toEqual([]);
    },
  );

  test('and nothing else list the bots that fit them also if a text has the words, unless a bot has this name', async () => {
    expect(namesOf((await corpus.find({ search: 'deutsche bots' })).entries)).toEqual(['Klangbude']);
    const { entries, matched } = await corpus.find({ search: 'deutsche bots', isRelaxed: true });
    expect([entries.length > 3, matched?.facets.languages]).toEqual([true, ['de']]);
    await corpus.db.sql`update bots set name = 'Deutsch' where name = 'Klangbude'`;
    try {
      expect(namesOf((await corpus.find({ search: 'deutsch', isRelaxed: true })).entries)[0]).toBe('Deutsch');
    } finally {
      await corpus.db.sql`update bots set name = 'Klangbude' where name = 'Deutsch'`;
    }
  });

  test('put bots that fit them first, whatever their votes', async () => {
    const german = CORPUS.filter(({ tags, languages }) => tags.includes('music') && languages.includes('de'));
    const found = namesOf((await corpus.find({ search: 'german music bot' })).entries);
    expect(found.slice(0, german.length).sort()).toEqual(german.map(({ name }) => name).sort());
    expect(found.length).toBeGreaterThan(german.length);
  });

  test.each(['bot with no permissions', 'musikbot ohne Berechtigungen', 'musique sans permissions'])(
    'such as in %s put bots that ask for none first, then those that ask for none that is sensitive',
    async (search) => {
      const idOf = (name: string) => present(CORPUS.find((one) => one.name === name)).id;
      const [most, second, third] = ['Tidepool', 'Vinylcat', 'Hushwave'];
      await corpus.db.sql`update bots set invite_permissions = 8 where state = 'approved'`;
      await corpus.db.sql`update bots set invite_permissions = 1024 where id = ${idOf(second)}`;
      await corpus.db.sql`update bots set invite_permissions = 0 where id = ${idOf(third)}`;
      try {
        expect(namesOf((await corpus.find({ search })).entries).slice(0, 3)).toEqual([third, second, most]);
        const [offer] = await offersFor(search);
        expect(offer?.facets).toMatchObject({ maxPermissions: 0 });
      } finally {
        await corpus.db.sql`update bots set invite_permissions = default`;
      }
    },
  );

  test('are offered in part where no bot fits all', async () => {
    await corpus.db.sql`update bots set invite_permissions = 1024`;
    try {
      expect((await offersFor('weather without permissions'))[0]?.facets).toMatchObject({ isHarmless: true });
    } finally {
      await corpus.db.sql`update bots set invite_permissions = default`;
    }
    const [offer] = await offersFor('musique vietnamienne peu de permissions');
    expect(offer?.facets).toMatchObject({ tags: ['music'], languages: [], maxPermissions: 5 });
  });

  test.each(['music', 'admin', 'permissions', 'no spam'])('are not found in %s', async (search) => {
    expect(await offersFor(search)).toEqual([]);
  });

  test('are not offered where no bot fits, or when they are chosen already', async () => {
    expect(await offersFor('vietnamese music')).toEqual([]);
    expect(await offersFor('german music', { languages: ['de'] })).toEqual([]);
  });
});

describe('Filters that no bot fits', () => {
  test('are offered without as few as possible, those that leave the most bots first', async () => {
    const asked = { tags: ['music', 'tickets'], languages: ['de'], minServers: 1_000_000 };
    const { entries, matched } = await corpus.find({ order: 'votes', ...asked });
    expect(entries).toEqual([]);
    const offers = await offerWithout(corpus, present(matched));
    expect(offers.length).toBeGreaterThan(0);
    expect(offers.length).toBeLessThanOrEqual(3);
    for (const { facets, counts } of offers) {
      const found = await corpus.find({ order: 'votes', ...facets });
      expect(found.entries.length).toBe(counts.total);
      expect(facets.minServers).toBeUndefined();
      expect(facets.tags).toHaveLength(1);
    }
    expect(offers[0]?.facets).toMatchObject({ tags: ['music'], languages: ['de'] });
  });

  test('are not offered without the only one', async () => {
    const { matched } = await corpus.find({ order: 'votes', languages: ['vi'] });
    expect(await offerWithout(corpus, present(matched))).toEqual([]);
  });
});
