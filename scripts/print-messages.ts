import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { RawMessage, RawMessages } from '../src/web/words/make-messages.ts';
import { readMessages } from '../src/web/words/read-messages.ts';

/*
 * `npm run messages`: writes the types of the messages, which the English ones give. With `--check`, says whether they
 * are up to date.
 */

const FILE = 'src/web/words/english.d.ts';

/** @returns the type of each message: a text, or a function of its arguments; a line for each group */
export function typesOf(messages: RawMessages): string {
  const groups = Object.entries(messages).map(([name, value]) => `  ${memberOf(name, value)}\n`);
  return `// Made from \`en.messages\` by \`npm run messages\`.
type Value = string | number;

/** The messages of a language: a text, or a function of the arguments of its message. */
export interface Messages {
${groups.join('')}}
`;
}

function memberOf(name: string, value: RawMessage | RawMessages): string {
  return `readonly ${/^\w+$/.test(name) ? name : `'${name}'`}: ${typeOf(value)};`;
}

function typeOf(value: RawMessage | RawMessages): string {
  if (typeof value !== 'string')
    return `{ ${Object.entries(value as RawMessages)
      .map(([name, each]) => memberOf(name, each))
      .join(' ')} }`;
  if (!value.includes('{')) return 'string';
  const kinds = [...kindsOf(parse(value, { ignoreTag: true }))];
  return `(values: { ${kinds.map(([name, kind]) => `readonly ${name}: ${kind};`).join(' ')} }) => string`;
}

/** The types of the arguments: a plural and what is written as a number need one. */
function kindsOf(elements: readonly MessageFormatElement[], kinds = new Map<string, string>()) {
  for (const element of elements) {
    if (element.type === TYPE.number || element.type === TYPE.plural) kinds.set(element.value, 'number');
    if (element.type === TYPE.argument && !kinds.has(element.value)) kinds.set(element.value, 'Value');
    if ('options' in element) for (const { value } of Object.values(element.options)) kindsOf(value, kinds);
  }
  return kinds;
}

if (import.meta.main) {
  const path = join(import.meta.dirname, '..', FILE);
  const types = typesOf(readMessages('en'));
  if (!process.argv.includes('--check')) writeFileSync(path, types);
  else if (readFileSync(path, 'utf8') !== types) {
    process.stderr.write(`${FILE} does not fit en.messages. Run: npm run messages\n`);
    process.exitCode = 1;
  }
}
