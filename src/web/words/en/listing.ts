import type { FieldName } from '../../../domain/listing/listing-fields.ts';

/** The page of a bot. */
export const bot = {
  servers: 'Servers',
  votes: 'Votes',
  activity: 'Activity',
  moreThanBefore: '{votes} more votes than in the week before',
  tags: 'Categories',
  languages: 'Languages',
  prefix: 'Prefix',
  by: 'Made by',
  coOwner: 'co-owner',
  /** Whom the bot’s website names as an owner. */
  verified: {
    FILE: 'Verified by {host} (a file on the website)',
    DNS: 'Verified by {host} (an entry in its DNS)',
  },
  verifiedBy: 'Verified by {host}',
  contents: 'On this page',
  unknown: '–',
  reported: 'Active',
  textIn: 'Text in {language}',
  silent: 'Inactive for',
  mayBeDead: 'This bot was last active {time} ago. It may not work any more.',
  neverReported: 'No stats yet',
  neverReportedMeaning: 'Its developer has not connected it to this site. It may still work.',
  vote: 'Vote',
  // On a phone it breaks before the time, not in it.
  voteIn: 'Vote in {hours}\u00a0h\u00a0{minutes}\u00a0min',
  invite: 'Add to server',
  actions: 'Actions',
  /** The state of a listing that is not public. */
  preview: 'Preview: {state}.',
  onlyYou: 'Only this bot’s owners and moderators can see this page.',
  manage: 'Edit this listing',
  report: 'Report',
  about: 'About',
  /** Unfolds the long description on a phone, and folds it again. */
  readMore: 'Read more',
  readLess: 'Show less',
  wholeText: 'This part is too long for the Markdown version. Read it on the page.',
  details: 'Details',
  links: 'Links',
  commands: 'Commands',
  commandCount: '{count, plural, one {# command} other {# commands}}',
  filterCommands: 'Search commands',
  noCommandFound: 'No commands found.',
  noCommands: 'This bot has not published its commands.',
  similar: 'Similar bots',
  history: 'Last 30 days',
  moreBy: 'More by {name}',
  allBy: 'All bots by this owner',
} as const;

export const chart = {
  votes: 'Votes per day',
  servers: 'Servers',
  day: 'Day',
  utc: 'Days begin at midnight UTC.',
  table: 'As a table',
  votesSummary: '{total, plural, one {# vote} other {# votes}} in 30 days · best day: {most, number}',
  serversSummary: 'From {first, number} to {last, plural, one {# server} other {# servers}}.',
} as const;

/** How often a bot reports. */
export const reporting = {
  label: 'Stats updated',
  minutes: 'Every few minutes',
  severalAnHour: 'Several times an hour',
  hourly: 'About every hour',
  severalADay: 'Several times a day',
  daily: 'About once a day',
  rarely: 'Less than once a day',
} as const;

/** What owners write about changes. */
export const news = {
  title: 'What’s new',
  latest: 'New:',
  earlier: 'Earlier news',
  feed: 'Feed',
  feedTitle: 'News of {name}',
  of: 'News from bots you follow',
} as const;

export const screenshots = {
  title: 'Screenshots',
  named: 'Screenshot {number, number}',
  place: 'Screenshot {number, number} of {total, number}',
  earlier: 'Previous screenshot',
  later: 'Next screenshot',
  close: 'Close',
} as const;

/** How complete a listing is. */
export const score = {
  title: 'Listing score',
  of: '{total} of 100',
  points: '+{points}',
  met: 'done',
  missing: 'missing',
  how: 'How we rank',
  factors: {
    PICTURE: 'A custom picture',
    BANNER: 'A banner',
    SHORT_DESCRIPTION: 'A short description of 40 characters or more',
    LONG_DESCRIPTION: 'A long description of 400 characters or more',
    COMMANDS: 'Three published commands or more',
    LANGUAGES: 'The languages it speaks',
    SUPPORT: 'A link to a support server',
    PRIVACY: 'A link to a privacy policy',
    PERMISSIONS: 'An invite that does not ask for Administrator',
    REPORTS: 'A server count sent in the last 24 hours',
  },
  raise: 'What would raise it:',
  complete: 'Nothing is missing.',
} as const;

export const share = {
  button: 'Share',
  link: 'Link',
  copied: 'Copied',
} as const;

