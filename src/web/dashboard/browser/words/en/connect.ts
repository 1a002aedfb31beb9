export const token = {
  what: 'Your bot sends it in the Authorization header. We store only its hash, so you see it once.',
  createdAt: 'Generated',
  lastUsedAt: 'Last used',
  neverUsed: 'never',
  generate: 'Generate a token',
  regenerate: 'Generate a new token',
  warning: 'Your current token will stop working immediately.',
  confirm: 'Generate',
  label: 'Your new token',
  once: 'Copy it now. You will not see it again.',
  made: 'This is your token.',
  replaced: 'This is your new token. The old one no longer works.',
} as const;

export const snippets = {
  what: 'Set these variables in a terminal, then run the code there.',
  withToken: 'They include the token you just generated.',
  withoutToken: 'Replace YOUR_TOKEN with your API token.',
  language: 'Language',
  variables: 'Variables',
  stats: 'Report the server count',
  check: 'Check whether a user has voted',
  copyOf: 'Copy: {what}',
  /** Before an address. */
  more: 'All endpoints are described at',
} as const;

export const widget = {
  what: 'A picture with the current numbers, for your website or README.',
  later:
    'A picture with the current numbers, for your website or README. It appears once your bot is public.',
  theme: 'Background',
  themes: { auto: 'As the reader has chosen', light: 'Light', dark: 'Dark' },
  html: 'HTML',
  markdown: 'Markdown',
  alt: '{name}: servers and votes',
} as const;
