import IntlMessageFormat from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { BOT_LANGUAGES } from '../../../src/domain/listing/languages.ts';
import { TAGS } from '../../../src/domain/listing/tags.ts';
import { LANGUAGES } from '../../../src/web/language.ts';
import { PERMISSIONS } from '../../../src/web/permissions.ts';
import { de } from '../../../src/web/words/de/index.ts';
import { en } from '../../../src/web/words/en/index.ts';
import { createLanguageNames } from '../../../src/web/words/language-names.ts';
import type { Messages } from '../../../src/web/words/words.ts';

const CATALOGUES = { en, de };
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** The messages of a catalogue by their path, such as `home.title`. */
function messagesOf(messages: Messages, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, message] of Object.entries(messages)) {
    if (typeof message === 'string') found.set(path + name, message);
    else for (const entry of messagesOf(message as Messages, `${path}${name}.`)) found.set(...entry);
  }
  return found;
}

/** @throws when the message is not ICU MessageFormat */
const parse = (message: string, language: string): Element[] =>
  new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst();

/** Every element of a message, those in plural forms too. */
function elementsOf(elements: readonly Element[]): Element[] {
  return elements.flatMap((element) => [
    element,
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => elementsOf(value)) : []),
  ]);
}

/** The names of the arguments, with the kind of those that are numbers. */
function argumentsOf(message: string, language: string): string[] {
  const [argument, number, plural] = [1, 2, 6];
  const found = elementsOf(parse(message, language)).flatMap((element) => {
    if (!('value' in element)) return [];
    if (element.type === argument) return `${element.value}`;
    return element.type === number || element.type === plural ? `${element.value}: number` : [];
  });
  return [...new Set(found)].sort();
}

const english = messagesOf(en);

test('The English catalogue has a name for each tag, and a text for each permission', () => {
  expect(en.tags).toEqual(Object.fromEntries(TAGS.map(({ slug, label }) => [slug, label])));
  expect(Object.keys(en.permissionList).sort()).toEqual(PERMISSIONS.map(({ key }) => key).sort());
});

test.each([
  ['en', ['Arabic', 'Chinese', 'Czech'], 'Vietnamese'],
  ['de', ['Arabisch', 'Chinesisch', 'Deutsch'], 'Vietnamesisch'],
])(
  'In %s, each language that a bot speaks has a name, and they are in the order of the names',
  (reader, first, last) => {
    const { nameOf, sorted } = createLanguageNames(reader);
    const names = sorted(BOT_LANGUAGES).map(([, name]) => name);
    for (const code of BOT_LANGUAGES) expect(nameOf(code)).toMatch(/^\p{Lu}\p{Ll}+$/u);
    expect(names.slice(0, 3)).toEqual(first);
    expect(names.at(-1)).toBe(last);
  },
);

describe.each(LANGUAGES)('The catalogue in %s', (language) => {
  const messages = messagesOf(CATALOGUES[language]);

  test('has a message for each key, and each says something', () => {
    expect([...messages.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, message] of messages) expect(message.trim(), path).not.toBe('');
  });

  test('has messages that parse, with the arguments that the English ones have', () => {
    for (const [path, message] of messages) {
      expect(argumentsOf(message, language), path).toEqual(argumentsOf(english.get(path) ?? '', 'en'));
    }
  });

  test('has every plural form that the language has', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    let plurals = 0;
    for (const [path, message] of messages) {
      for (const element of elementsOf(parse(message, language))) {
        if (!('options' in element)) continue;
        plurals += 1;
        expect(Object.keys(element.options).sort(), path).toEqual([...pluralCategories].sort());
      }
    }
    expect(plurals).toBeGreaterThan(10);
  });

  test('has a braced argument only where it is formatted', () => {
    for (const [path, message] of messages) {
      expect(message.includes('{'), path).toBe(english.get(path)?.includes('{'));
    }
  });
});

test.each(OTHERS)('The catalogue in %s is translated, except words that both languages have', (language) => {
  const same = [...messagesOf(CATALOGUES[language])].filter(
    ([path, message]) => message === english.get(path),
  );
  // A sentence is never the same in two languages.
  for (const [path, message] of same) expect(message.split(' ').length, path).toBeLessThan(3);
});