/** The picture that chats show beside a link. The first page has its numbers, too. */
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
  intro: 'The bot asks for these. You can turn off any of them when you add it.',
  none: 'None',
  sensitive:
    '{count, plural, =0 {No sensitive permissions} one {# sensitive permission} other {# sensitive permissions}}',
  asksNothing: 'The bot asks for no permissions.',
  commandsOnly: 'The bot only adds commands. It does not join your server as a member.',
  count: '{count, plural, one {# permission} other {# permissions}}',
  countWithSensitive:
    '{count, plural, one {# permission} other {# permissions}}, {dangerous, plural, one {# sensitive} other {# sensitive}}',
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
  followsPlatform: 'Use the name and picture from Discord',
  followsPlatformHint: 'We update both once a day.',
  shortDescription: 'Short description',
  shortDescriptionHint: 'One line of 30 to 150 characters. Lists of bots show it.',
  longDescription: 'Long description',
  longDescriptionHint:
    'Markdown, at most 20,000 characters and eight images. Images appear a few seconds after you save.',
  write: 'Write',
  preview: 'Preview',
  previewEmpty: 'There is nothing to show yet.',
  tags: 'Categories',
  tagsHint: 'Choose 1 to {max}: {count} selected.',
  languages: 'Languages',
  languagesHint: 'The languages your bot speaks, at most {max}: {count} selected.',
  textLanguage: 'Language of these texts',
  textLanguageHint: 'The language of name and descriptions. If you do not choose one, we detect it.',
  textLanguageUnknown: 'Detect automatically',
  inviteScopes: 'Scopes of the invite link',
  scopeBot: 'A bot user (bot)',
  scopeCommands: 'Commands (applications.commands)',
  invitePermissions: 'Permissions of the invite link',
  prefix: 'Prefix',
  prefixHint: 'What text commands start with, such as ! in !play.',
  ...links,
  linkHint: 'For example, https://example.com',
  characters: '{count, number} of {max, number}',
  someWrong: '{count, plural, one {Please correct one field.} other {Please correct # fields.}}',
  save: 'Save the listing',
} as const;

export const permissionsInput = {
  hint: 'Ask only for what your bot needs. Users see this list before they add it.',
  noneChosen: 'No permissions selected',
  chosen: '{count, plural, one {# permission selected} other {# permissions selected}}',
  chosenWithDangerous:
    '{count, plural, one {# permission selected} other {# permissions selected}}, {dangerous, number} sensitive',
  unreadable: 'This number is not valid',
  search: 'Search permissions',
  nothing: 'No permissions found.',
  dangerous: 'sensitive',
  number: 'Permissions as a number',
  numberHint: 'The number Discord uses: one bit for each permission.',
} as const;

export const picture = {
  current: 'The picture of {name}',
  file: 'New picture',
  hint: 'PNG, JPEG, WebP or GIF, at most 256 KiB and 1,024 × 1,024 pixels.',
  upload: 'Upload the picture',
  choose: 'Choose a file first.',
  tooLarge: 'The file is larger than {kib, number} KiB.',
  wrongKind: 'The file is not a PNG, JPEG, WebP or GIF.',
  empty: 'The file is empty.',
  uploaded: 'The new picture is live.',
  remove: 'Remove the picture',
  removeWarning: 'We will show its picture from Discord instead, or its initial.',
  removed: 'The picture is removed.',
} as const;

export const banner = {
  current: 'The banner of {name}',
  file: 'New banner',
  hint: 'PNG, JPEG, WebP or GIF, at most 700 KiB. At least 640 pixels wide, and three to four times as wide as it is high.',
  upload: 'Upload the banner',
  uploaded: 'The new banner is live.',
  remove: 'Remove the banner',
  removeWarning: 'The page will show the colours of the bot’s picture instead.',
  removed: 'The banner is removed.',
} as const;

export const screenshotsForm = {
  intro: 'Up to five, in the order shown on your bot’s page. Text in them should be easy to read.',
  file: 'New screenshot',
  hint: 'PNG, JPEG, WebP or GIF, not animated, at most 700 KiB. At least 240 pixels wide and high.',
  description: 'What it shows',
  descriptionHint: 'At most 120 characters, for readers who don’t see the picture.',
  upload: 'Upload the screenshot',
  uploaded: 'The screenshot is live.',
  full: 'You have five screenshots. Remove one to upload another.',
  describe: 'Save the description of screenshot {number, number}',
  save: 'Save',
  described: 'The description is saved.',
  earlier: 'Earlier',
  moveEarlier: 'Move screenshot {number, number} earlier',
  later: 'Later',
  moveLater: 'Move screenshot {number, number} later',
  moved: 'Moved to position {number, number}',
  remove: 'Remove',
  removeNamed: 'Remove screenshot {number, number}',
  removed: 'The screenshot is removed.',
} as const;

