import type { Sample } from './sample.ts';

export const ADVENTURES = [
  {
    name: 'Lanternquest',
    slug: 'lanternquest',
    short:
      'One endless dungeon for the whole server. Explore it together, a room a day, and leave notes behind.',
    long: `There is one dungeon. It has been there longer than your server, and nobody has seen the bottom.

Each day your server opens **one door**. Members gather in front of it, choose what to carry, and go in. What happens
next depends on who came, what they brought, and what the people before them left behind.

## You do not need

- a game master
- an evening: a turn takes two minutes
- the rules: Lanternquest explains them when they matter

## You will need

- a lantern, which is free
- somebody you trust to hold the rope

> Room 212. The floor is dry. On the wall, in chalk: *"The bell is not a bell. – Mara, three weeks ago."*

Every room is kept. Newcomers can walk through all the rooms that others have opened, and read the chalk on the walls.`,
    tags: ['role-playing', 'games', 'fun', 'social'],
    languages: ['en', 'de', 'fr'],
    commands: {
      door: 'Shows the door of today and who stands in front of it.',
      join: 'Joins the group for today.',
      pack: 'Chooses the three things that you carry.',
      act: 'Says what you do in this room.',
      chalk: 'Leaves a note on the wall.',
      read: 'Reads the notes of those who came before.',
      map: 'Draws all rooms that your server has opened.',
      lantern: 'Shows your character.',
      tales: 'Retells an earlier day.',
    },
    permissions: ['view', 'send', 'embed', 'attach', 'openThreads', 'emojis'],
    links: ['website', 'support', 'privacy'],
    owners: ['priya', 'wren'],
    ageDays: 503,
    votes: { weight: 74, shape: 'rising' },
    servers: { count: 88_612, shape: 'surge', silentMinutes: 4 },
    icon: { colours: ['#8b5cf6', '#2e1065'], accent: '#fbbf24', pattern: 'stars', glyph: 'lantern' },
    banner: 'forest',
  },
  {
    name: 'Dicehollow',
    slug: 'dicehollow',
    short:
      'Dice for tabletop evenings: readable rolls, character sheets and an initiative list that keeps up.',
    long: `Dicehollow speaks dice.

| You write | You get |
|---|---|
| \`/roll 2d6+3\` | two dice, a bonus, and the sum |
| \`/roll 4d6 drop 1\` | the three best of four |
| \`/roll d20 adv\` | the better of two |
| \`/roll 8d10 over 7\` | the number of successes |

Sheets can be imported from a text file. Secret rolls go to the game master only.

It belongs to no publisher and works with any rules.`,
    tags: ['role-playing', 'games', 'utility'],
    languages: ['en'],
    commands: {
      roll: 'Rolls dice and shows how the sum came about.',
      secret: 'Rolls dice for the game master alone.',
      sheet: 'Shows or imports your character.',
      initiative: 'Keeps the order of a fight.',
      macro: 'Saves a roll under a name.',
      odds: 'Shows the chances of a roll.',
    },
    permissions: ['view', 'send', 'embed', 'attach'],
    prefix: '.',
    links: ['website', 'source'],
    owners: ['sean'],
    ageDays: 1090,
    votes: { weight: 28, shape: 'weekends' },
    servers: { count: 54_077, shape: 'plateau', silentMinutes: 18 },
    icon: { colours: ['#f43f5e', '#4c0519'], accent: '#fb7185', pattern: 'facets', glyph: 'die' },
    banner: 'facets',
  },
  {
    name: 'Moonhowl',
    slug: 'moonhowl',
    short: 'The village game of wolves and bluffing for 6 to 20 players, by voice or in text, with no host.',
    long: `Night falls. Two of you are wolves.

Moonhowl hands out the roles, keeps the time, counts the votes and tells the story. All that is left for you is to lie
to your friends.

1. \`/village\` opens the game. Members join with a button.
2. At night, wolves and seers get private buttons.
3. By day, everybody argues.
4. At dusk, the village votes.

**Roles:** villager, wolf, seer, healer, hunter, *the baker who knows too much*, and nine more.

A game takes about twenty minutes. Members who leave are replaced by a very quiet villager.`,
    tags: ['games', 'social', 'fun'],
    languages: ['en', 'es', 'pt'],
    commands: {
      village: 'Opens a game in this channel.',
      roles: 'Explains all roles, or one of them.',
      settings: 'Sets the length of days and nights.',
      rank: 'Shows who survives, and who howls.',
    },
    permissions: ['view', 'send', 'embed', 'privateThreads', 'messages'],
    links: ['website', 'support', 'privacy'],
    owners: ['priya'],
    ageDays: 287,
    isFeatured: true,
    votes: { weight: 24, shape: 'weekends' },
    servers: { count: 12_655, shape: 'growth', silentMinutes: 12 },
    icon: { colours: ['#6366f1', '#020617'], accent: '#fde68a', pattern: 'stars', glyph: 'wolf' },
    banner: 'night',
  },
] as const satisfies readonly Sample[];
