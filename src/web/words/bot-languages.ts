import { perLanguage } from './current-language.ts';

/** Names the languages that bots speak, in the language of a reader. */
export interface LanguageNames {
  /** @param code ISO 639-1 */
  nameOf(code: string): string;
  /** Code and name of each language, in the alphabetical order of the names. */
  sorted(codes: readonly string[]): (readonly [code: string, name: string])[];
  /** The names alone, in the same order, as one text. */
  listed(codes: readonly string[]): string;
}

/** @param locale the language of the reader */
export function createLanguageNames(locale: string): LanguageNames {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const order = new Intl.Collator(locale);
  const nameOf = (code: string) => names.of(code) ?? code;
  const sorted: LanguageNames['sorted'] = (codes) =>
    codes
      .map((code) => [code, nameOf(code)] as const)
      .toSorted(([, one], [, other]) => order.compare(one, other));
  return {
    nameOf,
    sorted,
    listed: (codes) =>
      sorted(codes)
        .map(([, name]) => name)
        .join(', '),
  };
}

/** Names of the languages that bots speak, in the language of the page. */
export const botLanguages = perLanguage((locale) => createLanguageNames(locale));
