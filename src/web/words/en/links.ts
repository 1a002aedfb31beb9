import type { FieldName } from '../../../domain/listing/listing-fields.ts';

/** The links of a listing, as page, form and moderators' details name them. */
export const links = {
  websiteUrl: 'Website',
  supportUrl: 'Support',
  sourceUrl: 'Source code',
  privacyUrl: 'Privacy policy',
} as const satisfies Record<FieldName<'link'>, string>;
