import { createLanguageNames } from '../../words/language-names.ts';
import { LOCALE } from './locale.ts';

/** Names of the languages that bots speak, in the language of the page. */
export const botLanguages = createLanguageNames(LOCALE);
