import { expect, test } from 'vitest';
import { texts } from '../../src/web/dashboard/browser/texts.ts';
import { createPlural } from '../../src/web/plural.ts';
import { text } from '../../src/web/text.ts';

const { bot, chart, tryAgain } = text;
const { deliveries, fields, moderation, numbers } = texts;

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
  ['seconds to wait', (count) => texts.wait.seconds({ count }), '0 seconds', '1 second', '2 seconds'],
  ['minutes to wait', (count) => texts.wait.minutes({ count }), '0 minutes', '1 minute', '2 minutes'],
  ['hours to wait', (count) => texts.wait.hours({ count }), '0 hours', '1 hour', '2 hours'],
  ['wrong fields', fields.someWrong, '0 fields', 'one field', '2 fields'],
  ['a wait of a receiver', deliveries.retryAfter, '0 seconds;', '1 second;', '2 seconds;'],
  [
    'deliveries sent again',
    deliveries.resentAll,
    'no failed deliveries',
    '1 delivery is',
    '2 deliveries are',
  ],
  ['votes of an own bot', numbers.sum, '0 votes in', '1 vote in', '2 votes in'],
  ['servers of an own bot', numbers.latest, '0 servers now', '1 server now', '2 servers now'],
  ['waiting listings', moderation.waiting, '0 to review', '1 to review', '2 to review'],
  ['reports', moderation.reports, '0 reports', 'one report', '2 reports'],
  ['closed reports', moderation.closed, '0 reports are', 'One report is', '2 reports are'],
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
