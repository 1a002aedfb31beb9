import type { CommandEntry } from '../db/tables.ts';
import { DAY_MS, type PlannedBot } from './planned-bot.ts';

interface Subject {
  readonly name: string;
  readonly short: string;
  readonly long: string;
  readonly tags: readonly string[];
  readonly permissions: string;
  readonly prefix: string | null;
}

const SUBJECTS: readonly [Subject, ...Subject[]] = [
  {
    name: 'Melody',
    short: 'Plays music in voice channels, with queues and lyrics.',
    long:
      'Melody streams what your members ask for.\n\n## Queues\n\n- kept over restarts\n' +
      '- every song can be **skipped by a vote** of those who listen',
    tags: ['music', 'fun'],
    permissions: '36700160',
    prefix: '!',
  },
  {
    name: 'Warden',
    short: 'Moderates: warnings, mutes and a log of every action.',
    long:
      'Warden keeps a log of every action that a moderator takes.\n\n' +
      'Raids are noticed by the rate of joins, and slowed down.',
    tags: ['moderation', 'logging'],
    permissions: '1099780063238',
    prefix: null,
  },
  {
    name: 'Quizmaster',
    short: 'Asks questions from forty fields and keeps the score.',
    long:
      'Quizmaster asks, counts and ranks.\n\n| Command | What it does |\n|---|---|\n' +
      '| `/quiz` | begins a round |\n| `/score` | shows who leads |\n\n' +
      'Rounds can be limited to a field, a language or a difficulty.',
    tags: ['games', 'education', 'fun'],
    permissions: '19456',
    prefix: null,
  },
  {
    name: 'Herald',
    short: 'Announces streams, releases and new videos.',
    long: 'Herald watches what you name and announces it where you want it.',
    tags: ['streaming', 'news'],
    permissions: '149504',
    prefix: null,
  },
  {
    name: 'Ledger',
    short: 'A shop, a daily reward and a fair economy.',
    long:
      'Ledger gives every member a purse.\n\n' +
      'Prices and rewards are yours to set; each transaction can be looked up.',
    tags: ['economy', 'fun'],
    permissions: '19456',
    prefix: '$',
  },
  {
    name: 'Polyglot',
    short: 'Translates messages when somebody reacts with a flag.',
    long: 'Polyglot translates a message for those who ask and leaves the others alone.',
    tags: ['translation', 'utility'],
    permissions: '84992',
    prefix: null,
  },
  {
    name: 'Gardener',
    short: 'Grows a garden together: water, weed and harvest.',
    long: 'Gardener is a slow game for patient servers.',
    tags: ['games', 'social'],
    permissions: '0',
    prefix: null,
  },
  {
    name: 'Lookout',
    short: 'Welcomes new members and hands out roles.',
    long: 'Lookout greets, explains the rules and hands out roles by buttons.',
    tags: ['welcome', 'roles'],
    permissions: '268438528',
    prefix: null,
  },
];

/** What the bots speak, and how many of a hundred: as in real directories, most speak English. */
const SPOKEN: readonly (readonly [count: number, codes: readonly string[]])[] = [
  [48, ['en']],
  [10, ['en', 'de']],
  [9, ['en', 'es']],
  [6, ['en', 'fr']],
  [6, ['pt', 'en']],
  [5, ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'ru', 'tr']],
  [4, ['ja']],
  [3, ['ru', 'uk']],
  [2, ['tr']],
  [2, ['zh', 'ko', 'en']],
  [1, ['sv', 'en']],
  [4, []],
];
const SPOKEN_OF_HUNDRED = SPOKEN.flatMap(([count, codes]) => Array.from({ length: count }, () => codes));

const FIRST_NAMES = ['Ada', 'Björn', 'Chidi', 'Dana', 'Emre', 'Fatima', 'Grace', 'Hiro', 'Inés', 'Jonas'];

/** Who owns all synthetic bots. */
export const SAMPLE_OWNER = 'Sample Owner';
/** Who features some of the hand-made ones. */
export const SAMPLE_MODERATOR = 'Sample Moderator';

const COMMANDS: readonly CommandEntry[] = [
  { name: 'help', description: 'Shows what the bot can do.' },
  { name: 'settings', description: 'Changes how it behaves on this server.' },
  { name: 'stats', description: 'Shows numbers about this server.' },
];

/** Makes a synthetic bot. All of them have the same commands and the same owner, and reported just now. */
export function syntheticBot(index: number): PlannedBot {
  const { name, short, long, tags, permissions, prefix } = SUBJECTS[index % SUBJECTS.length] ?? SUBJECTS[0];
  const site = `https://${name.toLowerCase()}.example`;
  const servers = Math.floor(10 ** (1 + ((index * 37) % 50) / 10));
  return {
    fields: {
      name: index < SUBJECTS.length ? name : `${name} ${Math.floor(index / SUBJECTS.length) + 1}`,
      shortDescription: short,
      longDescription: long,
      tags,
      // 61 and 100 have no common divisor, so a hundred bots in a row have the whole mix.
      languages: SPOKEN_OF_HUNDRED[(index * 61) % 100] ?? [],
      inviteScopes: ['bot', 'applications.commands'],
      invitePermissions: permissions,
      prefix,
      websiteUrl: `${site}/`,
      supportUrl: `${site}/support`,
      sourceUrl: index % 3 === 0 ? `${site}/source` : null,
      privacyUrl: `${site}/privacy`,
      followsPlatform: false,
    },
    commands: COMMANDS,
    owners: [SAMPLE_OWNER],
    ageMs: ((index * 7919) % 400) * DAY_MS + index * 1000,
    votes: { weight: 5, shape: 'flat', days: 30 },
    // A count for every fourth day of the last month.
    reports: {
      silentMs: 0,
      counts: Array.from({ length: 8 }, (_, place) => ({
        age: place * 4,
        servers: Math.floor((servers * (100 - place * 4)) / 100),
      })),
    },
  };
}

export function nameUser(index: number): string {
  const first = FIRST_NAMES[index % FIRST_NAMES.length] ?? 'User';
  return index < FIRST_NAMES.length ? first : `${first} ${Math.floor(index / FIRST_NAMES.length) + 1}`;
}
