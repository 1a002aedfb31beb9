/** The page of a bot. */
export const bot = {
  servers: 'Servers',
  votes: 'Votes',
  activity: 'Activity',
  thisWeek: '+{votes} this week',
  tags: 'Categories',
  languages: 'Languages',
  prefix: 'Prefix',
  by: 'Made by',
  coOwner: 'co-owner',
  unknown: '–',
  reported: 'Active',
  lastReported: 'Last active',
  silent: 'Inactive for',
  neverReported: 'No report yet',
  vote: 'Vote',
  // On a phone it breaks before the time, not in it.
  voteIn: 'Again in {hours}\u00a0h\u00a0{minutes}\u00a0min',
  invite: 'Add to server',
  actions: 'Actions',
  manage: 'Edit this listing',
  report: 'Report this bot',
  about: 'About',
  details: 'Details',
  links: 'Links',
  commands: 'Commands',
  commandCount: '{count, plural, one {# command} other {# commands}}',
  filterCommands: 'Search commands',
  noCommandFound: 'No commands found.',
  noCommands: 'This bot has not published its commands.',
  similar: 'Similar bots',
  history: 'Last 30 days',
  copy: 'Copy',
  copied: 'Copied',
  moreBy: 'More by {name}',
  allBy: 'All bots by this owner',
} as const;

export const chart = {
  votes: 'Votes per day',
  servers: 'Servers',
  day: 'Day',
  table: 'As a table',
  noVotes: 'No votes in the last 30 days.',
  noReports: 'No server counts in the last 30 days.',
  votesSummary: '{total, plural, one {# vote} other {# votes}} in 30 days · best day: {most, number}',
  serversSummary: 'From {first, number} to {last, plural, one {# server} other {# servers}}.',
} as const;

/** How often a bot reports. */
export const reporting = {
  label: 'Reports',
  minutes: 'Every few minutes',
  severalAnHour: 'Several times an hour',
  hourly: 'About every hour',
  severalADay: 'Several times a day',
  daily: 'About once a day',
  rarely: 'Less than once a day',
} as const;

export const share = {
  button: 'Share',
  link: 'Link',
  copied: 'Link copied',
} as const;

/** The picture that chats show beside a link. */
export const card = {
  alt: '{name}: icon, description and numbers',
  votes: '{count, plural, one {{shown} vote} other {{shown} votes}}',
  servers: '{count, plural, one {{shown} server} other {{shown} servers}}',
} as const;
