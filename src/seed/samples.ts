import type { CommandEntry } from '../db/tables.ts';
import type { ListingFields } from '../domain/listing/fields.ts';

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

const FIRST_NAMES = ['Ada', 'Björn', 'Chidi', 'Dana', 'Emre', 'Fatima', 'Grace', 'Hiro', 'Inés', 'Jonas'];

/** The commands that every sample bot offers. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: 'help', description: 'Shows what the bot can do.' },
  { name: 'settings', description: 'Changes how it behaves on this server.' },
  { name: 'stats', description: 'Shows numbers about this server.' },
];

/** What the owner of a sample bot would have written. */
export function describeBot(index: number): ListingFields {
  const { name, short, long, tags, permissions, prefix } = SUBJECTS[index % SUBJECTS.length] ?? SUBJECTS[0];
  const site = `https://${name.toLowerCase()}.example`;
  return {
    name: index < SUBJECTS.length ? name : `${name} ${Math.floor(index / SUBJECTS.length) + 1}`,
    shortDescription: short,
    longDescription: long,
    tags,
    inviteScopes: ['bot', 'applications.commands'],
    invitePermissions: permissions,
    prefix,
    websiteUrl: `${site}/`,
    supportUrl: `${site}/support`,
    sourceUrl: index % 3 === 0 ? `${site}/source` : null,
    privacyUrl: `${site}/privacy`,
    followsPlatform: false,
  };
}

export function nameUser(index: number): string {
  const first = FIRST_NAMES[index % FIRST_NAMES.length] ?? 'User';
  return index < FIRST_NAMES.length ? first : `${first} ${Math.floor(index / FIRST_NAMES.length) + 1}`;
}
