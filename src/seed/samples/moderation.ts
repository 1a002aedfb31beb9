import type { Sample } from './sample.ts';

export const MODERATION = [
  {
    name: 'Fernwarden',
    slug: 'fernwarden',
    short: 'Calm, fair moderation: clear warnings, a full record of every action, and appeals that work.',
    long: `Fernwarden helps moderators agree with each other. Every action has a reason, every reason can be read later, and
every member can ask for a second look.

## For your moderators

- **Cases.** A warning, a timeout or a ban is a numbered case with its messages attached.
- **Ladders.** You decide what the first, second and third warning lead to. Fernwarden suggests it; a person confirms.
- **Hand-over.** \`/shift\` sums up what happened while you were asleep.

## For your members

Banned members get a link to an appeal. Two moderators who were not part of the case decide on it.

| Action | Who confirms it | Can be appealed |
|---|---|---|
| Warning | one moderator | yes |
| Timeout up to a day | one moderator | yes |
| Ban | two moderators | yes, once a month |

Records are deleted after a year. You can choose a shorter time, but not a longer one.`,
    tags: ['moderation', 'logging', 'automation'],
    languages: ['en', 'de', 'fr', 'sv'],
    commands: {
      warn: 'Warns a member and opens a case.',
      timeout: 'Silences a member for a time.',
      kick: 'Removes a member, who can come back.',
      ban: 'Asks a second moderator to confirm a ban.',
      case: 'Shows a case with its messages and decisions.',
      history: 'Lists all cases of a member.',
      note: 'Adds a private note about a member.',
      appeal: 'Opens the appeals that wait for a decision.',
      ladder: 'Sets what repeated warnings lead to.',
      purge: 'Deletes recent messages by member, word or link.',
      slow: 'Slows a channel down for a while.',
      shift: 'Sums up what happened since you were last here.',
    },
    permissions: [
      'view',
      'send',
      'embed',
      'history',
      'messages',
      'kick',
      'ban',
      'timeout',
      'audit',
      'channels',
    ],
    links: ['website', 'support', 'source', 'privacy'],
    owners: ['ingrid', 'amara'],
    ageDays: 934,
    votes: { weight: 62, shape: 'flat' },
    servers: { count: 213_440, shape: 'growth', silentMinutes: 6 },
    icon: { colours: ['#4ade80', '#14532d'], accent: '#fef9c3', pattern: 'leaves', glyph: 'fernShield' },
    banner: 'forest',
  },
  {
    name: 'Quietkeep',
    slug: 'quietkeep',
    short: 'Notices raids within seconds, slows them down, and opens the gates again when it is over.',
    long: `A raid is forty accounts in one minute. Quietkeep sees the first ten.

**How it decides.** It looks at the rate of joins, the age of accounts and how alike their first messages are. It never
looks at what your regular members write.

**What it does.** It raises the drawbridge: new members wait in a side channel, invites pause, and your moderators get
one message, not forty.

**What it does not do.** It bans nobody by itself.

### Drills

\`/drill\` plays a raid with pretend accounts, so that your team knows what it will look like.`,
    tags: ['moderation', 'automation'],
    languages: ['en', 'ru', 'uk'],
    commands: {
      drawbridge: 'Raises or lowers the drawbridge by hand.',
      watch: 'Sets how many joins a minute are normal here.',
      waiting: 'Lists the members who wait in the side channel.',
      drill: 'Plays a raid with pretend accounts.',
    },
    permissions: ['view', 'send', 'embed', 'server', 'roles', 'channels', 'timeout', 'kick'],
    links: ['website', 'support', 'privacy'],
    owners: ['dmitri'],
    ageDays: 377,
    votes: { weight: 15, shape: 'spike' },
    servers: { count: 18_204, shape: 'step', silentMinutes: 9 },
    icon: { colours: ['#94a3b8', '#0f172a'], accent: '#fbbf24', pattern: 'bricks', glyph: 'castle' },
    banner: 'mountains',
  },
  {
    name: 'Inkwell Watch',
    slug: 'inkwell-watch',
    short: 'A readable log of edits, deletions, roles and channels, with a search that finds what you mean.',
    long: `Most logs are written for machines. Inkwell Watch writes a diary:

\`\`\`
14:02  Rosa edited a message in #trading ("5 coins" became "50 coins")
14:09  Ben lost the role Trader, taken by Rosa
14:31  #trading was renamed to #market
\`\`\`

Search it in your own words: \`/find who renamed the market channel\`.

Entries are stored for 30 days. Message texts are encrypted, and moderators see them only where they could read the
channel themselves.`,
    tags: ['logging', 'moderation', 'utility'],
    languages: ['en'],
    commands: {
      find: 'Searches the log in your own words.',
      today: 'Shows the entries of today.',
      channel: 'Sets where the log is written.',
      ignore: 'Leaves a channel or a role out of the log.',
      export: 'Sends you the log as a file.',
    },
    permissions: ['view', 'send', 'embed', 'attach', 'audit', 'history'],
    links: ['website', 'source', 'privacy'],
    owners: ['sean'],
    ageDays: 801,
    votes: { weight: 7, shape: 'flat' },
    servers: { count: 9480, shape: 'growth', silentMinutes: 34 },
    icon: { colours: ['#60a5fa', '#1e1b4b'], accent: '#93c5fd', pattern: 'ruled', glyph: 'inkwell' },
    banner: 'waves',
  },
  {
    name: 'Gatehare',
    slug: 'gatehare',
    short: 'A friendly door check: one small puzzle for newcomers, no personal data, no waiting for staff.',
    long: `New members answer one small puzzle, such as *"Which of these animals is not in our rules picture?"*, and get their
role. That is all.

- no e-mail address, no phone number, no website
- puzzles for people who cannot see pictures
- 23 languages

Bots that fail three times wait an hour.`,
    tags: ['welcome', 'moderation', 'roles'],
    languages: ['en', 'tr'],
    commands: {
      setup: 'Creates the entrance channel and the role.',
      puzzle: 'Writes a puzzle of your own.',
      letin: 'Lets a member in without a puzzle.',
      numbers: 'Shows how many came in, and how many did not.',
    },
    permissions: ['view', 'send', 'embed', 'roles', 'channels', 'kick'],
    links: ['website', 'support', 'privacy'],
    owners: ['elif'],
    ageDays: 156,
    votes: { weight: 6, shape: 'rising' },
    servers: { count: 3512, shape: 'surge', silentMinutes: 47 },
    icon: { colours: ['#fda4af', '#9f1239'], accent: '#fecdd3', pattern: 'dots', glyph: 'hare' },
    banner: 'hills',
  },
] as const satisfies readonly Sample[];
