/** What every page has. */
export const navigation = {
  skip: 'Skip to content',
  label: 'Site',
  account: 'Account',
  directory: 'Bots',
  dashboard: 'My bots',
  moderation: 'Moderation',
  submit: 'Add your bot',
  docs: 'Developers',
  theme: 'Switch between light and dark',
  signIn: 'Sign in',
  signOut: 'Sign out',
  api: 'OpenAPI file',
  home: 'Home',
  backToAll: 'All bots',
} as const;

export const footer = {
  find: 'Find bots',
  all: 'All bots',
  newest: 'New bots',
  servers: 'On most servers',
  build: 'For bot developers',
  reference: 'REST API',
  language: 'Language',
} as const;

export const time = {
  utc: '{time} UTC',
} as const;
