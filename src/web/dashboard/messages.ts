import { parse } from '@formatjs/icu-messageformat-parser';
import type { Language } from '../language.ts';
import type { Messages } from '../words/words.ts';
import { de } from './browser/words/de.ts';
import { en } from './browser/words/en.ts';

/** The messages of the dashboard in each language. */
export const CATALOGUES: Readonly<Record<Language, Messages>> = { en, de };

/** Parses the messages that have arguments. Browsers then need no parser, which is 7 kB after compression. */
export function parsed(messages: Messages): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => {
      if (typeof message === 'object') return [name, parsed(message as Messages)];
      // What looks like a tag is shown as it is, as `words.ts` does.
      return [name, message.includes('{') ? parse(message, { ignoreTag: true }) : message];
    }),
  );
}
