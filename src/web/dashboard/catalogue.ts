import { readFileSync } from 'node:fs';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Catalogue } from '../words/current-language.browser.ts';
import type { Language } from '../words/language.ts';
import { CATALOGUES, REFUSAL_WORDS } from '../words/messages.ts';
import type { Messages } from '../words/words.ts';

/** @returns the groups of messages that the source files of a program name, as `messages.GROUP` */
export function groupsIn(files: readonly string[]): ReadonlySet<string> {
  const named = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bmessages\.(\w+)/g)]);
  return new Set(named.map(([, group = '']) => group));
}

/** What a program needs in a language: its groups of messages, parsed, and the sentences of refusals. */
export function catalogueOf(language: Language, groups: ReadonlySet<string>): Catalogue {
  const own = Object.entries<Messages>(CATALOGUES[language]).filter(([group]) => groups.has(group));
  const refusals = REFUSAL_WORDS[language];
  return { language, messages: parsed(Object.fromEntries(own)), ...(refusals && { refusals }) };
}

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
