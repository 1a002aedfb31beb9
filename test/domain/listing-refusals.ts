import { BOT_LANGUAGES } from '../../src/domain/listing/languages.ts';
import { TAGS } from '../../src/domain/listing/tags.ts';
import { LINKS } from '../../src/terms/listing-fields.ts';

export const SHORT = 'Plays music in voice channels.';
/** What a listing cannot do without. */
export const MINIMUM = { name: 'A', shortDescription: SHORT, tags: ['music'] };

export const slugs = (count: number) => TAGS.slice(0, count).map(({ slug }) => slug);
export const linkOf = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`;

const NAME_LENGTH = 'The name must be 1 to 100 characters long.';
const NAME_TEXT = 'The name must be valid Unicode text without control characters.';
const NAME_DIRECTION = 'The name must not contain characters that change the direction of writing.';
const NAME_VISIBLE = 'The name must contain something visible.';
const SHORT_LENGTH = 'The short description must be 30 to 150 characters long.';
const LONG_LENGTH = 'The long description must be at most 20000 characters long.';
const LONG_TEXT = 'The long description must be valid Unicode text without control characters.';
const TAG_COUNT = 'Choose 1 to 5 categories.';
const TAG_LIST = 'Choose categories from the list.';
const LANGUAGE_COUNT = 'Choose at most 10 languages.';
const LANGUAGE_LIST = 'Choose languages from the list.';
const SCOPES = 'The scopes of the invite are bot and applications.commands.';
const PERMISSIONS = 'The permissions must be a whole number from 0 to 9223372036854775807.';
const SHORT_TEXT = 'The short description must be valid Unicode text without control characters.';
const SHORT_DIRECTION =
  'The short description must not contain characters that change the direction of writing.';
const PREFIX_TEXT = 'The prefix must be valid Unicode text without control characters.';
const PREFIX_LENGTH = 'The prefix must be 1 to 10 characters long.';
const WEBSITE_HTTPS = 'The website must be a web address that starts with https://.';

type Refusal = readonly [field: string, value: unknown, message: string];

/** A field past its bounds, and the sentence that its owner reads. */
export const REFUSALS: readonly Refusal[] = [
  ['name', undefined, 'The name is required.'],
  ['name', null, 'The name is required.'],
  ['name', 5, 'The name must be text.'],
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
  ['shortDescription', 5, 'The short description must be text.'],
  ['shortDescription', '', SHORT_LENGTH],
  ['shortDescription', 'x'.repeat(29), SHORT_LENGTH],
  ['shortDescription', `${'x'.repeat(29)}    `, SHORT_LENGTH],
  ['shortDescription', '😀'.repeat(29), SHORT_LENGTH],
  ['shortDescription', 'x'.repeat(151), SHORT_LENGTH],
  ['shortDescription', '😀'.repeat(151), SHORT_LENGTH],
  ['shortDescription', '\u200b'.repeat(30), 'The short description must contain something visible.'],
  ['shortDescription', `${SHORT}\0`, SHORT_TEXT],
  ['shortDescription', `${SHORT}\u001b`, SHORT_TEXT],
  ['shortDescription', `${SHORT}\ud800`, SHORT_TEXT],
  ['shortDescription', `${SHORT}\u2067`, SHORT_DIRECTION],
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
  ['tags', ['music\0'], TAG_LIST],
  ['tags', ['music\u0007'], TAG_LIST],
  ['tags', [5], TAG_LIST],
  ['languages', 'en', LANGUAGE_LIST],
  ['languages', BOT_LANGUAGES.slice(0, 11), LANGUAGE_COUNT],
  ['languages', ['en', 'tlh'], LANGUAGE_LIST],
  ['languages', ['EN'], LANGUAGE_LIST],
  ['languages', ['en-US'], LANGUAGE_LIST],
  ['languages', [''], LANGUAGE_LIST],
  ['languages', ['en\0'], LANGUAGE_LIST],
  ['languages', ['en\u0007'], LANGUAGE_LIST],
  ['languages', [5], LANGUAGE_LIST],
  ['inviteScopes', [], 'The invite must have at least one scope.'],
  ['inviteScopes', ['bot', 'email'], SCOPES],
  ['inviteScopes', ['BOT'], SCOPES],
  ['inviteScopes', ['bot\0'], SCOPES],
  ['inviteScopes', ['bot\u0007'], SCOPES],
  ['inviteScopes', [5], SCOPES],
  ['inviteScopes', 'bot', SCOPES],
  ['invitePermissions', '', PERMISSIONS],
  ['invitePermissions', '-1', PERMISSIONS],
  ['invitePermissions', '1.5', PERMISSIONS],
  ['invitePermissions', '8\0', PERMISSIONS],
  ['invitePermissions', '8\u0007', PERMISSIONS],
  ['invitePermissions', '0x8', PERMISSIONS],
  ['invitePermissions', '٣', PERMISSIONS],
  ['invitePermissions', '9223372036854775808', PERMISSIONS],
  ['invitePermissions', '1'.repeat(1000), PERMISSIONS],
  ['invitePermissions', 8, 'The permissions must be a number.'],
  ['prefix', 'x'.repeat(11), PREFIX_LENGTH],
  ['prefix', '   ', PREFIX_LENGTH],
  ['prefix', 5, 'The prefix must be text.'],
  ['prefix', '!\0', PREFIX_TEXT],
  ['prefix', '!\u0007', PREFIX_TEXT],
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
  ['websiteUrl', 'https://a\0.example/', WEBSITE_HTTPS],
  ['websiteUrl', 'https://a\u0007.example/', WEBSITE_HTTPS],
  ['websiteUrl', 'https://u@a.example', 'The website must not contain a user name or a password.'],
  ['websiteUrl', 'https://u:p@a.example', 'The website must not contain a user name or a password.'],
  ...LINKS.flatMap(({ name: field, subject }): Refusal[] => [
    [field, 5, `${subject} must be text.`],
    [field, 'http://a.example', `${subject} must be a web address that starts with https://.`],
    [field, 'javascript:alert(1)', `${subject} must be a web address that starts with https://.`],
    [field, 'https://a\0.example/', `${subject} must be a web address that starts with https://.`],
    [field, linkOf(301), `${subject} must be at most 300 characters long.`],
    [field, 'https://u:p@a.example', `${subject} must not contain a user name or a password.`],
  ]),
  ['followsPlatform', 'yes', 'Whether the listing follows the platform must be true or false.'],
];
