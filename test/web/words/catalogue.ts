import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Language } from '../../../src/web/words/language.ts';
import type { Messages } from '../../../src/web/words/words.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** These show a short form of the number. */
const BESIDE_NUMBER = ['card.votes', 'card.servers', 'home.totalServers'];

/** The messages of one file, as it exports them. */
export interface MessageFile {
  /** Relative to the project. */
  readonly path: string;
  readonly language: Language;
  readonly messages: Messages;
}

/** Reads all messages of a language, a file each; `index.ts` only gathers them. */
export function readMessages(language: Language): Promise<MessageFile[]> {
  const paths = globSync(`src/web/words/${language}/*.ts`, { cwd: ROOT });
  return Promise.all(
    paths
      .filter((path) => !path.endsWith('/index.ts'))
      .sort()
      .map(async (path) => ({ path, language, messages: { ...(await import(join(ROOT, path))) } })),
  );
}

/** @returns the messages by their key, such as `home.title` */
export function messagesOf(messages: Messages, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, message] of Object.entries(messages)) {
    if (typeof message === 'string') found.set(path + name, message);
    else for (const entry of messagesOf(message as Messages, `${path}${name}.`)) found.set(...entry);
  }
  return found;
}

/**
 * Compares the messages of a language with the English ones.
 *
 * @param translated undefined if the language has no such file
 * @returns a sentence for each problem, with the file and the key
 */
export function problemsOf(
  english: MessageFile,
  translated: MessageFile | undefined,
  language: Language,
): string[] {
  if (!translated) return [`There is no file in "${language}" for ${english.path}.`];
  const originals = messagesOf(english.messages);
  const messages = messagesOf(translated.messages);
  const lacking = [...originals.keys()].filter((key) => !messages.has(key));
  const surplus = [...messages.keys()].filter((key) => !originals.has(key));
  const isSorted = `${[...originals.keys()]}` === `${[...messages.keys()]}`;
  return [
    ...(lacking.length + surplus.length > 0 || isSorted
      ? []
      : [`${translated.path} has its messages in another order than ${english.path}.`]),
    ...lacking.map((key) => `${translated.path} lacks the message ${key} of ${english.path}.`),
    ...surplus.map((key) => `${translated.path} has the message ${key}, but ${english.path} does not.`),
    ...[...messages].flatMap(([key, message]) =>
      problemsOfMessage(key, message, originals.get(key) ?? message, language).map(
        (problem) => `${translated.path}: the message ${key} ${problem}.`,
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
