import { z } from 'zod';
import { type FieldProblem, InvalidListingError } from '../kernel/errors.ts';
import { refusalOf } from '../kernel/refusal.ts';
import type { TERMS } from '../kernel/refusals.ts';
import { isLengthWithin } from '../kernel/text-length.ts';
import { INVITE_SCOPES, readPermissions } from './invite-link.ts';
import { isBotLanguage, MAX_LANGUAGES } from './languages.ts';
import { findTag } from './tags.ts';
import { createZodRefusals } from './zod-refusals.ts';

/** The fields that an owner edits. */
export interface ListingFields {
  readonly name: string;
  readonly shortDescription: string;
  /** Markdown. */
  readonly longDescription: string;
  /** Slugs of tags. */
  readonly tags: readonly string[];
  /** Codes of the languages that it speaks. */
  readonly languages: readonly string[];
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

type Subject = keyof typeof TERMS.subject;

const { says, because } = createZodRefusals();

const line = (subject: Subject, min: number, max: number) => {
  const required = says('field.required', { subject });
  const notText = says('field.notText', { subject });
  return z
    .string({ error: ({ input }) => ((input ?? null) === null ? required : notText) })
    .transform((text) => text.trim().replace(/\s+/g, ' '))
    .refine((text) => isLengthWithin(text, min, max), {
      ...abort,
      error: says('text.length', { subject, min, max }),
    })
    .refine((text) => text.isWellFormed() && !CONTROL.test(text), {
      ...abort,
      error: says('field.control', { subject }),
    })
    .refine((text) => !DIRECTION.test(text), {
      ...abort,
      error: says('field.direction', { subject }),
    })
    .refine((text) => text.replace(INVISIBLE, '') !== '', {
      ...abort,
      error: says('field.invisible', { subject }),
    });
};

const markdown = (subject: Subject, max: number) =>
  z
    .string({ error: says('field.notText', { subject }) })
    .transform((text) => text.replace(/\r\n?/g, '\n').trimEnd())
    .refine((text) => isLengthWithin(text, 0, max), {
      ...abort,
      error: says('field.tooLong', { subject, max }),
    })
    .refine((text) => text.isWellFormed() && !CONTROL_IN_LINES.test(text), {
      ...abort,
      error: says('field.control', { subject }),
    });

const MAX_LINK_LENGTH = 300;

const link = (subject: Subject) =>
  z
    .string({ error: says('field.notText', { subject }) })
    .transform((text) => URL.parse(text.trim()))
    .refine((url) => url?.protocol === 'https:', {
      ...abort,
      error: says('link.notHttps', { subject }),
    })
    .refine((url) => !url?.username && !url?.password, {
      ...abort,
      error: says('link.credentials', { subject }),
    })
    .transform((url) => url?.href ?? '')
    .refine((href) => href.length <= MAX_LINK_LENGTH, {
      ...abort,
      error: says('field.tooLong', { subject, max: MAX_LINK_LENGTH }),
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
  name: line('name', 1, 100),
  shortDescription: line('shortDescription', 30, 150),
  longDescription: filledIn(markdown('longDescription', 20_000), ''),
  tags: choice(says('tags.unknown'), (slug) => findTag(slug) !== undefined).refine(
    ({ length }) => length >= 1 && length <= MAX_TAGS,
    { error: says('tags.count', { min: 1, max: MAX_TAGS }) },
  ),
  languages: filledIn(
    choice(says('languages.unknown'), isBotLanguage).refine(({ length }) => length <= MAX_LANGUAGES, {
      error: says('languages.tooMany', { max: MAX_LANGUAGES }),
    }),
    [],
  ),
  inviteScopes: filledIn(
    choice(says('inviteScopes.unknown', { first: INVITE_SCOPES[0], second: INVITE_SCOPES[1] }), (scope) =>
      INVITE_SCOPES.includes(scope),
    ).refine(({ length }) => length >= 1, { error: says('inviteScopes.none') }),
    [...INVITE_SCOPES],
  ),
  invitePermissions: filledIn(
    z
      .string({ error: says('invitePermissions.notNumber') })
      .transform((text) => readPermissions(text.trim()) ?? '')
      .refine((permissions) => permissions !== '', {
        error: says('invitePermissions.outOfRange'),
      }),
    '0',
  ),
  prefix: optional(line('prefix', 1, 10)),
  websiteUrl: optional(link('websiteUrl')),
  supportUrl: optional(link('supportUrl')),
  sourceUrl: optional(link('sourceUrl')),
  privacyUrl: optional(link('privacyUrl')),
  followsPlatform: filledIn(z.boolean({ error: says('followsPlatform.notBoolean') }), false),
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
  const [first, ...more] = [...others, ...problemsIn(read.error)];
  if (first) throw new InvalidListingError(first, more);
  if (!read.success) throw read.error;
  return read.data;
}

/** The first problem of each field. */
function problemsIn(error: z.ZodError | undefined): readonly FieldProblem[] {
  const byField = new Map<string, FieldProblem>();
  for (const { path, message } of error?.issues ?? []) {
    const field = String(path[0]);
    if (!byField.has(field)) byField.set(field, { field, ...refusalOf(...because(message)) });
  }
  return [...byField.values()];
}
