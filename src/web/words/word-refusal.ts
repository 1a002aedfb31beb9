import { fillIn, type Parameters, type Terms } from '../../lib/fill-in.ts';

/** A refusal, as the schema or an error of the service gives it. Refusals of the pages themselves have no reason. */
export interface Refused {
  readonly reason?: string | undefined;
  readonly parameters?: Parameters | readonly { readonly name: string; readonly value: string }[] | undefined;
  /** The sentence in English. */
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
 * @param catalogue undefined for English: the message of a refusal is the English sentence already
 * @returns the English sentence for a reason without words: the service may be newer than a page
 */
export function wordRefusal(
  catalogue: RefusalWords | undefined,
  { reason, parameters = {}, message }: Refused,
): string {
  if (!catalogue || reason === undefined || !Object.hasOwn(catalogue.refusals, reason)) return message;
  const values = isList(parameters)
    ? Object.fromEntries(parameters.map(({ name, value }) => [name, value]))
    : parameters;
  return fillIn(String(catalogue.refusals[reason]), values, catalogue.terms);
}

const isList = Array.isArray as (value: unknown) => value is readonly unknown[];
