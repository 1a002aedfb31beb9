import type { ListingFields } from './listing-fields.ts';

type Name = keyof ListingFields;

/** What becomes of a form when somebody else has changed the listing meanwhile. */
export interface Merged {
  /** The reader's where the reader has changed something, and the newest everywhere else. */
  readonly fields: ListingFields;
  /** What somebody else has changed, and is shown now. */
  readonly theirs: readonly Name[];
  /** What both have changed, otherwise: the reader's is shown. */
  readonly both: readonly Name[];
}

/**
 * Field by field, keeps what the reader has typed.
 *
 * @param base what both began with
 * @param typed what the reader has made of it
 * @param newest what somebody else has made of it, which is stored
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

/** Whether nothing would be lost. */
export function areSame(one: ListingFields, other: ListingFields): boolean {
  return (Object.keys(one) as Name[]).every((name) => isSame(one[name], other[name]));
}

/** In which order something was chosen does not matter. */
function isSame(one: ListingFields[Name], other: ListingFields[Name]): boolean {
  const comparable = (value: ListingFields[Name]) =>
    JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
  return comparable(one) === comparable(other);
}
