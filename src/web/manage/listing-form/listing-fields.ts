import { byName, DEFAULTS, EMPTY_LISTING, LISTING_FIELDS } from '../../../domain/listing/listing-fields.ts';
import type { Listing, ListingInput } from './documents.ts';

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
