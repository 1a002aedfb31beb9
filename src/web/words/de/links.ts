import type { FieldName } from '../../../domain/listing/listing-fields.ts';

export const links: Record<FieldName<'link'>, string> = {
  websiteUrl: 'Website',
  supportUrl: 'Support',
  sourceUrl: 'Quellcode',
  privacyUrl: 'Datenschutzerklärung',
};
