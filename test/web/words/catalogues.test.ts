import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BOT_LANGUAGES } from '../../../src/domain/listing/languages.ts';
import { TAGS } from '../../../src/domain/listing/tags.ts';
import { DIRECTORY_ORDERS } from '../../../src/terms/directory-orders.ts';
import { PERMISSIONS } from '../../../src/terms/invite-permissions.ts';
import { createLanguageNames } from '../../../src/web/words/bot-languages.ts';
import { inLanguage } from '../../../src/web/words/current-language.ts';
import { LANGUAGES } from '../../../src/web/words/language.ts';
import type { RawMessages } from '../../../src/web/words/make-messages.ts';
import { CATALOGUES, messages } from '../../../src/web/words/messages.ts';
import { shortCount } from '../../../src/web/words/numbers.ts';
import { messagesOf, problemsOf } from './catalogue.ts';

test('The English catalogue has a name for each tag and order, and a text for each permission', () => {
  const { tags, permissionList, directory } = CATALOGUES.en;
  const orders = DIRECTORY_ORDERS.map(({ name }) => name.toUpperCase());
  expect(Object.keys(directory.orders)).toEqual(expect.arrayContaining(orders));
  expect(tags).toEqual(Object.fromEntries(TAGS.map(({ slug, label }) => [slug, label])));
  expect(Object.keys(permissionList).sort()).toEqual(PERMISSIONS.map(({ key }) => key).sort());
});

test.each([
  ['en', ['Arabic', 'Chinese', 'Czech'], 'Vietnamese'],
  ['de', ['Arabisch', 'Chinesisch', 'Deutsch'], 'Vietnamesisch'],
  ['fr', ['Allemand', 'Anglais', 'Arabe'], 'Vietnamien'],
])(
  'In %s, each language that a bot speaks has a name, and they are in the order of the names',
  (reader, first, last) => {
    const { nameOf, sorted } = createLanguageNames(reader);
    const names = sorted(BOT_LANGUAGES).map(([, name]) => name);
    for (const code of BOT_LANGUAGES) expect(nameOf(code)).toMatch(/^\p{L}\p{Ll}+$/u);
    expect(names.slice(0, 3)).toEqual(first);
    expect(names.at(-1)).toBe(last);
  },
);

test('The messages of pages and dashboard are found', () => {
  const found = [...messagesOf(CATALOGUES.en).values()];
  expect(found.length).toBeGreaterThan(500);
  expect(found.filter((message) => message.includes(', plural,')).length).toBeGreaterThan(20);
});

test.each(LANGUAGES)(
  '"%s" has the messages of English in their order, with their arguments and all plural forms',
  (language) => expect(problemsOf(CATALOGUES.en, CATALOGUES[language], language)).toEqual([]),
);

test('French has a narrow no-break space before ; : ! ? and %, and a wide one inside its quotation marks', () => {
  const folder = join(import.meta.dirname, '../../../src/web/frame/pages');
  const pages = readdirSync(folder)
    .filter((file) => file.endsWith('.fr.md'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
  const texts = [...messagesOf(CATALOGUES.fr)];
  // An address has a colon too, and so have times of day.
  const isBare = (text: string) => /[^\u202f](?:[;!?%]|:(?!\/\/))|«(?!\u00a0)|[^\u00a0]»/.test(text);
  expect(pages.length).toBeGreaterThan(0);
  expect([...pages, ...texts].filter(([key, text]) => key !== 'moderation.keys.?' && isBare(text))).toEqual(
    [],
  );
});

test.each([
  [1, 'sur 1 serveur'],
  [482_310, 'sur 482\u00a0k serveurs'],
  [4_612_345, 'sur 4,61\u00a0M de serveurs'],
])('French says "de" after millions: %i', (servers, words) => {
  expect(inLanguage('fr', () => messages.home.totalServers(shortCount(servers)))).toBe(words);
});

test.each(LANGUAGES)(
  'The facts of a delivery have different names, so that none replaces another: %s',
  (language) => {
    const { id, votedAt, states } = inLanguage(language, () => messages.deliveries);
    for (const sent of Object.values(votedAt)) {
      const names = [id, sent, ...Object.values(states)];
      expect(new Set(names).size).toBe(names.length);
    }
  },
);

describe('A problem of a message is named with its language and key', () => {
  const original = { home: { title: 'All the bots', found: '{count, plural, one {# bot} other {# bots}}' } };
  const problems = (home: RawMessages) => problemsOf(original, { home }, 'de');
  const right = { title: 'Alle Bots', found: '{count, plural, one {# Bot} other {# Bots}}' };

  test('and none is named where there is none', () => {
    expect(problems(right)).toEqual([]);
  });

  test('one that is missing, one too many, and another order', () => {
    const { title, found } = right;
    expect(problems({ found, titel: title })).toEqual([
      'de: the message home.title is missing.',
      'de: there is no English message home.titel.',
    ]);
    expect(problems({ found, title })).toEqual([
      'de: the messages are in another order than the English ones.',
    ]);
  });

  test.each([
    [' ', 'is empty'],
    ['All the bots', 'is the same as the English one'],
  ])('%j', (title, problem) => {
    expect(problems({ ...right, title })).toEqual([`de: the message home.title ${problem}.`]);
  });

  test.each([
    ['{count, plural, one {# Bot', 'is not in the ICU MessageFormat (EXPECT_ARGUMENT_CLOSING_BRACE)'],
    ['{anzahl}', 'has the arguments (anzahl argument), but the English one has (count plural)'],
    ['{count, plural, other {# Bots}}', 'has the plural forms other, but "de" needs one, other'],
    ['{count, plural, one {Ein Bot} other {Bots}}', 'does not show its number (#) in the plural form other'],
  ])('%j', (found, problem) => {
    expect(problems({ ...right, found })).toEqual([`de: the message home.found ${problem}.`]);
  });
});
