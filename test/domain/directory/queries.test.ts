import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import queries from '../../../bench/relevance/queries.json' with { type: 'json' };
import type { Database } from '../../../src/db/client.ts';
import { conceptsOf, KNOWN_WORDS } from '../../../src/domain/directory/concepts.ts';
import { correctSpelling } from '../../../src/domain/directory/correct.ts';
import { countMatches, offerFilters, offerWithout } from '../../../src/domain/directory/counts.ts';
import { DIRECTORY_ORDERS } from '../../../src/domain/directory/directory-orders.ts';
import { type DirectoryFilter, searchDirectory } from '../../../src/domain/directory/search.ts';
import { listSimilar } from '../../../src/domain/directory/similar.ts';
import { suggest, tagsNamed } from '../../../src/domain/directory/suggest.ts';
import { FILLERS, wordsOf } from '../../../src/domain/directory/words.ts';
import { BOT_LANGUAGES } from '../../../src/domain/listing/languages.ts';
import { TAGS } from '../../../src/domain/listing/tags.ts';
import { textIn } from '../../../src/domain/listing/texts.ts';
import { LANGUAGES } from '../../../src/web/words/language.ts';
import { CATALOGUES } from '../../../src/web/words/messages.ts';
import { type OwnDatabase, startOwnDatabase } from '../../kit/database.ts';
import { CORPUS, insertCorpus } from '../../kit/directory-corpus.ts';
import { present } from '../../kit/present.ts';

const ORDERS = DIRECTORY_ORDERS.map(({ name }) => name);

let database: OwnDatabase;
let db: Database;
beforeAll(async () => {
  database = await startOwnDatabase('with tables');
  db = database.open();
  await insertCorpus(db);
});
afterAll(() => database.close());

const page = { limit: 24, inverted: false };
const namesOf = (entries: readonly { readonly listing: { readonly name: string } }[]) =>
  entries.map(({ listing }) => listing.name);

/** What somebody types, and what must come first. */
const QUERIES: readonly (readonly [query: string, first: string])[] = [
  // Names.
  ['Tidepool', 'Tidepool'],
  ['tidepool', 'Tidepool'],
  ['tide', 'Tidepool'],
  ['guardian', 'Guardian'],
  ['guardian angel', 'Guardian Angel'],
  ['angel guardian', 'Guardian Angel'],
  ['doorbell fox', 'Doorbell Fox'],
  ['fox', 'Doorbell Fox'],
  ['campfire', 'Campfire Calendar'],
  ['tin can', 'Tin Can Telephone'],
  ['Bot', 'Bot'],
  ['discord.js', 'discord.js Guide'],
  ['アニメ暦', 'アニメ暦'],
  ['مرساة', 'مرساة'],
  // Short descriptions.
  ['chess', 'Rookery'],
  ['fishing', 'Bobberly'],
  ['birthdays', 'Cakeheron'],
  ['shared queues', 'Tidepool'],
  ['rubber duck', 'Deskduck'],
  ['colour palettes', 'Palettino'],
  ['lo-fi', 'Vinylcat'],
  // Other words for tags, in English and German.
  ['songs', 'Tidepool'],
  ['musik', 'Klangbude'],
  ['anti-raid', 'Quietkeep'],
  ['automod', 'Fernwarden'],
  ['raid', 'Quietkeep'],
  ['translator', 'Wanderword'],
  ['umfragen', 'Ballotbee'],
  ['willkommen', 'Doorbell Fox'],
  // Another bot has the two words apart, in its long text and its commands.
  ['welcome message', 'Doorbell Fox'],
  ['reaction roles', 'Rolodeer'],
  ['xp', 'Stepladder'],
  ['rpg', 'Lanternquest'],
  ['casino', 'Bobberly'],
  ['twitch', 'Redlight Herald'],
  ['reminders', 'Knotty'],
  ['captions', 'Captionfish'],
  ['ai', 'Deskduck'],
  // Words around what is meant.
  ['music bot', 'Tidepool'],
  ['best free music bot for my discord server', 'Tidepool'],
  ['a bot that plays chess', 'Rookery'],
  // Plurals and endings.
  ['ticket', 'Ticketoad'],
  ['giveaway', 'Confetti Cannon'],
  ['forecasts', 'Weatherwick'],
  ['planet', 'Sternenkarte'],
  // Long descriptions and commands.
  ['gummibärchen', 'Zählwerk'],
  ['shuffle', 'Tidepool'],
  // Misspelled words.
  ['gaurdian', 'Guardian'],
  ['tidpool', 'Tidepool'],
  ['moderaton', 'Fernwarden'],
  ['musci', 'Tidepool'],
];

