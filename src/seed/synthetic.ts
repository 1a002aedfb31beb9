import type { CommandEntry } from '../db/tables.ts';
import { DAY_MS } from '../lib/day.ts';
import { byName, EMPTY_LISTING, LINKS } from '../terms/listing-fields.ts';
import type { PlannedBot } from './plan.ts';
import DATA from './synthetic.json' with { type: 'json' };

interface Subject {
  readonly name: string;
  readonly short: string;
  readonly long: string;
  readonly tags: readonly string[];
  readonly permissions: string;
  readonly prefix: string | null;
}

const {
  subjects: SUBJECTS,
  spoken,
  firstNames: FIRST_NAMES,
} = DATA as unknown as {
  readonly subjects: readonly [Subject, ...Subject[]];
  /** What the bots speak, and how many of a hundred: as in real directories, most speak English. */
  readonly spoken: readonly (readonly [count: number, codes: readonly string[]])[];
  readonly firstNames: readonly string[];
};
const SPOKEN_OF_HUNDRED = spoken.flatMap(([count, codes]) => Array.from({ length: count }, () => codes));

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
      ...EMPTY_LISTING,
      ...byName(LINKS, (link) => `${site}/${link.name.replace('Url', '')}`),
      // In real directories, most bots show no source.
      ...(index % 3 !== 0 && { sourceUrl: null }),
      name: index < SUBJECTS.length ? name : `${name} ${Math.floor(index / SUBJECTS.length) + 1}`,
      shortDescription: short,
      longDescription: long,
      tags,
      // 61 and 100 have no common divisor, so a hundred bots in a row have the whole mix.
      languages: SPOKEN_OF_HUNDRED[(index * 61) % 100] ?? [],
      invitePermissions: permissions,
      prefix,
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
