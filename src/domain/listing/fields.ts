import { z } from 'zod';
import { readPermissions } from '../../terms/invite-permissions.ts';
import {
  byName,
  DEFAULTS,
  type FieldName,
  fieldNamed,
  type Kind,
  LISTING_FIELDS,
  type ListingField,
  type ListingFields,
  MAX_LINK_LENGTH,
} from '../../terms/listing-fields.ts';
import type { TERMS } from '../../terms/refusals.ts';
import { type FieldProblem, InvalidInputError, InvalidListingError } from '../kernel/errors.ts';
import { type Because, refusalOf } from '../kernel/refusal.ts';
import { isInvisible, isLengthWithin, readBoundedText } from '../kernel/text.ts';
import { isBotLanguage } from './languages.ts';
import { findTag } from './tags.ts';

const CONTROL = /\p{Cc}/u;
const CONTROL_IN_LINES = /[\p{Cc}--[\n\t]]/v;
/** These characters can change how the text around them is displayed. */
const DIRECTION = /\p{Bidi_Control}/u;

/** Refuses a value. The issue of zod carries the reason, and validation of the field stops. */
const because = (...because: Because) => ({ abort: true, params: { because } });

/** What a text is, at the beginning of a refusal. */
type Subject = keyof typeof TERMS.subject;

const text = (subject: Subject) =>
  z.custom<string>((value) => typeof value === 'string', because('field.notText', { subject }));

interface Line {
  readonly name: Subject;
  readonly min: number;
  readonly max: number;
}

const line = ({ name: subject, min, max }: Line) =>
  z
    .custom((value) => (value ?? null) !== null, because('field.required', { subject }))
    .pipe(text(subject))
    .transform((text) => text.trim().replace(/\s+/g, ' '))
    .refine((text) => isLengthWithin(text, min, max), because('text.length', { subject, min, max }))
    .refine((text) => text.isWellFormed() && !CONTROL.test(text), because('field.control', { subject }))
    .refine((text) => !DIRECTION.test(text), because('field.direction', { subject }))
    .refine((text) => !isInvisible(text), because('field.invisible', { subject }));

const markdown = ({ name: subject, max }: Omit<Line, 'min'>) =>
  text(subject)
    .transform((text) => text.replace(/\r\n?/g, '\n').trimEnd())
    .refine((text) => isLengthWithin(text, 0, max), because('field.tooLong', { subject, max }))
    .refine(
      (text) => text.isWellFormed() && !CONTROL_IN_LINES.test(text),
      because('field.control', { subject }),
    );

const link = ({ name: subject }: ListingField<'link'>) =>
  text(subject)
    .transform((text) => URL.parse(text.trim()))
    .refine((url) => url?.protocol === 'https:', because('link.notHttps', { subject }))
    .refine((url) => !url?.username && !url?.password, because('link.credentials', { subject }))
    .transform((url) => url?.href ?? '')
    .refine(
      (href) => href.length <= MAX_LINK_LENGTH,
      because('field.tooLong', { subject, max: MAX_LINK_LENGTH }),
    );

/** Treats an empty form field as null. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === undefined || value === '' ? null : value), schema.nullable());

/** Replaces null or a missing value with a default. */
const filledIn = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  schema.nullish().transform((written) => written ?? value);