test('there are more than fifty queries', () =>
  expect(new Set(QUERIES.map(([query]) => query)).size).toBeGreaterThan(50));

describe('the search for', () => {
  test.each(QUERIES)('%s shows %s first', async (query, first) => {
    const { entries } = await searchDirectory({ db }, { search: query, order: 'relevance' }, page);
    expect(namesOf(entries)[0]).toBe(first);
  });
});

/** Their words are in no text together, or another bot has the word, too, and more votes. */
const MISSED = ['birthday reminder', 'erinnerungen', 'tincan', 'vocabulary trainer'];
const TUNED = queries.tuned.filter(([query]) => !MISSED.includes(String(query)));

test.each(TUNED)('the search for %s shows one of %j first', async (query, first) => {
  const { entries } = await searchDirectory({ db }, { search: String(query), order: 'relevance' }, page);
  expect(first).toContain(namesOf(entries)[0]);
});

test.each(queries.trial)(
  'the search for %s shows one of %j first, as a reader sees it',
  async (query, first) => {
    const { entries } = await find({ search: String(query), isRelaxed: true });
    expect(first).toContain(namesOf(entries)[0]);
  },
);

const find = (filter: Partial<DirectoryFilter>) =>
  searchDirectory({ db }, { order: 'relevance', ...filter }, page);

test('No word with a meaning counts as one that says nothing, but a verb', () => {
  expect(KNOWN_WORDS.filter((word) => FILLERS.has(word))).toEqual(['track']);
});

