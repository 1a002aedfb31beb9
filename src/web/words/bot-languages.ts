import { perLanguage } from './current-language.ts';
import { remember } from './numbers.ts';

/**
 * Names the languages that bots speak, by their codes (ISO 639-1), in the language of a reader.
 *
 * @param locale the language of the reader
 */
export function createLanguageNames(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const order = new Intl.Collator(locale);
  const nameOf = remember((code: string) => names.of(code) ?? code);
  /** Code and name of each language, in the alphabetical order of the names. */
  const sorted = (codes: readonly string[]) =>
    codes
      .map((code) => [code, nameOf(code)] as const)
      .toSorted(([, one], [, other]) => order.compare(one, other));
  /** The names alone, in the same order, as one text. */
  const listed = (codes: readonly string[]) =>
    sorted(codes)
      .map(([, name]) => name)
      .join(', ');
  return { nameOf, sorted, listed };
}

/** Names of the languages that bots speak, in the language of the page. */
export const botLanguages = perLanguage(createLanguageNames);
