export const bots = {
  empty: 'You have no bots here yet. Add your first: its application ID is enough to begin.',
  submit: 'Add your bot',
  votes: 'Votes',
  servers: 'Servers',
  lastReport: 'Last report',
  never: 'never',
  manage: 'Manage {name}',
  publicPage: 'Public page',
  silent: 'silent',
  search: 'Search your bots',
  nothing: 'No bot found.',
  found: '{count, plural, one {# bot} other {# bots}}',
} as const;

export const invitations = {
  title: 'Invitations',
  what: 'You are invited to manage {name} as a co-owner. Its page will show your name.',
  accept: 'Accept {name}',
  decline: 'Decline {name}',
} as const;

export const reviewWait = {
  waiting:
    '{count, plural, one {One listing is waiting for review.} other {# listings are waiting for review.}}',
  usual: 'In the last 30 days, half of all reviews took less than {wait}.',
  unknown: 'There were too few reviews in the last 30 days to say how long one takes.',
} as const;
