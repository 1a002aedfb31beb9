import { AsyncLocalStorage } from 'node:async_hooks';

/** The languages of the site; the first is the one for readers of any other language. */
export const LANGUAGES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

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
