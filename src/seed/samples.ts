import type { CommandEntry } from '../db/tables.ts';

const SUBJECTS: readonly (readonly [name: string, short: string, long: string])[] = [
  [
    'Melody',
    'Plays music in voice channels, with queues and lyrics.',
    'Melody streams what your members ask for.\n\nQueues are kept over restarts, and every song can be skipped by a vote of those who listen.',
  ],
  [
    'Warden',
    'Moderates: warnings, mutes and a log of every action.',
    'Warden keeps a log of every action that a moderator takes.\n\nRaids are noticed by the rate of joins, and slowed down.',
  ],
  [
    'Quizmaster',
    'Asks questions from forty fields and keeps the score.',
    'Quizmaster asks, counts and ranks.\n\nRounds can be limited to a field, a language or a difficulty.',
  ],
  [
    'Herald',
    'Announces streams, releases and new videos.',
    'Herald watches what you name and announces it where you want it.',
  ],
  [
    'Ledger',
    'A shop, a daily reward and a fair economy.',
    'Ledger gives every member a purse.\n\nPrices and rewards are yours to set; each transaction can be looked up.',
  ],
  [
    'Polyglot',
    'Translates messages when somebody reacts with a flag.',
    'Polyglot translates a message for those who ask and leaves the others alone.',
  ],
  [
    'Gardener',
    'Grows a garden together: water, weed and harvest.',
    'Gardener is a slow game for patient servers.',
  ],
  [
    'Lookout',
    'Welcomes new members and hands out roles.',
    'Lookout greets, explains the rules and hands out roles by buttons.',
  ],
];

const FIRST_NAMES = ['Ada', 'Björn', 'Chidi', 'Dana', 'Emre', 'Fatima', 'Grace', 'Hiro', 'Inés', 'Jonas'];

/** The commands that every sample bot offers. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: 'help', description: 'Shows what the bot can do.' },
  { name: 'settings', description: 'Changes how it behaves on this server.' },
  { name: 'stats', description: 'Shows numbers about this server.' },
];

export function nameBot(index: number): string {
  const [name] = subject(index);
  return index < SUBJECTS.length ? name : `${name} ${Math.floor(index / SUBJECTS.length) + 1}`;
}

export function describeBot(index: number): { short: string; long: string } {
  const [, short, long] = subject(index);
  return { short, long };
}

export function nameUser(index: number): string {
  const first = FIRST_NAMES[index % FIRST_NAMES.length] ?? 'User';
  return index < FIRST_NAMES.length ? first : `${first} ${Math.floor(index / FIRST_NAMES.length) + 1}`;
}

function subject(index: number): (typeof SUBJECTS)[number] {
  return SUBJECTS[index % SUBJECTS.length] ?? ['Bot', 'A bot.', ''];
}
