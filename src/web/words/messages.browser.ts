import { catalogue } from './catalogue.browser.ts';
import { locale } from './current-language.browser.ts';
import type { en } from './en/index.ts';
import { makeWords, type Translation, type Words } from './words.ts';

/** The texts that the script of the page has: those of the groups that its program names. */
export const messages = makeWords(catalogue.messages as Translation<unknown>, locale()) as Words<typeof en>;
