import { AsyncLocalStorage } from 'node:async_hooks';
import { LANGUAGES, type Language } from './language.ts';

const current = new AsyncLocalStorage<Language>();

/**
 * Does some work in a language, and everything that it awaits. The parts of a page would otherwise all have to hand the
 * language on.
 */
export function inLanguage<Result>(language: Language, work: () => Result): Result {
  return current.run(language, work);
}

/** The language of the page that is being made. */
export const currentLanguage = (): Language => current.getStore() ?? LANGUAGES[0];

/** How numbers and times are written, as Intl names it. */
export const locale = (): string => currentLanguage();

/**
 * Makes something once for each language, such as a format: making one costs more than using it.
 *
 * @param make gets the language, and how numbers and times are written in it
 * @returns the one of {@link currentLanguage}
 */
export function perLanguage<Made>(make: (locale: string, language: Language) => Made): () => Made {
  const made = new Map<Language, Made>();
  return () => {
    const language = currentLanguage();
    const known = made.get(language) ?? make(language, language);
    made.set(language, known);
    return known;
  };
}
