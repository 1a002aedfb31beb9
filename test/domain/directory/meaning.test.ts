import { describe, expect, test } from 'vitest';
import { KNOWN_WORDS } from '../../../src/domain/directory/concepts.ts';
import { correctSpelling } from '../../../src/domain/directory/correct.ts';
import { countMatches } from '../../../src/domain/directory/counts.ts';
import { searchDirectory } from '../../../src/domain/directory/search.ts';
import { suggest } from '../../../src/domain/directory/suggest.ts';
import { FILLERS, wordsOf } from '../../../src/domain/directory/words.ts';
import { DIRECTORY_ORDERS } from '../../../src/terms/directory-orders.ts';
import { CORPUS } from '../../kit/directory-corpus.ts';
import { present } from '../../kit/present.ts';
import { namesOf, useCorpus } from '../../kit/use-corpus.ts';

const ORDERS = DIRECTORY_ORDERS.map(({ name }) => name);
const corpus = useCorpus();

test('No word with a meaning counts as one that says nothing, but a verb', () => {
  expect(KNOWN_WORDS.filter((word) => FILLERS.has(word))).toEqual(['track']);
});

describe('A search', () => {
  test('leaves no word that says nothing when it drops the others', async () => {
    expect((await corpus.find({ search: 'a bot like xylophonist', isRelaxed: true })).entries).toEqual([]);
  });

  test('compares at most two misspelled words with names, because each one costs the database time', async () => {
    const words = ['gaurdian', 'angle'];
    expect(await correctSpelling(corpus, words)).toBe('guardian angel');
    expect(await correctSpelling(corpus, ['qqqxxzzz', 'wwwyykkk', ...words])).toBeUndefined();
  });

  test('corrects the spelling only when nothing matches, and tells to what', async () => {
    expect(await corpus.find({ search: 'gaurdian angle' })).toMatchObject({ corrected: 'guardian angel' });
    expect(await corpus.find({ search: 'guardian' })).not.toHaveProperty('corrected');
    const none = await corpus.find({ search: 'xylophonist' });
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
    const { entries, matched, isRelaxed } = await corpus.find({ search, isRelaxed: true });
    expect([entries.length > 0, isRelaxed, matched?.text]).toEqual([true, true, left]);
    expect((await corpus.find({ search })).entries).toEqual([]);
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
    expect((await corpus.find({ search })).matched?.words.join(' ')).toBe(words);
  });

  test('with a word for a category lists the bots of the category before texts with the word', async () => {
    const found = namesOf((await corpus.find({ search: 'spam' })).entries);
    expect(found.slice(0, 2)).toEqual(['Fernwarden', 'Quietkeep']);
    // Its description says "no spam in between".
    expect(found.at(-1)).toBe('Redlight Herald');
  });

  test.each(['welcom', 'begrussung', 'begruessung', 'begrüssung', 'begrüßungsbot'])(
    'for %s is about the same as with all letters and accents',
    async (search) => {
      expect(namesOf((await corpus.find({ search })).entries)[0]).toBe('Doorbell Fox');
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
    const { entries } = await corpus.find({ search, isRelaxed: true });
    expect(namesOf(entries)).toEqual(namesOf((await corpus.find({ order: 'votes' })).entries));
  });

  test('for such words that are the name of a bot finds this bot', async () => {
    const { id = '' } = CORPUS.at(-1) ?? {};
    await corpus.db.sql`update bots set name = 'Top Bots' where id = ${id}`;
    try {
      expect(namesOf((await corpus.find({ search: 'top bots', isRelaxed: true })).entries)).toEqual([
        'Top Bots',
      ]);
    } finally {
      await corpus.db.sql`update bots set name = 'Sternenkarte' where id = ${id}`;
    }
  });

  test('for such a word that is a command with its slash finds the bot that has it', async () => {
    const { id, commands } = present(CORPUS.at(-1));
    const replace = (all: unknown) =>
      corpus.db.sql`update bots set commands = ${JSON.stringify(all)}::text::jsonb where id = ${id}`;
    await replace([{ name: 'top', description: 'Lists members by level.' }]);
    try {
      expect((await corpus.find({ search: '/top', isRelaxed: true })).entries[0]?.listing.id).toBe(id);
    } finally {
      await replace(commands);
    }
  });

  test.each([
    ['niveaux', 'niveau'],
    ['cadeaux', 'giveaways'],
    ['cadeau', 'giveaways'],
  ])('for %s finds the same as for %s, and corrects nothing', async (search, same) => {
    const { entries, corrected } = await corpus.find({ search });
    expect(new Set(namesOf(entries))).toEqual(
      new Set(namesOf((await corpus.find({ search: same })).entries)),
    );
    expect([entries.length > 0, corrected]).toEqual([true, undefined]);
  });

  test('for a word with a slash lists the bots with exactly this command first, each bot once', async () => {
    const having = CORPUS.filter(({ commands }) => commands.some(({ name }) => name === 'play'));
    expect(having.length).toBeGreaterThan(0);
    for (const search of ['/play', '/PLAY']) {
      const found = namesOf((await corpus.find({ search })).entries);
      expect(new Set(found.slice(0, having.length))).toEqual(new Set(having.map(({ name }) => name)));
      expect(new Set(found).size).toBe(found.length);
    }
    expect(namesOf((await corpus.find({ search: 'play' })).entries)[0]).toBe('Rookery');
  });

  test.each(["l'aide", 'संगीत', 'a_b-c'])('knows that /%s is a command', async (name) => {
    expect((await corpus.find({ search: `/${name}` })).matched?.command).toBe(name);
  });

  test('for a word with a slash counts the bots with this command, too', async () => {
    const countOf = async (search: string) =>
      (await countMatches(corpus, present((await corpus.find({ search })).matched))).total;
    const having = CORPUS.filter(({ commands }) => commands.some(({ name }) => name === 'settings'));
    expect(await countOf('settings')).toBe(0);
    expect(await countOf('/settings')).toBe(having.length);
  });

  test('with few matches offers another spelling that has some', async () => {
    const typo = CORPUS.at(-1)?.id ?? '';
    await corpus.db.sql`update bots set long_description = 'Better than tidepoll.' where id = ${typo}`;
    try {
      const { entries, alternative, corrected } = await corpus.find({ search: 'tidepoll' });
      expect(namesOf(entries)).toEqual(['Sternenkarte']);
      expect([alternative, corrected]).toEqual(['tidepool', undefined]);
    } finally {
      await corpus.db.sql`update bots set long_description = '' where id = ${typo}`;
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
        expect(namesOf((await corpus.find({ search, order })).entries), search).toContain(name);
      }
    },
  );

  test('shows matches of names, short texts and tags before those of other texts, on all pages', async () => {
    const whole = (await corpus.find({ search: 'reminder' })).entries;
    expect(namesOf(whole).slice(0, 2)).toEqual(['Knotty', 'Campfire Calendar']);
    expect(whole.length).toBeGreaterThan(4);
    const names: string[] = [];
    let after: string | undefined;
    for (;;) {
      const range = { limit: 2, inverted: false, after };
      const { entries } = await searchDirectory(corpus, { search: 'reminder', order: 'relevance' }, range);
      names.push(...namesOf(entries));
      after = entries.at(-1)?.cursor;
      if (entries.length < 2) break;
    }
    expect(names).toEqual(namesOf(whole));
  });
});

test('Bots that speak the language of the reader come before about equally good ones, and not before better ones', async () => {
  const firstFor = async (search: string, language: string) =>
    namesOf((await corpus.find({ search, language })).entries)[0];
  expect(await firstFor('musik', 'en')).toBe('Tidepool');
  expect(await firstFor('musik', 'de')).toBe('Klangbude');
  expect(await firstFor('klang', 'en')).toBe('Klangbude');
  const { listings } = await suggest(corpus, 'musik', 'en');
  expect(listings[0]?.name).toBe('Tidepool');
  await expect(firstFor('musik', 'x"},{')).rejects.toThrow('There is no such language.');
  await expect(suggest(corpus, 'musik', 'x"},{')).rejects.toThrow('There is no such language.');
});

test('Two words of a single letter count in a search at most', () => {
  expect(wordsOf('a b c d e f music b a no no')).toEqual(['a', 'b', 'music', 'no', 'no']);
  expect(wordsOf('c bot')).toEqual(['c', 'bot']);
  expect(wordsOf('日 本 語')).toEqual(['日', '本', '語']);
});
