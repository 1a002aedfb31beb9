/** What surrounds the pages for developers. Their prose is English only. */
export const docs = {
  navigation: 'Documentation',
  groups: { Start: 'Start', Libraries: 'Libraries', Reference: 'Reference' },
  start: 'For developers',
  reference: 'REST reference',
  webhooks: 'Webhooks',
  errors: 'Errors',
  changes: 'Changes',
  language: 'This documentation is in English.',
  ownBot: 'The examples show the ID of',
  chooseBot: 'Show',
} as const;
