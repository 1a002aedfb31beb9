import { byName, DEFAULTS, EMPTY_LISTING, LISTING_FIELDS } from '../../../domain/listing/listing-fields.ts';
import type { Listing, ListingInput } from '../documents.ts';

/** The content of the form. Every field is present; an empty text means that the field is not set. */
export type ListingFields = { readonly [Name in keyof ListingInput]-?: NonNullable<ListingInput[Name]> };

export const EMPTY_FIELDS = ofForm(EMPTY_LISTING);

/** For the mutation: optional fields that are empty become null. */
export function toInput(fields: ListingFields): ListingInput {
  return byName(LISTING_FIELDS, ({ name, kind }) =>
    DEFAULTS[kind] === null && fields[name] === '' ? null : fields[name],
  ) as ListingInput;
}

/** For the form, from the stored listing. */
export function fieldsOf(bot: Listing): ListingFields {
  return ofForm({ ...bot, tags: bot.tags.map(({ slug }) => slug) });
}

function ofForm(fields: { readonly [Name in keyof ListingFields]: unknown }): ListingFields {
  return byName(LISTING_FIELDS, ({ name }) => fields[name] ?? '') as ListingFields;
}

type Name = keyof ListingFields;

/** The form after another user has changed the listing. */
export interface Merged {
  /** The reader's value where the reader has changed it, the stored value everywhere else. */
  readonly fields: ListingFields;
  /** Fields that only the other user has changed: the form now shows the stored value. */
  readonly theirs: readonly Name[];
  /** Fields that both have changed, to different values: the form keeps the reader's value. */
  readonly both: readonly Name[];
}

/**
 * Merges field by field, and keeps what the reader has typed.
 *
 * @param base the fields before both changes
 * @param typed the reader's fields
 * @param newest the stored fields
 */
export function mergeFields(base: ListingFields, typed: ListingFields, newest: ListingFields): Merged {
  const names = Object.keys(newest) as Name[];
  const differing = names.filter((name) => !isSame(base[name], newest[name]));
  const isTyped = (name: Name) => !isSame(base[name], typed[name]);
  const kept = names.filter(isTyped).map((name) => [name, typed[name]]);
  return {
    fields: { ...newest, ...Object.fromEntries(kept) },
    theirs: differing.filter((name) => !isTyped(name)),
    both: differing.filter((name) => isTyped(name) && !isSame(typed[name], newest[name])),
  };
}

/** Whether all fields have the same values. */
export function areSame(one: ListingFields, other: ListingFields): boolean {
  return (Object.keys(one) as Name[]).every((name) => isSame(one[name], other[name]));
}

/** The order of chosen tags, languages and scopes does not matter. */
export function isSame(one: ListingFields[Name], other: ListingFields[Name]): boolean {
  const comparable = (value: ListingFields[Name]) =>
    JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
  return comparable(one) === comparable(other);
}