describe('A search', () => {
  test('leaves no word that says nothing when it drops the others', async () => {
    expect((await find({ search: 'a bot like xylophonist', isRelaxed: true })).entries).toEqual([]);
  });

  test('compares at most two misspelled words with names, because each one costs the database time', async () => {
    const words = ['gaurdian', 'angle'];
    expect(await correctSpelling({ db }, words)).toBe('guardian angel');
    expect(await correctSpelling({ db }, ['qqqxxzzz', 'wwwyykkk', ...words])).toBeUndefined();
  });

  test('corrects the spelling only when nothing matches, and tells to what', async () => {
    expect(await find({ search: 'gaurdian angle' })).toMatchObject({ corrected: 'guardian angel' });
    expect(await find({ search: 'guardian' })).not.toHaveProperty('corrected');
    const none = await find({ search: 'xylophonist' });
    expect(none.entries).toEqual([]);
    expect(none).not.toHaveProperty('corrected');
  });

  test.each([
    // No bot has both. A word with a meaning stays.
    ['music xylophonist', 'music'],
    ['gelöschte musik', 'musik'],
    ['music chess weather', 'music'],
    ['gaurdian xylophonist', 'guardian'],
    // A word that names a category stays.
    ['schedule events', 'events'],
    ['leveling and music', 'leveling'],
    // Words that say nothing never stay.
    ['rollen per reaktion', 'rollen'],
  ])('such as %s leaves out words until bots match, if that is allowed', async (search, left) => {
    const { entries, matched, isRelaxed } = await find({ search, isRelaxed: true });
    expect([entries.length > 0, isRelaxed, matched?.text]).toEqual([true, true, left]);
    expect((await find({ search })).entries).toEqual([]);
  });

  test.each([
    ['stop raids', 'raids'],
    ['protect my server against raids', 'protect raids'],
    ['neue Mitglieder begrüßen', 'begrüßen'],
    ['anti spam', 'anti spam'],
    ['all in one', 'all in one'],
    ['stop', 'stop'],
    ['like tidepool', 'tidepool'],
    ['bot der lieder spielt', 'lieder'],
    ['un bot qui joue de la musique', 'musique'],
    ['ein Bot zum Spielen', 'spielen'],
  ])('such as %s looks for %s only: other words only say that something is wanted', async (search, words) => {
    expect((await find({ search })).matched?.words.join(' ')).toBe(words);
  });

  test('with a word for a category lists the bots of the category before texts with the word', async () => {
    const found = namesOf((await find({ search: 'spam' })).entries);
    expect(found.slice(0, 2)).toEqual(['Fernwarden', 'Quietkeep']);
    // Its description says "no spam in between".
    expect(found.at(-1)).toBe('Redlight Herald');
  });

  test.each(['welcom', 'begrussung', 'begruessung', 'begrüssung', 'begrüßungsbot'])(
    'for %s is about the same as with all letters and accents',
    async (search) => {
      expect(namesOf((await find({ search })).entries)[0]).toBe('Doorbell Fox');
    },
  );

  test.each([
    'top bots',
    'bots',
    'discord bot',
    'popular',
    'viele server',
    'beliebt',
    'die beliebtesten Bots',
    'populaire',
  ])('for %s lists all bots in the usual order', async (search) => {
    const { entries } = await find({ search, isRelaxed: true });
    expect(namesOf(entries)).toEqual(namesOf((await find({ order: 'votes' })).entries));
  });

  test('for such words that are the name of a bot finds this bot', async () => {
    const { id = '' } = CORPUS.at(-1) ?? {};
    await db.sql`update bots set name = 'Top Bots' where id = ${id}`;
    try {
      expect(namesOf((await find({ search: 'top bots', isRelaxed: true })).entries)).toEqual(['Top Bots']);
    } finally {
      await db.sql`update bots set name = 'Sternenkarte' where id = ${id}`;
    }
  });

  test('for such a word that is a command with its slash finds the bot that has it', async () => {
    const { id, commands } = present(CORPUS.at(-1));
    const replace = (all: unknown) =>
      db.sql`update bots set commands = ${JSON.stringify(all)}::text::jsonb where id = ${id}`;
    await replace([{ name: 'top', description: 'Lists members by level.' }]);
    try {
      expect((await find({ search: '/top', isRelaxed: true })).entries[0]?.listing.id).toBe(id);
    } finally {
      await replace(commands);
    }
  });

  test.each([
    ['niveaux', 'niveau'],
    ['cadeaux', 'giveaways'],
    ['cadeau', 'giveaways'],
  ])('for %s finds the same as for %s, and corrects nothing', async (search, same) => {
    const { entries, corrected } = await find({ search });
    expect(new Set(namesOf(entries))).toEqual(new Set(namesOf((await find({ search: same })).entries)));
    expect([entries.length > 0, corrected]).toEqual([true, undefined]);
  });

  test('for a word with a slash lists the bots with exactly this command first, each bot once', async () => {
    const having = CORPUS.filter(({ commands }) => commands.some(({ name }) => name === 'play'));
    expect(having.length).toBeGreaterThan(0);
    for (const search of ['/play', '/PLAY']) {
      const found = namesOf((await find({ search })).entries);
      expect(new Set(found.slice(0, having.length))).toEqual(new Set(having.map(({ name }) => name)));
      expect(new Set(found).size).toBe(found.length);
    }
    expect(namesOf((await find({ search: 'play' })).entries)[0]).toBe('Rookery');
  });

  test.each(["l'aide", 'संगीत', 'a_b-c'])('knows that /%s is a command', async (name) => {
    expect((await find({ search: `/${name}` })).matched?.command).toBe(name);
  });

  test('for a word with a slash counts the bots with this command, too', async () => {
    const countOf = async (search: string) =>
      (await countMatches({ db }, present((await find({ search })).matched))).total;
    const having = CORPUS.filter(({ commands }) => commands.some(({ name }) => name === 'settings'));
    expect(await countOf('settings')).toBe(0);
    expect(await countOf('/settings')).toBe(having.length);
  });

  test('with few matches offers another spelling that has some', async () => {
    const typo = CORPUS.at(-1)?.id ?? '';
    await db.sql`update bots set long_description = 'Better than tidepoll.' where id = ${typo}`;
    try {
      const { entries, alternative, corrected } = await find({ search: 'tidepoll' });
      expect(namesOf(entries)).toEqual(['Sternenkarte']);
      expect([alternative, corrected]).toEqual(['tidepool', undefined]);
    } finally {
      await db.sql`update bots set long_description = '' where id = ${typo}`;
    }
  });

  test.each(ORDERS)(
    'in the order %s finds the same by tags, stems, other texts, corrected spelling and nearby tags',
    async (order) => {
      for (const [search, name] of [
        ['songs', 'Vinylcat'],
        ['forecasts', 'Weatherwick'],
        ['gummibärchen', 'Zählwerk'],
        ['gaurdian', 'Guardian Angel'],
        // No bot has the word. The tag is where such bots often are.
        ['cosplay', 'アニメ暦'],
      ]) {
        expect(namesOf((await find({ search, order })).entries), search).toContain(name);
      }
    },
  );

  test('shows matches of names, short texts and tags before those of other texts, on all pages', async () => {
    const whole = (await find({ search: 'reminder' })).entries;
    expect(namesOf(whole).slice(0, 2)).toEqual(['Knotty', 'Campfire Calendar']);
    expect(whole.length).toBeGreaterThan(4);
    const names: string[] = [];
    let after: string | undefined;
    for (;;) {
      const range = { limit: 2, inverted: false, after };
      const { entries } = await searchDirectory({ db }, { search: 'reminder', order: 'relevance' }, range);
      names.push(...namesOf(entries));
      after = entries.at(-1)?.cursor;
      if (entries.length < 2) break;
    }
    expect(names).toEqual(namesOf(whole));
  });
});

