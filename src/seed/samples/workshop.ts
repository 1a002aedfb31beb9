import type { Sample } from './sample.ts';

export const WORKSHOP = [
  {
    name: 'Deskduck',
    slug: 'deskduck',
    short: 'A rubber duck that asks back. Describe your bug, and it helps you find the line yourself.',
    long: `Deskduck does not write your code. It asks the question that you should have asked.

> **You:** my loop runs one time too many
> **Deskduck:** What is \`i\` when it should have stopped?

It reads code blocks in 30 languages, runs small ones in a sandbox without network, and remembers what you tried.

\`\`\`python
for i in range(len(items) + 1):  # quack?
    print(items[i])
\`\`\`

### Privacy

Code is forgotten when the thread is closed. Nothing trains anything.`,
    tags: ['programming', 'artificial-intelligence', 'education'],
    languages: ['en', 'ja'],
    commands: {
      quack: 'Opens a thread about a problem.',
      run: 'Runs a short program in a sandbox.',
      explain: 'Asks what a piece of code does, line by line.',
      diff: 'Compares two pieces of code.',
      docs: 'Finds the official page about a function.',
      forget: 'Forgets this thread now.',
    },
    permissions: ['view', 'send', 'embed', 'attach', 'openThreads', 'history'],
    links: ['website', 'source', 'privacy'],
    owners: ['haruto'],
    ageDays: 96,
    votes: { weight: 26, shape: 'rising' },
    servers: { count: 8870, shape: 'surge', silentMinutes: 10 },
    icon: { colours: ['#67e8f9', '#0e7490'], accent: '#fb923c', pattern: 'grid', glyph: 'duck' },
    banner: 'circuits',
  },
  {
    name: 'Ticketoad',
    slug: 'ticketoad',
    short: 'Support tickets with forms, hand-overs and answers that are found again the next time.',
    long: `## For those who ask

A form with three questions, and an honest estimate of when somebody will answer.

## For those who answer

- tickets by subject, language and urgency
- hand-overs with a summary
- **stones**: good answers that Ticketoad offers to the next person *before* they open a ticket

## For those who plan

How long people wait, what they ask, and which page of your rules nobody understands.

Transcripts belong to both sides, and are deleted after 90 days.`,
    tags: ['tickets', 'utility', 'productivity'],
    languages: ['en', 'es', 'pt'],
    commands: {
      ticket: 'Opens a ticket.',
      claim: 'Takes a ticket.',
      handover: 'Gives a ticket to somebody else.',
      close: 'Closes a ticket with a reason.',
      stone: 'Saves a good answer for the next person.',
      form: 'Edits the questions of a subject.',
      report: 'Shows how long people wait.',
    },
    permissions: ['view', 'send', 'embed', 'attach', 'channels', 'privateThreads', 'messages'],
    prefix: 't-',
    links: ['website', 'support', 'privacy'],
    owners: ['beatriz', 'mateus'],
    ageDays: 611,
    votes: { weight: 13, shape: 'flat' },
    servers: { count: 37_249, shape: 'growth', silentMinutes: 17 },
    icon: { colours: ['#a3e635', '#166534'], accent: '#365314', pattern: 'dots', glyph: 'toad' },
    banner: 'bubbles',
  },
  {
    name: 'Cronflower',
    slug: 'cronflower',
    short: 'Small automations without code: when this happens, and it is Tuesday, then do that.',
    long: `A Cronflower has three petals: **when**, **if** and **then**.

- *When* somebody joins, *if* they have a friend here, *then* tell the friend.
- *When* it is Monday at 9, *then* post the plan and pin it.
- *When* a message gets five 🌻, *then* copy it to #garden.

Each flower shows when it last bloomed and what it did. \`/dry-run\` shows what it *would* do.

Limits: 50 flowers a server, 10 blooms a minute. Flowers cannot trigger flowers.`,
    tags: ['automation', 'utility'],
    languages: ['en', 'ja'],
    commands: {
      plant: 'Creates an automation.',
      garden: 'Lists all automations and when they last ran.',
      'dry-run': 'Shows what an automation would do.',
      water: 'Runs an automation now.',
      pull: 'Removes an automation.',
    },
    permissions: ['view', 'send', 'embed', 'history', 'messages', 'react'],
    links: ['website', 'source'],
    owners: ['haruto'],
    ageDays: 6,
    votes: { weight: 5, shape: 'rising' },
    servers: { count: 118, shape: 'surge', silentMinutes: 38 },
    icon: { colours: ['#86efac', '#0f766e'], accent: '#facc15', pattern: 'grid', glyph: 'flower' },
    banner: 'circuits',
  },
] as const satisfies readonly Sample[];
