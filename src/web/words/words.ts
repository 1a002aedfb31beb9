import IntlMessageFormat from 'intl-messageformat';
import { fillIn, type Parameters, type Terms, type Writers } from '../../lib/fill-in.ts';
import type { Words } from './english.d.ts';

/** A message in the ICU MessageFormat; in the browser, one with arguments comes parsed. */
export type Message = string | Exclude<ConstructorParameters<typeof IntlMessageFormat>[0], string>;

/** The messages of a language, in groups. */
export interface Messages {
  readonly [name: string]: Message | Messages;
}

/** The texts of words, as a catalogue has them. */
export type Texts<Made> = {
  readonly [Name in keyof Made]: Made[Name] extends string | ((values: never) => string)
    ? string
    : Texts<Made[Name]>;
};

/**
 * Makes the words of a language from its messages: a message without arguments is a text, and one with arguments is a
 * function. A message is parsed when it is used first. Messages use plain arguments, `number` and `plural`.
 *
 * @param locale the language of the messages, which also formats numbers in them
 */
export function makeWords<Made = Words>(messages: Messages, locale: string): Made {
  return wordsOf(messages, locale) as Made;
}

function wordsOf(messages: Messages, locale: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [name, wordOf(message, locale)]),
  );
}

function wordOf(message: Message | Messages, locale: string): unknown {
  if (typeof message === 'string') return message.includes('{') ? formatterOf(message, locale) : message;
  return Array.isArray(message)
    ? formatterOf(message as Message, locale)
    : wordsOf(message as Messages, locale);
}

function formatterOf(message: Message, locale: string) {
  let format: IntlMessageFormat | undefined;
  return (values: Record<string, string | number>) => {
    // Tags are no part of the texts: what looks like one is shown as it is.
    format ??= new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
    return String(format.format(values));
  };
}

/** A refusal, as the schema or an error of the service gives it. Refusals of the pages themselves have no reason. */
export interface SentRefusal {
  readonly reason?: string | undefined;
  readonly parameters?: Parameters | readonly { readonly name: string; readonly value: string }[] | undefined;
  /** The sentence in English, for programs: its numbers have digits only. */
  readonly message: string;
}

/** The sentences of a language, by reason. */
export interface RefusalWords {
  readonly refusals: Readonly<Record<string, string>>;
  readonly terms: Terms;
}

/**
 * Words a refusal for a reader.
 *
 * @param write writes numbers and times in the language of the catalogue
 * @returns the message for a reason without words: the service may be newer than a page
 */
export function wordRefusal(
  catalogue: RefusalWords,
  write: Writers,
  { reason, parameters = {}, message }: SentRefusal,
): string {
  if (reason === undefined || !Object.hasOwn(catalogue.refusals, reason)) return message;
  const values = isList(parameters)
    ? Object.fromEntries(parameters.map(({ name, value }) => [name, value]))
    : parameters;
  return fillIn(String(catalogue.refusals[reason]), values, catalogue.terms, write);
}

const isList = Array.isArray as (value: unknown) => value is readonly unknown[];