test('Bots that speak the language of the reader come before about equally good ones, and not before better ones', async () => {
  const firstFor = async (search: string, language: string) =>
    namesOf((await find({ search, language })).entries)[0];
  expect(await firstFor('musik', 'en')).toBe('Tidepool');
  expect(await firstFor('musik', 'de')).toBe('Klangbude');
  expect(await firstFor('klang', 'en')).toBe('Klangbude');
  const { listings } = await suggest({ db }, 'musik', 'en');
  expect(listings[0]?.name).toBe('Tidepool');
  await expect(firstFor('musik', 'x"},{')).rejects.toThrow('There is no such language.');
  await expect(suggest({ db }, 'musik', 'x"},{')).rejects.toThrow('There is no such language.');
});

describe('Words that name filters', () => {
  const offersFor = async (search: string, filter: Partial<DirectoryFilter> = {}) =>
    offerFilters({ db }, { ...present((await find({ search, ...filter })).matched), text: search });

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
    const { entries } = await searchDirectory({ db }, { ...offer?.facets, search: '', order: 'votes' }, page);
    expect(Math.min(offer?.counts.total ?? 0, page.limit)).toBe(entries.length);
    expect(entries.length).toBeGreaterThan(0);
  });

  test.each(LANGUAGES)(
    'are those of the filter for sensitive permissions on the pages, in %s',
    async (language) => {
      const { noneSensitive, harmless } = CATALOGUES[language].filters;
      for (const search of [noneSensitive, harmless].map(String)) {
        const [offer] = await offersFor(search);
        expect([offer?.text, offer?.facets], search).toMatchObject(['', { isHarmless: true }]);
      }
    },
  );

  test('hide nothing: bots are found by the other words', async () => {
    const all = namesOf((await find({ search: 'music' })).entries);
    expect(namesOf((await find({ search: 'music bot with few permissions' })).entries)).toEqual(all);
  });

  test.each(['spanish', 'spanisch', 'espagnol', 'a spanish bot'])(
    'and nothing else, such as %s, list the bots that fit them where few texts have the words, and stay offered',
    async (search) => {
      const { entries, matched, isRelaxed, asked, corrected } = await find({ search, isRelaxed: true });
      const speaking = CORPUS.filter(({ languages }) => languages.includes('es')).map(({ name }) => name);
      expect(namesOf(entries).sort()).toEqual(speaking.sort());
      expect([isRelaxed, matched?.facets.languages, asked?.languages, corrected]).toEqual([
        true,
        ['es'],
        [],
        undefined,
      ]);
      expect((await suggest({ db }, search)).offers.map(({ facets }) => facets.languages)).toEqual([['es']]);
      expect((await find({ search })).entries).toEqual([]);
    },
  );

  test('and nothing else list the bots that fit them also if a text has the words, unless a bot has this name', async () => {
    expect(namesOf((await find({ search: 'deutsche bots' })).entries)).toEqual(['Klangbude']);
    const { entries, matched } = await find({ search: 'deutsche bots', isRelaxed: true });
    expect([entries.length > 3, matched?.facets.languages]).toEqual([true, ['de']]);
    await db.sql`update bots set name = 'Deutsch' where name = 'Klangbude'`;
    try {
      expect(namesOf((await find({ search: 'deutsch', isRelaxed: true })).entries)[0]).toBe('Deutsch');
    } finally {
      await db.sql`update bots set name = 'Klangbude' where name = 'Deutsch'`;
    }
  });

  test('put bots that fit them first, whatever their votes', async () => {
    const german = CORPUS.filter(({ tags, languages }) => tags.includes('music') && languages.includes('de'));
    const found = namesOf((await find({ search: 'german music bot' })).entries);
    expect(found.slice(0, german.length).sort()).toEqual(german.map(({ name }) => name).sort());
    expect(found.length).toBeGreaterThan(german.length);
  });

  test.each(['bot with no permissions', 'musikbot ohne Berechtigungen', 'musique sans permissions'])(
    'such as in %s put bots that ask for none first, then those that ask for none that is sensitive',
    async (search) => {
      const idOf = (name: string) => present(CORPUS.find((one) => one.name === name)).id;
      const [most, second, third] = ['Tidepool', 'Vinylcat', 'Hushwave'];
      await db.sql`update bots set invite_permissions = 8 where state = 'approved'`;
      await db.sql`update bots set invite_permissions = 1024 where id = ${idOf(second)}`;
      await db.sql`update bots set invite_permissions = 0 where id = ${idOf(third)}`;
      try {
        expect(namesOf((await find({ search })).entries).slice(0, 3)).toEqual([third, second, most]);
        const [offer] = await offersFor(search);
        expect(offer?.facets).toMatchObject({ maxPermissions: 0 });
      } finally {
        await db.sql`update bots set invite_permissions = default`;
      }
    },
  );

  test('are offered in part where no bot fits all', async () => {
    await db.sql`update bots set invite_permissions = 1024`;
    try {
      expect((await offersFor('weather without permissions'))[0]?.facets).toMatchObject({ isHarmless: true });
    } finally {
      await db.sql`update bots set invite_permissions = default`;
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
    const { entries, matched } = await find({ order: 'votes', ...asked });
    expect(entries).toEqual([]);
    const offers = await offerWithout({ db }, present(matched));
    expect(offers.length).toBeGreaterThan(0);
    expect(offers.length).toBeLessThanOrEqual(3);
    for (const { facets, counts } of offers) {
      const found = await find({ order: 'votes', ...facets });
      expect(found.entries.length).toBe(counts.total);
      expect(facets.minServers).toBeUndefined();
      expect(facets.tags).toHaveLength(1);
    }
    expect(offers[0]?.facets).toMatchObject({ tags: ['music'], languages: ['de'] });
  });

  test('are not offered without the only one', async () => {
    const { matched } = await find({ order: 'votes', languages: ['vi'] });
    expect(await offerWithout({ db }, present(matched))).toEqual([]);
  });
});

