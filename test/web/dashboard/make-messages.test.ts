import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bundleDashboard, groupsIn, parsed, serveBundle } from '../../../src/web/dashboard/bundle.ts';
import { LANGUAGES, type Language } from '../../../src/web/words/language.ts';
import { makeMessages } from '../../../src/web/words/make-messages.ts';
import { CATALOGUES, messages, REASONS, REFUSAL_MESSAGES } from '../../../src/web/words/messages.ts';
import { present } from '../../kit/present.ts';
import { messagesOf } from '../words/catalogue.ts';

const { deliveries, fields, moderation, moderationTools, numbers } = messages;

test.each<[of: string, say: (values: { count: number }) => string, ...said: readonly string[]]>([
  ['seconds to wait', messages.common.wait.seconds, '0 seconds', '1 second', '2 seconds'],
  ['minutes to wait', messages.common.wait.minutes, '0 minutes', '1 minute', '2 minutes'],
  ['hours to wait', messages.common.wait.hours, '0 hours', '1 hour', '2 hours'],
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
  ['reports', moderation.reports, '0 reports', 'one report', '2 reports'],
  ['closed reports', moderation.closed, '0 reports are', 'One report is', '2 reports are'],
  ['months of an account', moderationTools.age.months, '0 months old', '1 month old', '2 months old'],
])('none, one and two have their words: %s', (_, say, ...said) => {
  // To the end of the word: "1 command" is not in "1 commands".
  for (const [count, words] of said.entries())
    expect(say({ count })).toMatch(new RegExp(`\\b${words}(?!\\w)`));
});

test('parsed messages say the same, with numbers as the language writes them', () => {
  const german = makeMessages(parsed(CATALOGUES.de), 'de');
  expect(german.bots.found({ count: 1 })).toBe('1 Bot');
  expect(german.bots.found({ count: 12_345 })).toBe('12.345 Bots');
  expect(german.deliveries.resentAll({ count: 0 })).toBe('Seitdem ist keine Zustellung fehlgeschlagen.');
  expect(german.picture.tooLarge({ kib: 1024 })).toBe('Die Datei ist größer als 1.024 KiB.');
  expect(german.bots.manage({ name: '<b>{Melody}</b>' })).toBe('<b>{Melody}</b> verwalten');
  expect(german.submit.listed).toBe(CATALOGUES.de.submit.listed);
});

test('templates of reasons are there in each language, of a length that the service accepts, and each has a name', () => {
  const { of } = moderationTools.templates;
  for (const language of LANGUAGES) {
    for (const decision of ['REJECT', 'SUSPEND'] as const) {
      expect(Object.keys(REASONS[language][decision])).toEqual(Object.keys(of[decision]));
      for (const text of Object.values(REASONS[language][decision])) {
        expect(text.length, text).toBeGreaterThanOrEqual(10);
        expect(text.length, text).toBeLessThanOrEqual(500);
      }
    }
  }
});

test.each(LANGUAGES)(
  'in "%s", one verb is for one thing: each link to the form of a new bot has the same words',
  (language) => {
    const { navigation, dashboard, bots, state, submit } = CATALOGUES[language];
    expect([dashboard.submit, bots.submit]).toEqual([navigation.submit, navigation.submit]);
    if (language !== 'en') expect(state.resubmit.toLowerCase()).toContain(submit.send.toLowerCase());
  },
);

test('pages lead to adding a bot, and its form is submitted for review', () => {
  expect(messages.state.resubmit.toLowerCase()).toContain('submit for review');
  expect([messages.bots.submit, messages.submit.send]).toEqual(['Add your bot', 'Submit for review']);
  expect([CATALOGUES.de.bots.submit, CATALOGUES.de.submit.send]).toEqual([
    'Bot eintragen',
    'Zur Prüfung einreichen',
  ]);
});

test('each use of `messages` in a program names its group, by which the script gets the group', () => {
  const isTakenApart = (file: string) => /\} = messages;|\bmessages\[/.test(readFileSync(file, 'utf8'));
  expect(globSync('src/web/{client,manage,moderation,kit}/**/*.{ts,tsx}').filter(isTakenApart)).toEqual([]);
});

describe('The script of a language', () => {
  const named = groupsIn(globSync('src/web/{client,manage,moderation}/**/*.{ts,tsx}'));
  const ofProgram = (language: Language) =>
    Object.fromEntries(Object.entries(CATALOGUES[language]).filter(([group]) => named.has(group)));
  const scriptOf = async (language: Language, program: 'owners' | 'desk' = 'owners') => {
    const encoded = await (await bundleDashboard()).script(program, language).encoded();
    return gunzipSync(present(encoded.gzip)).toString();
  };
  const load = async (path: string) => {
    const reply = await serveBundle(path);
    return reply && gunzipSync(present(reply.coded?.('gzip'))).toString();
  };

  test.each(LANGUAGES)('holds its own sentences, and none of another language: %s', async (language) => {
    const script = `${await scriptOf(language)}${await scriptOf(language, 'desk')}`;
    const sentencesOf = (each: Language) =>
      // Words such as "Banner" are the same in several languages, or names in the code.
      [...messagesOf(ofProgram(each)).values()].filter((message) => /^[^{]*\w \w[^{]*$/.test(message));
    const holds = (message: string) => script.includes(JSON.stringify(message));
    const own = sentencesOf(language);
    expect(own.length).toBeGreaterThan(150);
    expect(own.filter((message) => !holds(message))).toEqual([]);
    for (const each of LANGUAGES)
      expect(script.includes(REFUSAL_MESSAGES[each].refusals['token.invalid'] ?? ''), each).toBe(
        each === language,
      );
    // The service names a tag in English, which the script translates.
    const isTag = (message: string) => Object.values<string>(CATALOGUES.en.tags).includes(message);
    const isForeign = (message: string) => !own.includes(message) && !isTag(message) && holds(message);
    for (const other of LANGUAGES.filter((each) => each !== language))
      expect(sentencesOf(other).filter(isForeign)).toEqual([]);
  });

  test.each(LANGUAGES)('of an owner holds nothing of the desk: %s', async (language) => {
    const sentence = JSON.stringify(CATALOGUES[language].moderationTools.together.title);
    expect(await scriptOf(language)).not.toContain(sentence);
    expect(await scriptOf(language, 'desk')).toContain(sentence);
  });

  test.each(LANGUAGES)('holds no parser, since its messages are parsed: %s', async (language) => {
    expect(await scriptOf(language)).not.toContain('EXPECT_ARGUMENT_CLOSING_BRACE');
  });

  test('is found in that language by the page of another version, and in the first one by all others', async () => {
    expect(await load('/assets/client-de_AAAAAAAA.js')).toBe(await scriptOf('de'));
    expect(await load('/assets/client-xx_AAAAAAAA.js')).toBe(await scriptOf('en'));
    expect(await load('/assets/client-de_desk_AAAAAAAA.js')).toBe(await scriptOf('de', 'desk'));
    // The path of versions that had one language.
    expect(await load('/assets/client-AAAAAAAA.js')).toBe(await scriptOf('en'));
  });
});
