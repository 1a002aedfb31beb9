import type { FieldName } from '../../../domain/listing/listing-fields.ts';

export const links: Record<FieldName<'link'>, string> = {
  websiteUrl: 'Website',
  supportUrl: 'Support',
  sourceUrl: 'Quellcode',
  privacyUrl: 'Datenschutzerklärung',
};

/** How refusals begin. */
export const linkSubjects: Record<FieldName<'link'>, string> = {
  websiteUrl: 'Die Website',
  supportUrl: 'Der Support-Link',
  sourceUrl: 'Der Link zum Quellcode',
  privacyUrl: 'Die Datenschutzerklärung',
};
