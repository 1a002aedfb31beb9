import { expect, test } from 'vitest';
import { makeMessages } from '../../src/web/words/make-messages.ts';
import { messages } from '../../src/web/words/messages.ts';

const { bot, chart, tryAgain } = messages;

test.each<[of: string, say: (count: number) => string, ...said: readonly string[]]>([
  ['commands', (count) => bot.commandCount({ count }), '0 commands', '1 command', '2 commands'],
  [
    'votes',
    (count) => chart.votesSummary({ total: count, most: 1 }),
    '0 votes in',
    '1 vote in',
    '2 votes in',
  ],
  [
    'servers',
    (count) => chart.serversSummary({ first: 9, last: count }),
    '0 servers.',
    '1 server.',
    '2 servers.',
  ],
  ['seconds', (count) => tryAgain.seconds({ count }), '0 seconds', '1 second', '2 seconds'],
  ['minutes', (count) => tryAgain.minutes({ count }), '0 minutes', '1 minute', '2 minutes'],
  ['hours', (count) => tryAgain.hours({ count }), '0 hours', '1 hour', '2 hours'],
])('none, one and two have their words: %s', (_, say, ...said) => {
  // To the end of the word: "1 command" is not in "1 commands".
  for (const [count, words] of said.entries()) expect(say(count)).toMatch(new RegExp(`\\b${words}(?!\\w)`));
});

test('a language has as many forms as it needs, and its own way to write a count', () => {
  const bots = '{count, plural, one {# bot} few {# boty} many {# botów} other {# bota}}';
  const polish = makeMessages<{ bots: (values: { count: number }) => string }>({ bots }, 'pl');
  expect([0, 1, 2, 5, 22, 12_345].map((count) => polish.bots({ count }))).toEqual([
    '0 botów',
    '1 bot',
    '2 boty',
    '5 botów',
    '22 boty',
    '12\u00a0345 botów',
  ]);
});

test('what looks like a tag in a message or a value is shown as it is', () => {
  const { hello } = makeMessages<{ hello: (values: { name: string }) => string }>(
    { hello: '<b>Hello {name}</b>' },
    'en',
  );
  expect(hello({ name: '<i>{Ada}</i>' })).toBe('<b>Hello <i>{Ada}</i></b>');
});
