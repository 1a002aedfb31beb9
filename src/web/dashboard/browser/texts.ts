import { makeWords } from '../../words/words.ts';
import { LOCALE } from './locale.ts';
import { messages } from './words/catalogue.ts';
import type { en } from './words/en.ts';

/** Every text of the dashboard in the language of the page, except the service's own messages. */
export const texts = makeWords<typeof en>(messages, LOCALE);
