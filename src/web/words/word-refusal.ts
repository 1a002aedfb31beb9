import { fillIn, type Parameters, type Terms } from '../../fill-in.ts';
import { refusals, terms } from './de/refusals.ts';

/** A refusal, as the schema or an error of the service gives it. Refusals of the pages themselves have no reason. */
export interface Refused {
  readonly reason?: string | undefined;
  readonly parameters?: Parameters | readonly { readonly name: string; readonly value: string }[] | undefined;
  /** The sentence in English. */
  readonly message: string;
}

interface Catalogue {
  readonly refusals: Readonly<Record<string, string>>;
  readonly terms: Terms;
}

/** The message of a refusal is the English sentence already. */
const CATALOGUES: Readonly<Record<string, Catalogue>> = { de: { refusals, terms } };

/**
 * Words a refusal for a reader.
 *
 * @param language such as `de`
 * @returns the English sentence for a language or a reason without words: the service may be newer than a page
 */
export function wordRefusal(language: string, { reason, parameters = {}, message }: Refused): string {
  const catalogue = Object.hasOwn(CATALOGUES, language) ? CATALOGUES[language] : undefined;
  if (!catalogue || reason === undefined || !Object.hasOwn(catalogue.refusals, reason)) return message;
  const values = isList(parameters)
    ? Object.fromEntries(parameters.map(({ name, value }) => [name, value]))
    : parameters;
  return fillIn(String(catalogue.refusals[reason]), values, catalogue.terms);
}

const isList = Array.isArray as (value: unknown) => value is readonly unknown[];
