/** What surrounds the pages for developers. Their prose is English only. */
export const docs = {
  navigation: 'Documentation',
  groups: { Start: 'Start', Libraries: 'Libraries', Reference: 'Reference' },
  start: 'For developers',
  reference: 'REST reference',
  webhooks: 'Webhooks',
  errors: 'Errors',
  changes: 'Changes',
  ownBot: 'The examples have the ID of your bot',
  chooseBot: 'Show',
} as const;
