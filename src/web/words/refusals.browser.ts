import { catalogue } from './catalogue.browser.ts';
import { type Refused, wordRefusal } from './word-refusal.ts';

/** The sentence of a refusal in the language of the page. */
export const sentenceOf = (refused: Refused): string => wordRefusal(catalogue.refusals, refused);
