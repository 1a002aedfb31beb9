import {
  byName,
  DEFAULTS,
  EMPTY_LISTING,
  type FieldName,
  fieldNamed,
  isSameValue,
  LISTING_FIELDS,
} from '../../../terms/listing-fields.ts';
import type { Listing, ListingEdit, ListingInput } from '../documents.ts';

/** The content of the form. Every field is present; an empty text means that the field is not set. */
export type FormFields = { readonly [Name in keyof ListingInput]-?: NonNullable<ListingInput[Name]> };

export const EMPTY_FIELDS = ofForm(EMPTY_LISTING);

/** For the mutation: optional fields that are empty become null. */
export function toInput(fields: FormFields): ListingInput {
  return byName(LISTING_FIELDS, ({ name, kind }) =>
    DEFAULTS[kind] === null && fields[name] === '' ? null : fields[name],
  ) as ListingInput;
}

/**
 * The edit of a part of a listing that a moderator has to decide on.
 *
 * @param language of a translation; null for other parts
 */
export const waitingEdit = (
  { edits }: Pick<Listing, 'edits'>,
  part: ListingEdit['part'] = 'TEXT',
  language: string | null = null,
): ListingEdit | undefined =>
  edits?.find((edit) => edit.state === 'WAITING' && edit.part === part && edit.language === language);

/** For the form, from the stored listing, with the edit that waits for a moderator. */
export function fieldsOf(bot: Listing): FormFields {
  const waiting = waitingEdit(bot);
  const changed =
    waiting?.changes.map(({ field, after }) => [field, valueFrom(field as FieldName, after)]) ?? [];
  return ofForm({ ...bot, tags: bot.tags.map(({ slug }) => slug), ...Object.fromEntries(changed) });
}

/** A value of a field, from the list of texts that an edit has. */
function valueFrom(field: FieldName, texts: readonly string[]): unknown {
  const initial = DEFAULTS[fieldNamed(field).kind];
  if (Array.isArray(initial)) return texts;
  return typeof initial === 'boolean' ? texts[0] === 'true' : (texts[0] ?? '');
}

function ofForm(fields: { readonly [Name in keyof FormFields]: unknown }): FormFields {
  return byName(LISTING_FIELDS, ({ name }) => fields[name] ?? '') as FormFields;
}

/** Two versions of a form, after something else was stored while the reader was typing. */
export interface Merged<Fields> {
  /** The reader's value where the reader has changed it, the stored value everywhere else. */
  readonly fields: Fields;
  /** The fields that were stored since the reader began, and that differ. */
  readonly names: readonly (keyof Fields)[];
  /** The reader's version. */
  readonly mine: Fields;
  /** The stored version. */
  readonly theirs: Fields;
}

/**
 * Merges field by field, and keeps what the reader has typed.
 *
 * @param base the stored fields that the form knew last
 * @param typed the reader's fields
 * @param newest the stored fields
 * @param origin the stored fields when the reader began: after a conflict, `base` has a part of what was stored since
 */
export function mergeFields<Fields extends object>(
  base: Fields,
  typed: Fields,
  newest: Fields,
  origin = base,
): Merged<Fields> {
  const names = Object.keys(newest) as (keyof Fields)[];
  const differ = (one: Fields, other: Fields) => names.filter((name) => !isSameValue(one[name], other[name]));
  const kept = differ(base, typed).map((name) => [name, typed[name]]);
  const changed = new Set(differ(origin, newest));
  return {
    fields: { ...newest, ...Object.fromEntries(kept) },
    names: differ(typed, newest).filter((name) => changed.has(name)),
    mine: typed,
    theirs: newest,
  };
}

/** Whether all fields have the same values. */
export function areSame<Fields extends object>(one: Fields, other: Fields): boolean {
  return (Object.keys(one) as (keyof Fields)[]).every((name) => isSameValue(one[name], other[name]));
}
