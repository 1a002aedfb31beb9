import { expect, test } from 'vitest';
import { createPlural } from '../../src/web/plural.ts';
import { text } from '../../src/web/text.ts';

const { bot, chart, tryAgain } = text;

test.each<[of: string, say: (count: number) => string, ...said: readonly string[]]>([
  ['commands', bot.commandCount, '0 commands', '1 command', '2 commands'],
  ['votes', (count) => chart.votesSummary(count, '1'), '0 votes in', '1 vote in', '2 votes in'],
  ['servers', (count) => chart.serversSummary('9', count), '0 servers.', '1 server.', '2 servers.'],
  ['seconds', (count) => tryAgain.seconds({ count }), '0 seconds', '1 second', '2 seconds'],
  ['minutes', (count) => tryAgain.minutes({ count }), '0 minutes', '1 minute', '2 minutes'],
  ['hours', (count) => tryAgain.hours({ count }), '0 hours', '1 hour', '2 hours'],
])('none, one and two have their words: %s', (_, say, ...said) => {
  // To the end of the word: "1 command" is not in "1 commands".
  for (const [count, words] of said.entries()) expect(say(count)).toMatch(new RegExp(`\\b${words}(?!\\w)`));
});

test('a language has as many forms as it needs, and its own way to write a count unless another is asked for', () => {
  const polish = createPlural('pl');
  const forms = { one: '# bot', few: '# boty', many: '# botów', other: '# bota' };
  expect([0, 1, 2, 5, 22, 12_345].map((count) => polish(count, forms))).toEqual([
    '0 botów',
    '1 bot',
    '2 boty',
    '5 botów',
    '22 boty',
    '12\u00a0345 botów',
  ]);
  // Within a sentence of one language, a reader's numbers may be those of another.
  const german = new Intl.NumberFormat('de').format;
  expect(createPlural('en', german)(12_345, { one: '# bot', other: '# bots' })).toBe('12.345 bots');
  // What has no form of its own takes the one for all others.
  expect(createPlural('en')(1, { other: '#' })).toBe('1');
});
