import { z } from 'zod';
import { type FieldProblem, InvalidListingError } from '../kernel/errors.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { isLengthWithin } from '../kernel/text-length.ts';
import { readPermissions } from './invite-link.ts';
import { isBotLanguage } from './languages.ts';
import {
  byName,
  DEFAULTS,
  type FieldName,
  type Kind,
  LISTING_FIELDS,
  type ListingField,
  type ListingFields,
  MAX_LINK_LENGTH,
} from './listing-fields.ts';
import { findTag } from './tags.ts';
import { createZodRefusals } from './zod-refusals.ts';

/** Validation of a field stops at its first problem. */
const abort = { abort: true };
const CONTROL = /\p{Cc}/u;
const CONTROL_IN_LINES = /[\p{Cc}--[\n\t]]/v;
/** These characters can change how the text around them is displayed. */
const DIRECTION = /\p{Bidi_Control}/u;
/** U+2800 is the empty braille pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\p{M}\u2800]/gu;

const { says, because } = createZodRefusals();

const line = ({ name: subject, min, max }: ListingField<'line' | 'optionalLine'>) => {
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

const markdown = ({ name: subject, max }: ListingField<'markdown'>) =>
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

const link = ({ name: subject }: ListingField<'link'>) =>
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

const [first = '', second = ''] = DEFAULTS.scopes;

/** Reads a field of each kind. */
const READERS: {
  readonly [Of in Kind]: (field: ListingField<Of>) => z.ZodType<ListingFields[FieldName<Of>]>;
} = {
  line,
  optionalLine: (field) => optional(line(field)),
  markdown: (field) => filledIn(markdown(field), DEFAULTS.markdown),
  tags: ({ max }) =>
    choice(says('tags.unknown'), (slug) => findTag(slug) !== undefined).refine(
      ({ length }) => length >= 1 && length <= max,
      { error: says('tags.count', { min: 1, max }) },
    ),
  languages: ({ max }) =>
    filledIn(
      choice(says('languages.unknown'), isBotLanguage).refine(({ length }) => length <= max, {
        error: says('languages.tooMany', { max }),
      }),
      [],
    ),
  scopes: () =>
    filledIn(
      choice(says('inviteScopes.unknown', { first, second }), (scope) =>
        DEFAULTS.scopes.includes(scope),
      ).refine(({ length }) => length >= 1, { error: says('inviteScopes.none') }),
      [...DEFAULTS.scopes],
    ),
  permissions: () =>
    filledIn(
      z
        .string({ error: says('invitePermissions.notNumber') })
        .transform((text) => readPermissions(text.trim()) ?? '')
        .refine((permissions) => permissions !== '', { error: says('invitePermissions.outOfRange') }),
      DEFAULTS.permissions,
    ),
  link: (field) => optional(link(field)),
  flag: () => filledIn(z.boolean({ error: says('followsPlatform.notBoolean') }), DEFAULTS.flag),
};

const listing = z.object(
  // A reader gets the rows of its kind only, which TypeScript cannot see in a table of functions.
  byName(LISTING_FIELDS, (field) => (READERS[field.kind] as (field: ListingField) => z.ZodType)(field)),
);

/**
 * Normalizes a text of the chat platform as a field of a listing.
 *
 * @returns undefined when it is not valid for a listing
 */
export function readText(name: 'name' | 'shortDescription', text: string): string | undefined {
  return listing.shape[name].safeParse(text).data as string | undefined;
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
  return read.data as ListingFields;
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
