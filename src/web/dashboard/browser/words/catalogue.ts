import type { RefusalWords } from '../../../words/word-refusal.ts';

/**
 * The messages that the dashboard shows. Here they are English, for unit tests in Node. In the bundle of each language,
 * `dashboard/bundle.ts` puts its messages in the place of this file.
 */
export { en as messages } from './en.ts';

/** The language of the messages. */
export const language: string = 'en';

/** The words for refusals. None for English: the message of a refusal is its English sentence. */
export const refusals: RefusalWords | undefined = undefined;
