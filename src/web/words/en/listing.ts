import type { FieldName } from '../../../domain/listing/listing-fields.ts';

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

/** The links of a listing, as page, form and moderators' details name them. */
export const links = {
  websiteUrl: 'Website',
  supportUrl: 'Support',
  sourceUrl: 'Source code',
  privacyUrl: 'Privacy policy',
} as const satisfies Record<FieldName<'link'>, string>;

/** What an invite asks for. */
export const permissions = {
  title: 'Permissions',
  intro: 'The bot asks for these. You can untick any of them when you add it.',
  none: 'None',
  asksNothing: 'The bot asks for no permissions.',
  commandsOnly: 'The bot only adds commands. It does not join your server as a member.',
  count: '{count, plural, one {# permission} other {# permissions}}',
  dangerousCount: '{count, plural, one {# needs trust} other {# need trust}}',
  all: '{count, plural, one {# permission} other {All # permissions}}',
  others: '{count, plural, one {# more} other {# more}}',
  unknown:
    '{count, plural, one {# permission that this site does not know yet.} other {# permissions that this site does not know yet.}}',
  groups: {
    General: 'Server',
    Members: 'Members',
    Text: 'Text channels',
    Voice: 'Voice channels',
    Apps: 'Apps',
    Events: 'Events',
  },
} as const;

export const fields = {
  name: 'Name',
  followsPlatform: 'Follow the chat platform',
  followsPlatformHint: 'We update name and picture from the chat platform once a day.',
  shortDescription: 'Short description',
  shortDescriptionHint: 'One line of 30 to 150 characters. Lists of bots show it.',
  longDescription: 'Long description',
  longDescriptionHint:
    'Markdown, at most 20,000 characters. Up to eight images appear a few seconds after you save.',
  write: 'Write',
  preview: 'Preview',
  previewEmpty: 'There is nothing to show yet.',
  tags: 'Categories',
  tagsHint: 'Choose 1 to {max}: {count} chosen.',
  languages: 'Languages',
  languagesHint: 'What your bot speaks, at most {max}: {count} chosen.',
  inviteScopes: 'Scopes of the invite link',
  scopeBot: 'A bot user (bot)',
  scopeCommands: 'Commands (applications.commands)',
  invitePermissions: 'Permissions of the invite link',
  prefix: 'Prefix',
  prefixHint: 'The characters that start a command in a message.',
  ...links,
  linkHint: 'Such as https://example.com',
  characters: '{count, number} of {max, number}',
  someWrong: '{count, plural, one {Please correct one field.} other {Please correct # fields.}}',
  save: 'Save the listing',
  loadNewest: 'Load the latest version',
  kept: 'Your input is kept.',
  theirs: 'Somebody else has changed these fields, which now show the new text: {names}.',
  both: 'Somebody else has changed these fields too. Saving will replace their text: {names}.',
} as const;

export const permissionsInput = {
  hint: 'Ask for what your bot needs, not more. Users see the list before they add it.',
  noneChosen: 'No permissions chosen',
  chosen: '{count, plural, one {# permission chosen} other {# permissions chosen}}',
  chosenWithDangerous:
    '{count, plural, one {# permission chosen} other {# permissions chosen}}, {dangerous, number} sensitive',
  unreadable: 'This number is not valid',
  search: 'Search permissions',
  nothing: 'No permission found.',
  dangerous: 'sensitive',
  number: 'Permissions as a number',
  numberHint: "The platform's own form, one bit each.",
} as const;

export const picture = {
  current: 'The picture of {name}',
  file: 'New picture',
  hint: 'PNG, JPEG, WebP or GIF, at most 256 KiB and 1024 × 1024 pixels.',
  upload: 'Upload the picture',
  choose: 'Choose a file first.',
  tooLarge: 'The file is larger than {kib, number} KiB.',
  wrongKind: 'The file is not a PNG, JPEG, WebP or GIF.',
  empty: 'The file is empty.',
  uploaded: 'The new picture is live.',
  remove: 'Remove the picture',
  removeWarning: "The bot will have the platform's picture, or its initial.",
  removed: 'The picture is removed.',
} as const;

export const banner = {
  current: 'The banner of {name}',
  file: 'New banner',
  hint: 'PNG, JPEG, WebP or GIF, at most 700 KiB. At least 640 pixels wide, and three to four times as wide as high.',
  upload: 'Upload the banner',
  uploaded: 'The new banner is live.',
  remove: 'Remove the banner',
  removeWarning: "The page will show the colours of the bot's picture instead.",
  removed: 'The banner is removed.',
} as const;
