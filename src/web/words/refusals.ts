import { currentLanguage } from './current-language.ts';
import { tags as germanTags } from './de/directory.ts';
import * as german from './de/refusals.ts';
import { tags } from './en/directory.ts';
import type { Language } from './language.ts';
import { type RefusalWords, type Refused, wordRefusal } from './word-refusal.ts';

/** Names of tags in another language. Refusals give a tag by its English name, so that clients can show it. */
function tagTerms(translated: Readonly<Record<keyof typeof tags, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tags).map(([slug, name]) => [name, translated[slug as keyof typeof tags]]),
  );
}

/** The words for refusals in each language. None for English: the message of a refusal is its English sentence. */
export const REFUSAL_WORDS: Readonly<Record<Language, RefusalWords | undefined>> = {
  en: undefined,
  de: { ...german, terms: { ...german.terms, tag: tagTerms(germanTags) } },
};

/** The sentence of a refusal, or of an error for which the service refuses, in the language of the page. */
export const sentenceOf = (refused: Refused): string =>
  wordRefusal(REFUSAL_WORDS[currentLanguage()], refused);
