import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PERMISSIONS } from '../../../src/domain/listing/invite-permissions.ts';
import { BOT_LANGUAGES } from '../../../src/domain/listing/languages.ts';
import { TAGS } from '../../../src/domain/listing/tags.ts';
import { createLanguageNames } from '../../../src/web/words/bot-languages.ts';
import { inLanguage } from '../../../src/web/words/current-language.ts';
import * as en from '../../../src/web/words/en/index.ts';
import { LANGUAGES } from '../../../src/web/words/language.ts';
import { messages } from '../../../src/web/words/messages.ts';
import { shortCount } from '../../../src/web/words/numbers.ts';
import type { Messages } from '../../../src/web/words/words.ts';
import { type MessageFile, messagesOf, problemsOf, readMessages } from './catalogue.ts';

test('The English catalogue has a name for each tag, and a text for each permission', () => {
  expect(en.tags).toEqual(Object.fromEntries(TAGS.map(({ slug, label }) => [slug, label])));
  expect(Object.keys(en.permissionList).sort()).toEqual(PERMISSIONS.map(({ key }) => key).sort());
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

const english = await readMessages('en');

test('The messages of pages and dashboard are found', () => {
  const found = english.flatMap(({ messages }) => [...messagesOf(messages).values()]);
  expect(found.length).toBeGreaterThan(500);
  expect(found.filter((message) => message.includes(', plural,')).length).toBeGreaterThan(20);
});

test.each(LANGUAGES)(
  'Each file of messages in "%s" has the messages of the English one, with their arguments and all plural forms',
  async (language) => {
    const files = await readMessages(language);
    const nameOf = ({ path }: MessageFile) => path.replace(`/${language}/`, '/*/').replace('/en/', '/*/');
    const problems = english.flatMap((file) =>
      problemsOf(
        file,
        files.find((each) => nameOf(each) === nameOf(file)),
        language,
      ),
    );
    expect(problems).toEqual([]);
    expect(files.map(nameOf)).toEqual(english.map(nameOf));
  },
);

test('French has a narrow no-break space before ; : ! ? and %, and a wide one inside its quotation marks', async () => {
  const folder = join(import.meta.dirname, '../../../src/web/frame/pages');
  const pages = readdirSync(folder)
    .filter((file) => file.endsWith('.fr.md'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
  const texts = (await readMessages('fr')).flatMap((file) => [...messagesOf(file.messages)]);
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

describe('A problem of a message is named with its file and key', () => {
  const file = (language: 'en' | 'de', messages: Messages): MessageFile => ({
    path: `words/${language}/home.ts`,
    language,
    messages,
  });
  const original = { home: { title: 'All the bots', found: '{count, plural, one {# bot} other {# bots}}' } };
  const problems = (home: Messages) => problemsOf(file('en', original), file('de', { home }), 'de');
  const right = { title: 'Alle Bots', found: '{count, plural, one {# Bot} other {# Bots}}' };
  const of = (found: string) => problems({ ...right, found });

  test('and none is named where there is none', () => {
    expect(problems(right)).toEqual([]);
  });

  test('one that is missing, and one too many', () => {
    const { found } = right;
    expect(problems({ found, titel: 'Alle Bots' })).toEqual([
      'words/de/home.ts lacks the message home.title of words/en/home.ts.',
      'words/de/home.ts has the message home.titel, but words/en/home.ts does not.',
    ]);
    expect(problemsOf(file('en', original), undefined, 'de')).toEqual([
      'There is no file in "de" for words/en/home.ts.',
    ]);
  });

  test.each([
    [' ', 'is empty'],
    ['All the bots', 'is the same as the English one'],
  ])('%j', (title, problem) => {
    expect(problems({ ...right, title })).toEqual([`words/de/home.ts: the message home.title ${problem}.`]);
  });

  test.each([
    ['{count, plural, one {# Bot', 'is not in the ICU MessageFormat (EXPECT_ARGUMENT_CLOSING_BRACE)'],
    ['{anzahl}', 'has the arguments (anzahl argument), but the English one has (count plural)'],
    ['{count, plural, other {# Bots}}', 'has the plural forms other, but "de" needs one, other'],
    ['{count, plural, one {Ein Bot} other {Bots}}', 'does not show its number (#) in the plural form other'],
  ])('%j', (found, problem) => {
    expect(of(found)).toEqual([`words/de/home.ts: the message home.found ${problem}.`]);
  });
});
