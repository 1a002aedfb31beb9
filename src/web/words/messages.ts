import { perLanguage } from './current-language.ts';
import { de } from './de/index.ts';
import { en } from './en/index.ts';
import type { Language } from './language.ts';
import { makeWords, type Translation, type Words } from './words.ts';

type Messages = Words<typeof en>;

/** All messages of each language. */
export const CATALOGUES: Readonly<Record<Language, Translation<typeof en>>> = { en, de };

const words = perLanguage((locale, language) => makeWords<typeof en>(CATALOGUES[language], locale));

/**
 * Every text of the site in the language of the page, except the prose of the pages in `docs/`. Read it while a page is
 * made: what is read before is in the language of nobody. A message with arguments is a function that takes an object.
 */
export const messages: Messages = Object.defineProperties(
  {} as Messages,
  Object.fromEntries(
    (Object.keys(en) as (keyof Messages)[]).map((group) => [group, { get: () => words()[group] }]),
  ),
);