const choice = (isOffered: (value: string) => boolean, unless: ReturnType<typeof because>) =>
  z
    .custom<readonly string[]>(
      (values) =>
        Array.isArray(values) && values.every((value) => typeof value === 'string' && isOffered(value)),
      unless,
    )
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
    choice((slug) => findTag(slug) !== undefined, because('tags.unknown')).refine(
      ({ length }) => length >= 1 && length <= max,
      because('tags.count', { min: 1, max }),
    ),
  languages: ({ max }) =>
    filledIn(
      choice(isBotLanguage, because('languages.unknown')).refine(
        ({ length }) => length <= max,
        because('languages.tooMany', { max }),
      ),
      [],
    ),
  language: () =>
    optional(
      z.custom<string>(
        (code) => typeof code === 'string' && isBotLanguage(code),
        because('languages.unknown'),
      ),
    ),
  scopes: () =>
    filledIn(
      choice(
        (scope) => DEFAULTS.scopes.includes(scope),
        because('inviteScopes.unknown', { first, second }),
      ).refine(({ length }) => length >= 1, because('inviteScopes.none')),
      [...DEFAULTS.scopes],
    ),
  permissions: () =>
    filledIn(
      z
        .custom<string>((value) => typeof value === 'string', because('invitePermissions.notNumber'))
        .transform((text) => readPermissions(text.trim()) ?? '')
        .refine((permissions) => permissions !== '', because('invitePermissions.outOfRange')),
      DEFAULTS.permissions,
    ),
  link: (field) => optional(link(field)),
  flag: () =>
    filledIn(
      z.custom<boolean>((value) => typeof value === 'boolean', because('followsPlatform.notBoolean')),
      DEFAULTS.flag,
    ),
};

const listing = z.object(
  // A reader gets the rows of its kind only, which TypeScript cannot see in a table of functions.
  byName(LISTING_FIELDS, (field) => (READERS[field.kind] as (field: ListingField) => z.ZodType)(field)),
);

/** What a listing can have in several languages: each text with the checks of the listing's own. */
const translation = z.object({
  name: optional(line(fieldNamed('name'))),
  shortDescription: optional(line(fieldNamed('shortDescription'))),
  longDescription: optional(markdown(fieldNamed('longDescription'))).transform((text) => text || null),
});

/**
 * Normalizes a text of the chat platform as a field of a listing.
 *
 * @returns undefined when it is not valid for a listing
 */
export function readText(name: 'name' | 'shortDescription', text: string): string | undefined {
  return listing.shape[name].safeParse(text).data as string | undefined;
}

/**
 * Validates and normalizes a text of one line, as the name of a listing.
 *
 * @param bounds in Unicode code points
 * @throws {InvalidInputError} when it is too short or too long, or has characters that are not allowed
 */
export function readLine(subject: Subject, value: string, bounds: Omit<Line, 'name'>): string {
  return readOne(line({ name: subject, ...bounds }), value);
}

/**
 * Validates and normalizes a text of several lines, as the long description of a listing, without space around it.
 *
 * @param bounds in Unicode code points
 * @throws {InvalidInputError} when it is too short or too long, or has characters that are not allowed
 */
export function readMarkdown(subject: Subject, value: string, bounds: Omit<Line, 'name'>): string {
  return readOne(markdown({ name: subject, max: bounds.max }), readBoundedText(subject, value, bounds));
}

function readOne(schema: z.ZodType<string>, value: string): string {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const { because } = (read.error.issues[0] as z.core.$ZodIssueCustom).params as { because: Because };
  throw new InvalidInputError(...because);
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
  return readOrRefuse(listing, input, others) as ListingFields;
}

/**
 * Validates and normalizes the texts of a listing in one language.
 *
 * @param input by field name; other members are ignored
 * @returns null for a text that is missing or empty
 * @throws {InvalidListingError} with one problem for each invalid text
 */
export function readTranslatedTexts(input: Readonly<Record<string, unknown>>): z.output<typeof translation> {
  return readOrRefuse(translation, input);
}

function readOrRefuse<Read extends z.ZodType>(
  schema: Read,
  input: Readonly<Record<string, unknown>>,
  others: readonly FieldProblem[] = [],
): z.output<Read> {
  const read = schema.safeParse(input);
  const found = read.error?.issues.map((issue): FieldProblem => {
    const { because } = (issue as z.core.$ZodIssueCustom).params as { because: Because };
    return { field: String(issue.path[0]), ...refusalOf(...because) };
  });
  const [first, ...more] = [...others, ...(found ?? [])];
  if (first) throw new InvalidListingError(first, more);
  return read.data as z.output<Read>;
}
