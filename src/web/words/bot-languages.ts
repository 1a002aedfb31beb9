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

/** Codes may come from an address. */
const MAX_REMEMBERED = 200;

/** @param locale the language of the reader */
export function createLanguageNames(locale: string): LanguageNames {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const order = new Intl.Collator(locale);
  /** Intl takes 5 µs for a name, and the filters name all languages. */
  const known = new Map<string, string>();
  const nameOf = (code: string) => {
    const before = known.get(code);
    if (before !== undefined) return before;
    const name = names.of(code) ?? code;
    if (known.size < MAX_REMEMBERED) known.set(code, name);
    return name;
  };
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
