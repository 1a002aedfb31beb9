import { z } from 'zod';
import { type FieldProblem, InvalidListingError } from '../kernel/errors.ts';
import { isLengthWithin } from '../kernel/text-length.ts';
import { INVITE_SCOPES, readPermissions } from './invite-link.ts';
import { findTag } from './tags.ts';

/** The fields that an owner edits. */
export interface ListingFields {
  readonly name: string;
  readonly shortDescription: string;
  /** Markdown. */
  readonly longDescription: string;
  /** Slugs of tags. */
  readonly tags: readonly string[];
  readonly inviteScopes: readonly string[];
  /** A decimal number. Its bits are the platform's permissions. */
  readonly invitePermissions: string;
  readonly prefix: string | null;
  readonly websiteUrl: string | null;
  readonly supportUrl: string | null;
  readonly sourceUrl: string | null;
  readonly privacyUrl: string | null;
  /** Whether name and picture come from the chat platform, with a refresh once a day. */
  readonly followsPlatform: boolean;
}

/** Validation of a field stops at its first problem. */
const abort = { abort: true };
const CONTROL = /\p{Cc}/u;
const CONTROL_IN_LINES = /[\p{Cc}--[\n\t]]/v;
/** These characters can change how the text around them is displayed. */
const DIRECTION = /\p{Bidi_Control}/u;
/** U+2800 is the empty braille pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\p{M}\u2800]/gu;

const line = (subject: string, min: number, max: number) =>
  z
    .string({
      error: ({ input }) => `${subject} ${(input ?? null) === null ? 'is required' : 'must be text'}.`,
    })
    .transform((text) => text.trim().replace(/\s+/g, ' '))
    .refine((text) => isLengthWithin(text, min, max), {
      ...abort,
      error: `${subject} must be ${min} to ${max} characters long.`,
    })
    .refine((text) => text.isWellFormed() && !CONTROL.test(text), {
      ...abort,
      error: `${subject} must be valid Unicode text without control characters.`,
    })
    .refine((text) => !DIRECTION.test(text), {
      ...abort,
      error: `${subject} must not contain characters that change the direction of writing.`,
    })
    .refine((text) => text.replace(INVISIBLE, '') !== '', {
      ...abort,
      error: `${subject} must contain something visible.`,
    });

const markdown = (subject: string, max: number) =>
  z
    .string({ error: `${subject} must be text.` })
    .transform((text) => text.replace(/\r\n?/g, '\n').trimEnd())
    .refine((text) => isLengthWithin(text, 0, max), {
      ...abort,
      error: `${subject} must be at most ${max} characters long.`,
    })
    .refine((text) => text.isWellFormed() && !CONTROL_IN_LINES.test(text), {
      ...abort,
      error: `${subject} must be valid Unicode text without control characters.`,
    });

const MAX_LINK_LENGTH = 300;

const link = (subject: string) =>
  z
    .string({ error: `${subject} must be text.` })
    .transform((text) => URL.parse(text.trim()))
    .refine((url) => url?.protocol === 'https:', {
      ...abort,
      error: `${subject} must be a web address that starts with https://.`,
    })
    .refine((url) => !url?.username && !url?.password, {
      ...abort,
      error: `${subject} must not contain a user name or a password.`,
    })
    .transform((url) => url?.href ?? '')
    .refine((href) => href.length <= MAX_LINK_LENGTH, {
      ...abort,
      error: `${subject} must be at most ${MAX_LINK_LENGTH} characters long.`,
    });

/** Treats an empty form field as null. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === undefined || value === '' ? null : value), schema.nullable());

/** Replaces null or a missing value with a default. */
const filledIn = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  schema.nullish().transform((written) => written ?? value);

const choice = (error: string, isOffered: (value: string) => boolean) =>
  z
    .array(z.string({ error }).refine(isOffered, { error }), { error })
    .transform((values) => [...new Set(values)]);

const MAX_TAGS = 5;

const listing = z.object({
  name: line('The name', 1, 100),
  shortDescription: line('The short description', 30, 150),
  longDescription: filledIn(markdown('The long description', 20_000), ''),
  tags: choice('Choose tags from the list.', (slug) => findTag(slug) !== undefined).refine(
    ({ length }) => length >= 1 && length <= MAX_TAGS,
    { error: `Choose 1 to ${MAX_TAGS} tags.` },
  ),
  inviteScopes: filledIn(
    choice(`The scopes of the invite are ${INVITE_SCOPES.join(' and ')}.`, (scope) =>
      INVITE_SCOPES.includes(scope),
    ).refine(({ length }) => length >= 1, { error: 'The invite must have at least one scope.' }),
    [...INVITE_SCOPES],
  ),
  invitePermissions: filledIn(
    z
      .string({ error: 'The permissions must be a number.' })
      .transform((text) => readPermissions(text.trim()) ?? '')
      .refine((permissions) => permissions !== '', {
        error: 'The permissions must be a whole number from 0 to 9223372036854775807.',
      }),
    '0',
  ),
  prefix: optional(line('The prefix', 1, 10)),
  websiteUrl: optional(link('The website')),
  supportUrl: optional(link('The support link')),
  sourceUrl: optional(link('The link to the source')),
  privacyUrl: optional(link('The privacy policy')),
  followsPlatform: filledIn(
    z.boolean({ error: 'Whether the listing follows the platform must be true or false.' }),
    false,
  ),
});

/**
 * Normalizes an application's name for a listing.
 *
 * @returns undefined when the name is not valid for a listing
 */
export function readName(text: string): string | undefined {
  return listing.shape.name.safeParse(text).data;
}

/**
 * Normalizes an application's description as a short description.
 *
 * @returns undefined when it is not valid for a listing
 */
export function readShortDescription(text: string): string | undefined {
  return listing.shape.shortDescription.safeParse(text).data;
}

/**
 * Validates and normalizes the fields of a listing: it collapses white space in one-line fields, normalizes URLs and
 * fills in defaults.
 *
 * @param input by field name; other members are ignored
 * @param others problems that were found before
 * @throws {InvalidListingError} with the other problems and one problem for each invalid field
 */
export function readListingFields(
  input: Readonly<Record<string, unknown>>,
  others: readonly FieldProblem[] = [],
): ListingFields {
  const read = listing.safeParse(input);
  if (read.success && others.length === 0) return read.data;
  const byField = new Map<string, string>();
  for (const { path, message } of read.error?.issues ?? []) {
    const field = String(path[0]);
    if (!byField.has(field)) byField.set(field, message);
  }
  throw new InvalidListingError([...others, ...[...byField].map(([field, message]) => ({ field, message }))]);
}
