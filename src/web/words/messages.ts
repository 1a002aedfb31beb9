import { REFUSALS, TERMS } from '../../terms/refusals.ts';
import { currentLanguage, perLanguage } from './current-language.ts';
import type { Words } from './english.d.ts';
import { LANGUAGES, type Language } from './language.ts';
import { formatNumber } from './numbers.ts';
import { readMessages } from './read-messages.ts';
import { formatUtc } from './utc.ts';
import { makeWords, type RefusalWords, type SentRefusal, type Texts, wordRefusal } from './words.ts';

/** All messages of a language, with its sentences for refusals. */
type Catalogue = Texts<Words & { refusals: typeof REFUSALS; terms: typeof TERMS }>;

/** The domain has the sentences of refusals in English: REST and GraphQL respond with them. */
const ENGLISH_REFUSALS = { refusals: REFUSALS, terms: TERMS };

/** All messages of each language. That none lacks one, and none has another one, a test checks. */
export const CATALOGUES = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    { ...readMessages(language), ...(language === 'en' ? ENGLISH_REFUSALS : {}) },
  ]),
) as Readonly<Record<Language, unknown>> as Readonly<Record<Language, Catalogue>>;

const words = perLanguage((locale, language) => makeWords(CATALOGUES[language], locale));

/**
 * Every text of the site in the language of the page, except the prose of the pages in `docs/`. Read it while a page is
 * made: what is read before is in the language of nobody. A message with arguments is a function that takes an object.
 */
export const messages: Words = Object.defineProperties(
  {} as Words,
  Object.fromEntries(
    (Object.keys(CATALOGUES.en) as (keyof Words)[]).map((group) => [group, { get: () => words()[group] }]),
  ),
);

/** Names of tags in a language. Refusals give a tag by its English name, so that clients can show it. */
function tagTerms(translated: Catalogue['tags']): Record<string, string> {
  const english = CATALOGUES.en.tags;
  const slugs = Object.keys(english) as (keyof typeof english)[];
  return Object.fromEntries(slugs.map((slug) => [english[slug], translated[slug]]));
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
) as Readonly<Record<Language, Words['reasons']>>;

/** Words of all languages for each place that the palette leads to. */
export const SYNONYMS = Object.fromEntries(
  (Object.keys(CATALOGUES.en.synonyms) as (keyof Words['synonyms'])[]).map((place) => [
    place,
    LANGUAGES.map((language) => CATALOGUES[language].synonyms[place]).join(' '),
  ]),
);

/** The sentence of a refusal, or of an error for which the service refuses, in the language of the page. */
export const sentenceOf = (refused: SentRefusal): string =>
  wordRefusal(REFUSAL_WORDS[currentLanguage()], { number: formatNumber, date: formatUtc }, refused);
