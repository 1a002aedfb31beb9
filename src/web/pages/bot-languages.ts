import { perLanguage } from '../language.ts';
import { createLanguageNames } from '../words/language-names.ts';

/** Names of the languages that bots speak, in the language of the page. */
export const botLanguages = perLanguage(createLanguageNames);
