import IntlMessageFormat from 'intl-messageformat';
import { fillIn, type Parameters, type Terms, type Writers } from '../../lib/fill-in.ts';
import type { Messages } from './english.d.ts';

/** A message in the ICU MessageFormat; in the browser, one with arguments comes parsed. */
export type RawMessage = string | Exclude<ConstructorParameters<typeof IntlMessageFormat>[0], string>;

/** The messages of a language, in groups. */
export interface RawMessages {
  readonly [name: string]: RawMessage | RawMessages;
}

/** The messages of a language, as its file has them. */
export type Raw<Made> = {
  readonly [Name in keyof Made]: Made[Name] extends string | ((values: never) => string)
    ? string
    : Raw<Made[Name]>;
};

/**
 * Makes the messages of a language from those of its file: one without arguments is a text, and one with arguments is a
 * function. A message is parsed when it is used first. Messages use plain arguments, `number` and `plural`.
 *
 * @param locale the language of the messages, which also formats numbers in them
 */
export function makeMessages<Made = Messages>(messages: RawMessages, locale: string): Made {
  return messagesOf(messages, locale) as Made;
}

function messagesOf(messages: RawMessages, locale: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [name, messageOf(message, locale)]),
  );
}

function messageOf(message: RawMessage | RawMessages, locale: string): unknown {
  if (typeof message === 'string') return message.includes('{') ? formatterOf(message, locale) : message;
  return Array.isArray(message)
    ? formatterOf(message as RawMessage, locale)
    : messagesOf(message as RawMessages, locale);
}

function formatterOf(message: RawMessage, locale: string) {
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
export interface RefusalMessages {
  readonly refusals: Readonly<Record<string, string>>;
  readonly terms: Terms;
}

/**
 * Words a refusal for a reader.
 *
 * @param write writes numbers and times in the language of the catalogue
 * @returns the message for a reason without a message: the service may be newer than a page
 */
export function wordRefusal(
  catalogue: RefusalMessages,
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
