import type { Sample } from './sample.ts';

export const GATHERINGS = [
  {
    name: 'Ballotbee',
    slug: 'ballotbee',
    short: 'Polls that end well: ranked choices, secret ballots, deadlines and results anyone can check.',
    long: `A show of hands is fine for pizza. For everything else there is Ballotbee.

- **Ranked choice:** no more ties, no more "the two good options split the vote".
- **Secret or open:** you decide, and voters see which one it is.
- **Deadlines** in everybody's own time zone, with one reminder.
- **Receipts:** each voter can check that their ballot was counted, and nobody else can.

Results come as a picture and as a table.`,
    tags: ['polls', 'utility', 'productivity'],
    languages: ['en', 'es', 'pt'],
    commands: {
      poll: 'Starts a poll with up to ten choices.',
      ranked: 'Starts a poll with ranked choices.',
      close: 'Ends a poll before its deadline.',
      result: 'Shows a result again, round by round.',
      receipt: 'Checks that your ballot was counted.',
    },
    permissions: ['view', 'send', 'embed', 'attach'],
    links: ['website', 'source', 'privacy'],
    owners: ['beatriz'],
    ageDays: 469,
    votes: { weight: 11, shape: 'flat' },
    servers: { count: 22_160, shape: 'growth', silentMinutes: 19 },
    icon: { colours: ['#fde047', '#a16207'], accent: '#422006', pattern: 'hexagons', glyph: 'bee' },
    banner: 'bubbles',
  },
  {
    name: 'Confetti Cannon',
    slug: 'confetti-cannon',
    short: 'Giveaways that feel fair: entry rules, provable draws and winners who answer in time.',
    long: `Start a giveaway in one line:

\`/give "A hand-drawn portrait" winners:2 ends:friday 20:00\`

The draw uses a public number that nobody knows in advance, so anyone can repeat it and get the same winners. If a
winner does not answer within a day, the next one is drawn.

Entry can depend on a role, the time since somebody joined, or nothing at all. It can never depend on a vote on a bot
list.`,
    tags: ['giveaways', 'fun', 'events'],
    languages: ['en', 'es'],
    commands: {
      give: 'Starts a giveaway.',
      end: 'Draws the winners now.',
      redraw: 'Draws another winner.',
      proof: 'Explains how a draw was made.',
    },
    permissions: ['view', 'send', 'embed', 'react'],
    links: ['website', 'support'],
    owners: ['beatriz'],
    ageDays: 722,
    isFeatured: true,
    votes: { weight: 23, shape: 'spike' },
    servers: { count: 43_902, shape: 'growth', silentMinutes: 13 },
    icon: { colours: ['#f472b6', '#86198f'], accent: '#fde047', pattern: 'confetti', glyph: 'cannon' },
    banner: 'petals',
  },
  {
    name: 'Stepladder',
    slug: 'stepladder',
    short: 'Levels that reward good conversations instead of many messages, with seasons and quiet rewards.',
    long: `Stepladder counts conversations. Ten messages in a row to nobody are worth nothing; an answer that somebody thanks
you for is worth a step.

## Seasons

Every three months the ladder folds up and everybody starts at the bottom. Old seasons stay in your album.

## Rewards

- roles at any step
- a new colour for your card
- *quiet* rewards that only you can see

Managers can look at **why** somebody has a step, and take it back.`,
    tags: ['leveling', 'social', 'roles'],
    languages: ['en', 'pt'],
    commands: {
      card: 'Shows your card.',
      ladder: 'Shows who stands where.',
      album: 'Shows your earlier seasons.',
      reward: 'Sets what a step is worth.',
      season: 'Sets when a season ends.',
      why: 'Explains the last steps of a member.',
    },
    permissions: ['view', 'send', 'embed', 'attach', 'roles', 'history'],
    prefix: '>',
    links: ['website', 'support', 'privacy'],
    owners: ['mateus'],
    ageDays: 553,
    votes: { weight: 30, shape: 'falling' },
    servers: { count: 60_333, shape: 'fall', silentMinutes: 24 },
    icon: { colours: ['#34d399', '#1e40af'], accent: '#fef08a', pattern: 'rays', glyph: 'ladder' },
    banner: 'mountains',
  },
  {
    name: 'Campfire Calendar',
    slug: 'campfire-calendar',
    short: 'Plan evenings that really happen: pick a time together, get reminders, and see who comes.',
    long: `"When does everybody have time?" is a hard question. Campfire Calendar asks it for you.

1. \`/plan\` suggests times that suit most members, from what they entered once.
2. Everybody answers with one tap.
3. When enough people say yes, it becomes an event, with reminders a day and an hour before.

It understands *every second Thursday*, *not during exams* and *somewhere in Brazil*.

Calendars can be read by your own calendar program.`,
    tags: ['events', 'productivity', 'social'],
    languages: ['en', 'sv'],
    commands: {
      plan: 'Finds a time for an event.',
      event: 'Creates an event at a fixed time.',
      free: 'Enters when you have time.',
      coming: 'Shows who comes, and who is not sure.',
      repeat: 'Repeats an event.',
      feed: 'Gives you an address for your own calendar.',
    },
    permissions: ['view', 'send', 'embed', 'events', 'openThreads'],
    links: ['website', 'support', 'privacy'],
    owners: ['sean', 'ingrid'],
    ageDays: 128,
    votes: { weight: 14, shape: 'rising' },
    servers: { count: 4406, shape: 'surge', silentMinutes: 41 },
    icon: { colours: ['#fb923c', '#431407'], accent: '#fde047', pattern: 'embers', glyph: 'campfire' },
    banner: 'forest',
  },
  {
    name: 'Cakeheron',
    slug: 'cakeheron',
    short: 'Remembers birthdays, in every time zone, and leaves cake where the right people find it.',
    long: 'Tell it your birthday once. On the day you get a role, a message and a cake. It never shows your age.',
    tags: ['events', 'social'],
    languages: ['en', 'fr'],
    commands: {
      birthday: 'Enters your birthday. The year is optional.',
      next: 'Lists the next birthdays.',
      cake: 'Chooses your cake.',
    },
    permissions: ['view', 'send', 'embed', 'roles'],
    links: ['support'],
    owners: ['wren'],
    ageDays: 890,
    votes: { weight: 4, shape: 'falling' },
    // Its owner has lost interest.
    servers: { count: 7719, shape: 'fall', silentMinutes: 12 * 24 * 60 },
    icon: { colours: ['#f9a8d4', '#be185d'], accent: '#fdf2f8', pattern: 'confetti', glyph: 'cake' },
    banner: 'petals',
  },
] as const satisfies readonly Sample[];
