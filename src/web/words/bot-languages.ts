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
  /** The name where it stands alone, with a capital: French has a small letter in sentences. */
  const labelOf = remember((code: string) => capitalized(nameOf(code), locale));
  /** Code and label of each language, in the alphabetical order of the names. */
  const sorted = (codes: readonly string[]) =>
    codes
      .map((code) => [code, labelOf(code)] as const)
      .toSorted(([, one], [, other]) => order.compare(one, other));
  /** The names alone, in the same order, as one text that stands alone. */
  const listed = (codes: readonly string[]) =>
    capitalized(
      sorted(codes)
        .map(([code]) => nameOf(code))
        .join(', '),
      locale,
    );
  return { nameOf, labelOf, sorted, listed };
}

const capitalized = (text: string, locale: string): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/** Names of the languages that bots speak, in the language of the page. */
export const botLanguages = perLanguage(createLanguageNames);
