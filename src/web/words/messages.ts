import { REFUSALS, TERMS } from '../../terms/refusals.ts';
import { currentLanguage, perLanguage } from './current-language.ts';
import type { Messages } from './english.d.ts';
import { LANGUAGES, type Language } from './language.ts';
import {
  makeMessages,
  type Raw,
  type RefusalMessages,
  type SentRefusal,
  wordRefusal,
} from './make-messages.ts';
import { formatNumber } from './numbers.ts';
import { readMessages } from './read-messages.ts';
import { formatUtc } from './utc.ts';

/** All messages of a language, with its sentences for refusals. */
type Catalogue = Raw<Messages & { refusals: typeof REFUSALS; terms: typeof TERMS }>;

/** The domain has the sentences of refusals in English: REST and GraphQL respond with them. */
const ENGLISH_REFUSALS = { refusals: REFUSALS, terms: TERMS };

/** All messages of each language. That none lacks one, and none has another one, a test checks. */
export const CATALOGUES = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    { ...readMessages(language), ...(language === 'en' ? ENGLISH_REFUSALS : {}) },
  ]),
) as Readonly<Record<Language, unknown>> as Readonly<Record<Language, Catalogue>>;

const ofPage = perLanguage((locale, language) => makeMessages(CATALOGUES[language], locale));

/**
 * Every text of the site in the language of the page, except the prose of the pages in `docs/`. Read it while a page is
 * made: what is read before is in the language of nobody. A message with arguments is a function that takes an object.
 */
export const messages: Messages = Object.defineProperties(
  {} as Messages,
  Object.fromEntries(
    (Object.keys(CATALOGUES.en) as (keyof Messages)[]).map((group) => [
      group,
      { get: () => ofPage()[group] },
    ]),
  ),
);

/** Names of tags in a language. Refusals give a tag by its English name, so that clients can show it. */
function tagTerms(translated: Catalogue['tags']): Record<string, string> {
  const english = CATALOGUES.en.tags;
  const slugs = Object.keys(english) as (keyof typeof english)[];
  return Object.fromEntries(slugs.map((slug) => [english[slug], translated[slug]]));
}

function refusalMessagesOf(language: Language): RefusalMessages {
  const { refusals, terms, tags } = CATALOGUES[language];
  return { refusals, terms: { ...terms, tag: tagTerms(tags) } };
}

/** The messages for refusals in each language. */
export const REFUSAL_MESSAGES = Object.fromEntries(
  LANGUAGES.map((language) => [language, refusalMessagesOf(language)]),
) as Readonly<Record<Language, RefusalMessages>>;

/** The templates of moderators' reasons in each language. */
export const REASONS = Object.fromEntries(
  LANGUAGES.map((language) => [language, CATALOGUES[language].reasons]),
) as Readonly<Record<Language, Messages['reasons']>>;

/** Words of all languages for each place that the palette leads to. */
export const SYNONYMS = Object.fromEntries(
  (Object.keys(CATALOGUES.en.synonyms) as (keyof Messages['synonyms'])[]).map((place) => [
    place,
    LANGUAGES.map((language) => CATALOGUES[language].synonyms[place]).join(' '),
  ]),
);

/** The sentence of a refusal, or of an error for which the service refuses, in the language of the page. */
export const sentenceOf = (refused: SentRefusal): string =>
  wordRefusal(REFUSAL_MESSAGES[currentLanguage()], { number: formatNumber, date: formatUtc }, refused);
