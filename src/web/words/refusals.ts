import type { Language } from '../language.ts';
import * as german from './de/refusals.ts';
import type { RefusalWords } from './word-refusal.ts';

/** The words for refusals in each language. None for English: the message of a refusal is its English sentence. */
export const REFUSAL_WORDS: Readonly<Record<Language, RefusalWords | undefined>> = {
  en: undefined,
  de: german,
};
