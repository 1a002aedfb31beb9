import type { Sample } from './sample.ts';

export const PASTIMES = [
  {
    name: 'Owlbrain',
    slug: 'owlbrain',
    short: 'Quiz nights with 60 000 checked questions, teams, and an owl that explains every answer.',
    long: `Owlbrain hosts your quiz night. It asks, it counts, and it explains – because *"wrong"* is not an answer.

### Ways to play

- **Lightning:** ten questions, ten seconds each.
- **Teams:** the channel splits itself fairly, by what you scored before.
- **Ladder:** one player, fifteen questions, harder each time.
- **Classroom:** teachers write the questions, and see which ones were too hard.

### Where the questions come from

People wrote them, and other people checked them. Each question names its source. If one is wrong, \`/dispute\` sends it
back, and you get the point.

Subjects include history, animals, maths, music, space and *things your grandmother knows*.`,
    tags: ['games', 'education', 'fun'],
    languages: ['en', 'pt', 'es'],
    commands: {
      quiz: 'Starts a quiz with a subject and a mode.',
      ladder: 'Climbs fifteen questions on your own.',
      teams: 'Splits the channel into fair teams.',
      subjects: 'Lists all subjects.',
      score: 'Shows the best of this server.',
      dispute: 'Reports a wrong question.',
      write: 'Writes a question for your own server.',
    },
    permissions: ['view', 'send', 'embed', 'react'],
    links: ['website', 'support', 'privacy'],
    owners: ['mateus'],
    ageDays: 765,
    votes: { weight: 41, shape: 'weekends' },
    servers: { count: 120_944, shape: 'plateau', silentMinutes: 8 },
    icon: { colours: ['#fbbf24', '#92400e'], accent: '#f97316', pattern: 'chevrons', glyph: 'owl' },
    banner: 'night',
  },
  {
    name: 'Rookery',
    slug: 'rookery',
    short: 'Chess in a channel: challenge a member, solve the puzzle of the day, or play as a whole server.',
    long: `Play chess with buttons or by writing moves. The board is drawn after each move, large enough for a phone.

\`/council\` is for whole servers: everybody votes on the next move for ten minutes, then it is played against another
server of the same strength.

The puzzle of the day comes at 8 in the morning, your time.`,
    tags: ['games'],
    languages: ['en', 'ru'],
    commands: {
      challenge: 'Invites a member to a game.',
      move: 'Makes a move, such as Nf3.',
      puzzle: 'Shows the puzzle of today.',
      council: 'Lets the whole server play together.',
      analyse: 'Shows where a game was decided.',
      rating: 'Shows your rating and your last games.',
    },
    permissions: ['view', 'send', 'embed', 'attach'],
    prefix: '?',
    links: ['website', 'source', 'privacy'],
    owners: ['dmitri'],
    ageDays: 598,
    votes: { weight: 12, shape: 'flat' },
    servers: { count: 14_390, shape: 'growth', silentMinutes: 26 },
    icon: { colours: ['#d6d3d1', '#44403c'], accent: '#292524', pattern: 'checks', glyph: 'rook' },
    banner: 'facets',
  },
  {
    name: 'Bobberly',
    slug: 'bobberly',
    short: 'A slow fishing game: cast a line, wait for the bell, and sell what you catch at a moody market.',
    long: `You cast. You wait. Something happens, or it does not. It is fishing.

- 214 fish, 9 waters, and weather that is the same for everybody
- a market whose prices follow what people really sell
- boats for up to four friends

Bobberly pings you when something bites, and only then. There are no loot boxes, and nothing costs money.

*Best enjoyed next to something else you should be doing.*`,
    tags: ['economy', 'games', 'fun'],
    languages: ['en'],
    commands: {
      cast: 'Casts your line.',
      reel: 'Pulls it in. Be quick, or do not.',
      bucket: 'Shows what you caught.',
      market: 'Shows the prices of today.',
      sell: 'Sells a fish, or all of them.',
      boat: 'Goes out with up to three friends.',
      weather: 'Tells what the sky does.',
      almanac: 'Shows which fish you have not seen.',
    },
    permissions: ['view', 'send', 'embed', 'emojis'],
    links: ['website', 'support'],
    owners: ['wren'],
    ageDays: 341,
    votes: { weight: 33, shape: 'spike' },
    servers: { count: 27_731, shape: 'step', silentMinutes: 5 },
    icon: { colours: ['#2dd4bf', '#134e4a'], accent: '#f87171', pattern: 'waves', glyph: 'fish' },
    banner: 'sea',
  },
  {
    name: 'Pennywhistle',
    slug: 'pennywhistle',
    short: 'An economy with a heart: wages, shops and a town treasury that members spend by vote.',
    long: `Give your server a currency that means something.

## How money moves

Members earn it by helping: answering in support channels, hosting events, welcoming newcomers. **Not** by sending
many messages.

## Where it goes

- shops with roles, colours and anything that you can describe
- gifts, with a note
- the **treasury**: a tenth of every sale goes to the town, and the town votes what to do with it

## What you set

\`\`\`
/currency name:acorn start:50
/wage channel:#help amount:5 per:answer
/shop add "Own colour" 300
\`\`\`

Every transaction can be looked up by those who took part in it. Managers can undo one within a day.`,
    tags: ['economy', 'fun', 'polls', 'social'],
    languages: ['en', 'fr'],
    commands: {
      purse: 'Shows what you have.',
      give: 'Gives money to a member, with a note.',
      shop: 'Opens the shop.',
      buy: 'Buys something.',
      wage: 'Sets what helps the server, and what it pays.',
      treasury: 'Shows the money of the town, and what it is for.',
      propose: 'Proposes what the town should pay for.',
      ledger: 'Lists your transactions.',
      undo: 'Takes a transaction back within a day.',
      currency: 'Names the currency.',
    },
    permissions: ['view', 'send', 'embed', 'roles'],
    links: ['website', 'support', 'privacy'],
    owners: ['amara'],
    ageDays: 846,
    votes: { weight: 50, shape: 'flat' },
    servers: { count: 164_020, shape: 'growth', silentMinutes: 7 },
    icon: { colours: ['#fcd34d', '#15803d'], accent: '#f59e0b', pattern: 'dots', glyph: 'coins' },
    banner: 'skyline',
  },
] as const satisfies readonly Sample[];