describe('The filters', () => {
  const matching = (fits: (listing: (typeof CORPUS)[number]) => boolean) =>
    CORPUS.filter(fits)
      .map(({ name }) => name)
      .sort();
  const names = async (filter: Partial<DirectoryFilter>) =>
    namesOf(
      (await searchDirectory({ db }, { order: 'votes', ...filter }, { limit: 99, inverted: false })).entries,
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
    await db.sql`update bot_stats set checked_in_at = ${at.toISOString()} where bot_id = ${reported?.id ?? ''}`;
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

describe('Similar listings', () => {
  const similarTo = async (name: string) => {
    const { id, tags, languages, short } = present(CORPUS.find((one) => one.name === name));
    const cards = await listSimilar({ db }, { id, tags, languages, shortDescription: short }, 6);
    return cards.map((card) => card.name);
  };

  test('share tags, the rarest first: music before fun, which many have', async () => {
    const tagsOf = (name: string) => present(CORPUS.find((one) => one.name === name)).tags;
    const similar = await similarTo('Tidepool');
    expect(similar).toHaveLength(6);
    expect(similar).not.toContain('Tidepool');
    const music = similar.map((name) => tagsOf(name).includes('music'));
    expect(music.slice(0, 3)).toEqual([true, true, true]);
    expect(similar.every((name) => tagsOf(name).some((tag) => tagsOf('Tidepool').includes(tag)))).toBe(true);
  });

  test('share words of their short descriptions: a log of every action before other moderation', async () => {
    expect((await similarTo('Inkwell Watch'))[0]).toBe('Fernwarden');
  });

  test('do not have the same owner', async () => {
    const [before = ''] = await similarTo('Vinylcat');
    const idOf = (name: string) => present(CORPUS.find((one) => one.name === name)).id;
    await db.sql`insert into users (id, name, created_at) values ('20000000000000001', 'Ada', now())`;
    await db.sql`
      insert into bot_owners (bot_id, user_id, is_co_owner, accepted_at)
      select id, '20000000000000001', false, now() from unnest(${[idOf('Vinylcat'), idOf(before)]}::text[]) as bot(id)`;
    try {
      expect(await similarTo('Vinylcat')).not.toContain(before);
    } finally {
      await db.sql`delete from users where id = '20000000000000001'`;
    }
  });

  test('are none without tags', async () => {
    const asked = { id: '1', tags: [], languages: ['en'], shortDescription: 'Plays music.' };
    expect(await listSimilar({ db }, asked, 6)).toEqual([]);
  });
});

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
    const suggested = await suggest({ db }, text);
    expect(suggested.tags.map(({ label }) => label)).toEqual(expect.arrayContaining(tags));
    expect(suggested.tags.length).toBeLessThanOrEqual(2);
    const search = { search: text, order: 'relevance', isRelaxed: true } as const;
    const { entries } = await searchDirectory({ db }, search, page);
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
    const { listings } = await suggest({ db }, text);
    expect(listings.map((listing) => listing.name)).toContain(name);
  });

  test.each([
    ['umfr', 'polls'],
    ['welc', 'welcome'],
    ['sond', 'polls'],
    ['übers', 'translation'],
  ])('for %s, which begins a word for %s, are the most voted bots of it', async (text, tag) => {
    const { tags, listings } = await suggest({ db }, text);
    expect(tags[0]?.slug).toBe(tag);
    const first = { limit: 3, inverted: false };
    const { entries } = await searchDirectory({ db }, { tag, order: 'votes' }, first);
    expect(entries.length).toBeGreaterThan(0);
    expect(namesOf(listings.map((listing) => ({ listing })))).toEqual(
      expect.arrayContaining([...namesOf(entries)]),
    );
  });

  test('are bots whose names begin so before those of a category', async () => {
    await db.sql`update bots set name = 'Sondra' where id = ${present(CORPUS.find(({ name }) => name === 'Owlbrain')).id}`;
    try {
      const { listings } = await suggest({ db }, 'sondr');
      expect(listings[0]?.name).toBe('Sondra');
    } finally {
      await db.sql`update bots set name = 'Owlbrain' where name = 'Sondra'`;
    }
  });

  test('are names of translations, too', async () => {
    const { id = '', name } = CORPUS.find((bot) => bot.name === 'Tidepool') ?? {};
    await db.sql`insert into listing_texts (bot_id, language, name, updated_at) values (${id}, 'de', 'Gezeitenbecken', now())`;
    try {
      const { listings } = await suggest({ db }, 'gezeit');
      expect(listings.map((card) => [card.name, textIn(card, 'name', 'de').text])).toEqual([
        [name, 'Gezeitenbecken'],
      ]);
    } finally {
      await db.sql`delete from listing_texts where bot_id = ${id}`;
    }
  });

  test('offer filters in the place of words', async () => {
    const { offers } = await suggest({ db }, 'music bot deutsch');
    expect(offers.map(({ facets }) => facets)).toMatchObject([{ tags: ['music'], languages: ['de'] }]);
    expect((await suggest({ db }, 'music')).offers).toEqual([]);
  });

  test('refuse a text of more than 100 characters', async () => {
    await expect(suggest({ db }, 'm'.repeat(101))).rejects.toThrow('at most 100 characters');
  });
});

test('Two words of a single letter count in a search at most', () => {
  expect(wordsOf('a b c d e f music b a no no')).toEqual(['a', 'b', 'music', 'no', 'no']);
  expect(wordsOf('c bot')).toEqual(['c', 'bot']);
  expect(wordsOf('日 本 語')).toEqual(['日', '本', '語']);
});

test('each tag has other words, which only name tags that exist', () => {
  for (const { slug, label } of TAGS) expect(tagsNamed(label).map((tag) => tag.slug)).toContain(slug);
  expect(tagsNamed('songs').map(({ slug }) => slug)).toEqual(['music']);
  expect(tagsNamed('Umfragen').map(({ slug }) => slug)).toEqual(['polls']);
  expect(tagsNamed('stories about Anti-Raid').map(({ slug }) => slug)).toEqual(['moderation']);
  expect(KNOWN_WORDS.filter((word) => conceptsOf(word).length === 0)).toEqual([]);
});