/** The permissions of the chat platform: their names there, and what a bot can do with each. */
export const permissionList = {
  administrator: { name: 'Administrator', text: 'Do everything, in every channel' },
  viewChannels: { name: 'View Channels', text: 'See channels, and read their messages' },
  manageChannels: { name: 'Manage Channels', text: 'Create, change and delete channels' },
  manageRoles: { name: 'Manage Roles', text: 'Create, change and delete roles below its own' },
  createExpressions: { name: 'Create Expressions', text: 'Add emoji, stickers and sounds' },
  manageExpressions: {
    name: 'Manage Expressions',
    text: 'Change and delete anyone’s emoji, stickers and sounds',
  },
  viewAuditLog: { name: 'View Audit Log', text: 'See which changes members made to the server' },
  viewServerInsights: { name: 'View Server Insights', text: 'See the server’s statistics' },
  viewMonetizationAnalytics: {
    name: 'View Monetization Analytics',
    text: 'See statistics of the server’s subscriptions',
  },
  manageWebhooks: { name: 'Manage Webhooks', text: 'Create, change and delete webhooks' },
  manageServer: { name: 'Manage Server', text: 'Change the server’s name and settings, and add bots' },
  createInvite: { name: 'Create Invite', text: 'Create links that invite people' },
  changeNickname: { name: 'Change Nickname', text: 'Change its own nickname' },
  manageNicknames: { name: 'Manage Nicknames', text: 'Change other members’ nicknames' },
  kickMembers: { name: 'Kick Members', text: 'Remove members from the server' },
  banMembers: { name: 'Ban Members', text: 'Ban and unban people' },
  timeoutMembers: { name: 'Timeout Members', text: 'Stop members from writing and speaking for a time' },
  sendMessages: { name: 'Send Messages', text: 'Write messages, and create posts in forums' },
  sendMessagesInThreads: { name: 'Send Messages in Threads', text: 'Write messages in threads' },
  createPublicThreads: { name: 'Create Public Threads', text: 'Create threads that everyone can see' },
  createPrivateThreads: {
    name: 'Create Private Threads',
    text: 'Create threads that only invited members see',
  },
  embedLinks: { name: 'Embed Links', text: 'Show previews of links in its messages' },
  attachFiles: { name: 'Attach Files', text: 'Upload pictures and files' },
  addReactions: { name: 'Add Reactions', text: 'React to messages' },
  useExternalEmoji: { name: 'Use External Emoji', text: 'Use emoji of other servers' },
  useExternalStickers: { name: 'Use External Stickers', text: 'Use stickers of other servers' },
  mentionEveryone: { name: 'Mention @everyone, @here, and All Roles', text: 'Notify all members at once' },
  manageMessages: { name: 'Manage Messages', text: 'Delete other members’ messages' },
  pinMessages: { name: 'Pin Messages', text: 'Pin and unpin messages' },
  bypassSlowmode: { name: 'Bypass Slowmode', text: 'Write without the pause that a channel asks for' },
  manageThreads: { name: 'Manage Threads', text: 'Change and delete threads, and see all private ones' },
  readMessageHistory: { name: 'Read Message History', text: 'Read older messages' },
  sendTextToSpeechMessages: {
    name: 'Send Text-to-Speech Messages',
    text: 'Send messages that are read aloud',
  },
  sendVoiceMessages: { name: 'Send Voice Messages', text: 'Send recorded messages' },
  createPolls: { name: 'Create Polls', text: 'Post polls' },
  connect: { name: 'Connect', text: 'Join voice channels' },
  speak: { name: 'Speak', text: 'Play sound in voice channels' },
  video: { name: 'Video', text: 'Share video or a screen' },
  useSoundboard: { name: 'Use Soundboard', text: 'Play the server’s sounds' },
  useExternalSounds: { name: 'Use External Sounds', text: 'Play sounds of other servers' },
  useVoiceActivity: { name: 'Use Voice Activity', text: 'Speak without a push-to-talk key' },
  prioritySpeaker: { name: 'Priority Speaker', text: 'Be heard above others' },
  muteMembers: { name: 'Mute Members', text: 'Mute members in voice channels' },
  deafenMembers: { name: 'Deafen Members', text: 'Stop members from hearing a voice channel' },
  moveMembers: { name: 'Move Members', text: 'Move members to other voice channels, or disconnect them' },
  setVoiceChannelStatus: {
    name: 'Set Voice Channel Status',
    text: 'Set the status shown below a voice channel',
  },
  requestToSpeak: { name: 'Request to Speak', text: 'Ask to speak in stage channels' },
  useApplicationCommands: { name: 'Use Application Commands', text: 'Use other apps’ commands' },
  useActivities: { name: 'Use Activities', text: 'Start activities' },
  useExternalApps: { name: 'Use External Apps', text: 'Use apps that the server has not added' },
  createEvents: { name: 'Create Events', text: 'Plan events' },
  manageEvents: { name: 'Manage Events', text: 'Change and cancel anyone’s events' },
} as const;
