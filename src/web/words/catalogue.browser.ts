import type { Language } from './language.ts';
import type { RefusalWords } from './word-refusal.ts';
import type { Messages } from './words.ts';

/** What the script of a language begins with: `dashboard/bundle.ts` writes it before the program. */
export interface Catalogue {
  readonly language: Language;
  readonly messages: Messages;
  /** The sentences of refusals; undefined in English. */
  readonly refusals?: RefusalWords;
}

declare const CATALOGUE: Catalogue;

/** The catalogue of the page. */
export const catalogue = CATALOGUE;
