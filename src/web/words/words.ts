import IntlMessageFormat from 'intl-messageformat';
import { fillIn, type Parameters, type Terms, type Writers } from '../../lib/fill-in.ts';

/** A message in the ICU MessageFormat; in the browser, one with arguments comes parsed. */
export type Message = string | Exclude<ConstructorParameters<typeof IntlMessageFormat>[0], string>;

/** The messages of a language, in groups. */
export interface Messages {
  readonly [name: string]: Message | Messages;
}

/**
 * What a catalogue becomes: a message without arguments is a text, and one with arguments is a function. Messages use
 * plain arguments, `number` and `plural`.
 */
export type Words<Catalogue> = {
  readonly [Name in keyof Catalogue]: Catalogue[Name] extends string
    ? Catalogue[Name] extends `${string}{${string}`
      ? (values: Arguments<Catalogue[Name]>) => string
      : string
    : Words<Catalogue[Name]>;
};

/** The shape of a catalogue in another language. */
export type Translation<Catalogue> = {
  readonly [Name in keyof Catalogue]: Catalogue[Name] extends string ? string : Translation<Catalogue[Name]>;
};

/** Ends before the brace of a branch, such as `one {# bot}`. A brace after anything else starts an argument. */
type BranchStart = `${string}${Intl.LDMLPluralRule} ` | `${string}=${number} `;

type Arguments<Text extends string> = Text extends `${infer Before}{${infer Rest}`
  ? Before extends BranchStart
    ? Arguments<Rest>
    : Argument<Rest>
  : unknown;

type Argument<Rest extends string> = Rest extends `${infer Head}}${infer Tail}`
  ? Head extends `${infer Name},${string}`
    ? Rest extends `${Name}, ${infer Kind}`
      ? { readonly [Key in Name]: number } & Arguments<Kind>
      : never
    : { readonly [Key in Head]: string | number } & Arguments<Tail>
  : never;

/**
 * Makes the words of a language from its catalogue. A message is parsed when it is used first.
 *
 * @param locale the language of the messages, which also formats numbers in them
 */
export function makeWords<const Catalogue>(
  catalogue: Translation<Catalogue>,
  locale: string,
): Words<Catalogue> {
  return wordsOf(catalogue as Messages, locale) as Words<Catalogue>;
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
export interface Refused {
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
  { reason, parameters = {}, message }: Refused,
): string {
  if (reason === undefined || !Object.hasOwn(catalogue.refusals, reason)) return message;
  const values = isList(parameters)
    ? Object.fromEntries(parameters.map(({ name, value }) => [name, value]))
    : parameters;
  return fillIn(String(catalogue.refusals[reason]), values, catalogue.terms, write);
}

const isList = Array.isArray as (value: unknown) => value is readonly unknown[];
