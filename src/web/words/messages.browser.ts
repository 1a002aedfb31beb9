import { catalogue, locale } from './current-language.browser.ts';
import { makeMessages, type SentRefusal, wordRefusal } from './make-messages.ts';
import { formatNumber } from './numbers.ts';
import { formatUtc } from './utc.ts';

/** The texts that the script of the page has: those of the groups that its program names. */
export const messages = makeMessages(catalogue.messages, locale());

/** The templates of moderators' reasons in each language. */
export const REASONS = catalogue.reasons;

/** The sentence of a refusal in the language of the page. */
export const sentenceOf = (refused: SentRefusal): string =>
  wordRefusal(catalogue.refusals, { number: formatNumber, date: formatUtc }, refused);
