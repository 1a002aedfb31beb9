import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { typesOf } from '../../../scripts/print-messages.ts';
import { parseMessages, readMessages } from '../../../src/web/words/read-messages.ts';

const parse = (...lines: string[]) => parseMessages(lines.join('\n'), 'xx.messages');

test('a line is a message, a comment or empty', () => {
  expect(
    parse(
      '# The first page',
      'home.title = All bots = {count, number}',
      '',
      'home.orders./bots?order=new = # New',
      'refusals."token.invalid" = Invalid token.',
      String.raw`home.lines = One\ntwo\u202f!`,
      'plain = "quoted"',
    ),
  ).toEqual({
    home: {
      title: 'All bots = {count, number}',
      orders: { '/bots?order=new': '# New' },
      lines: 'One\ntwo\u202f!',
    },
    refusals: { 'token.invalid': 'Invalid token.' },
    plain: '"quoted"',
  });
});

const NO_MESSAGE = 'This is no message such as "group.name = text".';
const NO_ESCAPE = 'A backslash stands before n or u and four digits only.';

test.each([
  ['home.title', NO_MESSAGE],
  [' = All bots', NO_MESSAGE],
  ['home..title = All bots', NO_MESSAGE],
  ['home. = All bots', NO_MESSAGE],
  ['home."title = All bots', NO_MESSAGE],
  [String.raw`home.title = All\tbots`, NO_ESCAPE],
  [String.raw`home.title = All\u20 bots`, NO_ESCAPE],
  ['home.intro = Again', 'The message home.intro is here twice.'],
  ['home = Again', 'The message home is here twice.'],
  ['home.intro.title = In it', '"intro" is a message, so it can have no others in it.'],
])('a line that is no message is refused with its place: %s', (line, problem) => {
  expect(() => parse('# First', 'home.intro = Hello', line)).toThrow(`xx.messages:3: ${problem}`);
});

test('the types of the messages are those of the English ones', () => {
  const path = 'src/web/words/english.d.ts';
  const checkedIn = readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
  expect(typesOf(readMessages('en')), `${path} is out of date: run \`npm run messages\``).toBe(checkedIn);
});

test('an argument is a number where the message writes or counts it, and a text or a number elsewhere', () => {
  expect(
    typesOf(parse('a.b = {name}: {all, number}, {count, plural, one {{n}} other {#}}', 'a.c-d = x')),
  ).toContain(
    "  readonly a: { readonly b: (values: { readonly name: Value; readonly all: number; readonly count: number; readonly n: Value; }) => string; readonly 'c-d': string; };\n",
  );
});
