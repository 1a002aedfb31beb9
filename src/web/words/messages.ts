import { currentLanguage, perLanguage } from './current-language.ts';
import * as de from './de/index.ts';
import * as en from './en/index.ts';
import * as fr from './fr/index.ts';
import { LANGUAGES, type Language } from './language.ts';
import { formatNumber } from './numbers.ts';
import { formatUtc } from './utc.ts';
import {
  makeWords,
  type RefusalWords,
  type Refused,
  type Translation,
  type Words,
  wordRefusal,
} from './words.ts';

type Messages = Words<typeof en>;

/** All messages of each language. */
export const CATALOGUES: Readonly<Record<Language, Translation<typeof en>>> = { en, de, fr };

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

/** Names of tags in a language. Refusals give a tag by its English name, so that clients can show it. */
function tagTerms(translated: Translation<typeof en.tags>): Record<string, string> {
  const slugs = Object.keys(en.tags) as (keyof typeof en.tags)[];
  return Object.fromEntries(slugs.map((slug) => [en.tags[slug], translated[slug]]));
}

function refusalWordsOf(language: Language): RefusalWords {
  const { refusals, terms, tags } = CATALOGUES[language];
  return { refusals, terms: { ...terms, tag: tagTerms(tags) } };
}

/** The words for refusals in each language. */
export const REFUSAL_WORDS = Object.fromEntries(
  LANGUAGES.map((language) => [language, refusalWordsOf(language)]),
) as Readonly<Record<Language, RefusalWords>>;

/** The templates of moderators' reasons in each language. */
export const REASONS = Object.fromEntries(
  LANGUAGES.map((language) => [language, CATALOGUES[language].reasons]),
) as Readonly<Record<Language, Translation<typeof en.reasons>>>;

/** Words of all languages for each place that the palette leads to. */
export const SYNONYMS = Object.fromEntries(
  (Object.keys(en.synonyms) as (keyof typeof en.synonyms)[]).map((place) => [
    place,
    LANGUAGES.map((language) => CATALOGUES[language].synonyms[place]).join(' '),
  ]),
);

/** The sentence of a refusal, or of an error for which the service refuses, in the language of the page. */
export const sentenceOf = (refused: Refused): string =>
  wordRefusal(REFUSAL_WORDS[currentLanguage()], { number: formatNumber, date: formatUtc }, refused);
