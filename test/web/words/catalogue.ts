import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Language } from '../../../src/web/words/language.ts';
import type { RawMessages } from '../../../src/web/words/make-messages.ts';

/** These show a short form of the number. */
const BESIDE_NUMBER = ['card.votes', 'card.servers', 'home.totalServers'];

/** @returns the messages by their key, such as `home.title` */
export function messagesOf(messages: RawMessages, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, message] of Object.entries(messages)) {
    if (typeof message === 'string') found.set(path + name, message);
    else for (const entry of messagesOf(message as RawMessages, `${path}${name}.`)) found.set(...entry);
  }
  return found;
}

/**
 * Compares the messages of a language with the English ones.
 *
 * @returns a sentence for each problem, with the language and the key
 */
export function problemsOf(english: RawMessages, translated: RawMessages, language: Language): string[] {
  const originals = messagesOf(english);
  const messages = messagesOf(translated);
  const lacking = [...originals.keys()].filter((key) => !messages.has(key));
  const surplus = [...messages.keys()].filter((key) => !originals.has(key));
  const isSorted = `${[...originals.keys()]}` === `${[...messages.keys()]}`;
  return [
    ...(lacking.length + surplus.length > 0 || isSorted
      ? []
      : [`${language}: the messages are in another order than the English ones.`]),
    ...lacking.map((key) => `${language}: the message ${key} is missing.`),
    ...surplus.map((key) => `${language}: there is no English message ${key}.`),
    ...[...messages].flatMap(([key, message]) =>
      problemsOfMessage(key, message, originals.get(key) ?? message, language).map(
        (problem) => `${language}: the message ${key} ${problem}.`,
      ),
    ),
  ];
}

function problemsOfMessage(key: string, message: string, original: string, language: Language): string[] {
  let elements: MessageFormatElement[];
  try {
    elements = elementsOf(parse(message, { ignoreTag: true }));
  } catch (error) {
    return [`is not in the ICU MessageFormat (${(error as Error).message})`];
  }
  const [given, wanted] = [
    argumentsOf(elements),
    argumentsOf(elementsOf(parse(original, { ignoreTag: true }))),
  ];
  return [
    message.trim() === '' && 'is empty',
    message.trim() !== '' && message.trim() !== message && 'begins or ends with a space',
    given !== wanted && `has the arguments (${given}), but the English one has (${wanted})`,
    // Such as a brace in quotes, which is no argument.
    message.includes('{') !== original.includes('{') && 'has a brace that is no argument',
    // A sentence is never the same in two languages.
    language !== 'en' &&
      message === original &&
      message.split(' ').length >= 3 &&
      'is the same as the English one',
    ...elements.map((element) => problemOfPlural(element, language, !BESIDE_NUMBER.includes(key))),
  ].filter((problem) => problem !== false);
}

function problemOfPlural(
  element: MessageFormatElement,
  language: Language,
  hasNumber: boolean,
): string | false {
  if (element.type !== TYPE.plural) return false;
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted().join(', ');
  const forms = Object.keys(element.options)
    .filter((form) => !form.startsWith('='))
    .toSorted()
    .join(', ');
  if (forms !== needed) return `has the plural forms ${forms}, but "${language}" needs ${needed}`;
  const isShown = element.options.other?.value.some(({ type }) => type === TYPE.pound);
  return hasNumber && !isShown && 'does not show its number (#) in the plural form other';
}

/** The elements of a message, with those in the branches of its plurals. */
function elementsOf(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((element) => [
    element,
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => elementsOf(value)) : []),
  ]);
}

/** The arguments with their kinds, such as `count plural`. */
function argumentsOf(elements: readonly MessageFormatElement[]): string {
  const named = elements.flatMap((element) =>
    'value' in element && element.type !== TYPE.literal ? [`${element.value} ${TYPE[element.type]}`] : [],
  );
  return [...new Set(named)].sort().join(', ');
}
