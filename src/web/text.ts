import { type Language, perLanguage } from './language.ts';
import { de } from './words/de/index.ts';
import { en } from './words/en/index.ts';
import { makeWords, type Translation, type Words } from './words/words.ts';

type Text = Words<typeof en>;

const CATALOGUES: Readonly<Record<Language, Translation<typeof en>>> = { en, de };

const words = perLanguage((language) => makeWords<typeof en>(CATALOGUES[language], language));

/**
 * Every text that the server renders in the language of the page, except the prose of the pages in `docs/`. Read it
 * while a page is made: what is read before is in the language of nobody. The catalogues are in `words/`. The program
 * in `dashboard/browser/` has catalogues of its own.
 */
export const text: Text = Object.defineProperties(
  {} as Text,
  Object.fromEntries(
    (Object.keys(en) as (keyof Text)[]).map((group) => [group, { get: () => words()[group] }]),
  ),
);
