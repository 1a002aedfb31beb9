import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from './language.ts';
import type { RawMessages } from './make-messages.ts';

interface Group {
  [name: string]: string | Group;
}

/** Reads the messages of a language, in groups. */
export function readMessages(language: Language): RawMessages {
  const file = `${language}.messages`;
  return parseMessages(readFileSync(join(import.meta.dirname, file), 'utf8'), file);
}

/**
 * Parses messages. A line is a message such as `deliveries.states.HELD = held`, a comment that starts with `#`, or
 * empty. A name with a dot in it is in quotes: `refusals."token.invalid"`. Known formats escape more: quotes in JSON and
 * TOML; `#`, which stands for a number in plurals, in others.
 *
 * @param file its name, for errors
 * @throws when a line is none of these, or its message has been defined before
 */
export function parseMessages(content: string, file: string): RawMessages {
  const messages: Group = {};
  for (const [index, line] of content.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const problem = addMessage(messages, line);
    if (problem !== undefined) throw new Error(`${file}:${index + 1}: ${problem}`);
  }
  return messages;
}

/** @returns what is wrong with the line */
function addMessage(messages: Group, line: string): string | undefined {
  const end = line.indexOf(' = ');
  const key = line.slice(0, Math.max(end, 0));
  const parts = key.match(/[^."]+|"[^"]+"/g) ?? [];
  if (key === '' || parts.join('.') !== key) return 'This is no message such as "group.name = text".';
  const text = line.slice(end + 3).replace(/\\n|\\u[0-9a-f]{4}/g, (code) => JSON.parse(`"${code}"`));
  if (text.includes('\\')) return 'A backslash stands before n or u and four digits only.';
  const names = parts.map((part) => part.replaceAll('"', ''));
  const last = names.pop() ?? '';
  let group = messages;
  for (const name of names) {
    const next = group[name] ?? {};
    if (typeof next === 'string') return `"${name}" is a message, so it can have no others in it.`;
    group[name] = next;
    group = next;
  }
  if (Object.hasOwn(group, last)) return `The message ${key} is here twice.`;
  group[last] = text;
  return undefined;
}
