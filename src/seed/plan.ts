import type { CommandEntry } from '../db/tables.ts';
import type { TranslatedTexts } from '../domain/listing/texts.ts';
import { DAY_MS, HOUR_MS } from '../lib/day.ts';
import type { ListingFields } from '../terms/listing-fields.ts';

/** A bot to add: its listing, and how it lived up to now. */
export interface PlannedBot {
  readonly fields: ListingFields;
  readonly commands: readonly CommandEntry[];
  /** The names of the owner and of the co-owners. Bots with the same name here have the same owner. */
  readonly owners: readonly [string, ...string[]];
  /** SVG. Without it, pages show the bot's initial. */
  readonly icon?: string;
  /** SVG. Without it, pages show the colours of the picture. */
  readonly banner?: string;
  /** WebP of 960 × 600 pixels, and of 480 × 300. */
  readonly screenshots?: readonly {
    readonly image: Buffer;
    readonly thumbnail: Buffer;
    readonly description: string;
  }[];
  /** The time since it was listed. */
  readonly ageMs: number;
  /** Notes about changes, the newest first. */
  readonly news?: readonly { readonly title: string; readonly text: string; readonly ageMs: number }[];
  /** Its texts in other languages, by language. */
  readonly translations?: Readonly<Record<string, Partial<TranslatedTexts>>>;
  /** Why the first page features it, if it does. */
  readonly featureReasons?: Readonly<Record<string, string>> | undefined;
  readonly votes: {
    /** Its share of all votes, relative to the other bots. */
    readonly weight: number;
    readonly shape: VoteShape;
    /** The votes are spread over this time, if each voter can keep to the window in it. */
    readonly days: number;
  };
  /** Absent when it never reported. */
  readonly reports?: {
    /** The time since the last report. */
    readonly silentMs: number;
    /** By the number of days before the last report, which has number 0. */
    readonly counts: readonly { readonly age: number; readonly servers: number }[];
  };
}

const SATURDAY = 6;
/** The length of a history in days, which is the longest chart. */
export const HISTORY_DAYS = 90;

/** How many votes a bot got `age` days ago, relative to its other days. */
const VOTES = {
  flat: () => 1,
  rising: (age: number) => 0.4 + 3.2 * Math.max(0, 1 - age / 24) ** 2,
  falling: (age: number) => 0.25 + 1.6 * Math.min(1, age / 28),
  weekends: (_: number, weekday: number) => (weekday % SATURDAY === 0 ? 3.2 : weekday === 5 ? 1.7 : 0.6),
  /** Somebody showed it to many people eleven days ago. */
  spike: (age: number) => 0.7 + (age <= 11 ? 9 * Math.exp((age - 11) / 1.6) : 0),
} as const;

export type VoteShape = keyof typeof VOTES;

/** The size of a bot `age` days ago, as a part of its present size. */
const SERVERS = {
  growth: (age: number) => 1 / 1.011 ** age,
  surge: (age: number) => 0.3 + 0.7 / (1 + Math.exp((age - 12) / 3)),
  plateau: (age: number) => 1 - 0.35 * Math.max(0, age / HISTORY_DAYS - 0.35) ** 2 - 0.002 * wobble(age, 5),
  fall: (age: number) => 1 + 0.3 * (1 - Math.exp(-age / 30)),
  /** It moved to new servers, or was shown on a large site. */
  step: (age: number) => (age < 17 ? 1 - age * 0.003 : 0.62 - (age - 17) * 0.001),
} as const;

export type ServerShape = keyof typeof SERVERS;

/**
 * The weight of a day for a bot's votes. Days more than a month ago have half of it, because the site was smaller.
 *
 * @param salt another number gives other small differences between the days
 */
export function votesOn(shape: VoteShape, age: number, weekday: number, salt: number): number {
  return VOTES[shape](age, weekday) * (0.75 + 0.5 * wobble(age, salt)) * (age < 30 ? 1 : 0.5);
}

/** The server count of a bot some days ago. */
export function serversAgo(shape: ServerShape, present: number, age: number): number {
  return age === 0 ? present : Math.max(1, Math.round(present * SERVERS[shape](age)));
}

/** A number from 0 to 1 that looks random, but is the same for the same input. */
export function wobble(index: number, salt: number): number {
  const value = Math.sin(index * 12.9898 + salt * 78.233) * 43_758.5453;
  return value - Math.floor(value);
}

/** Positions in the lists of bots and users, and a time. */
export interface PlannedVote {
  readonly bot: number;
  readonly user: number;
  readonly votedAt: Date;
}

/** The votes of one pair are so far apart, which is an hour more than the window. */
const GAP_MS = 13 * HOUR_MS;
/** How often somebody votes for the same bot, if it has votes from at least five days for each time. */
const VOTES_PER_VOTER = 4;
const DAYS_PER_VOTE = 5;

/**
 * Plans exactly `total` votes, as many of each bot as its weight says, in the shape of its history. If there are too few
 * users for its days, its history becomes longer.
 *
 * @param users their number
 * @returns no votes without bots or users
 */
export function planVotes(
  bots: readonly PlannedBot[],
  users: number,
  total: number,
  now: Date,
): PlannedVote[] {
  if (users === 0) return [];
  return share(
    bots.map(({ votes }) => votes.weight),
    total,
  ).flatMap((count, bot) => {
    const { shape, days } = bots[bot]?.votes ?? { shape: 'flat', days: 1 };
    const perVoter = Math.max(1, Math.min(VOTES_PER_VOTER, Math.floor(days / DAYS_PER_VOTE)));
    const voters = Math.min(users, Math.ceil(count / perVoter));
    const times = spread(count, now.getTime(), days, (age, weekday) => votesOn(shape, age, weekday, bot + 1));
    for (let place = voters; place < count; place += 1) {
      times[place] = Math.min(times[place] ?? 0, (times[place - voters] ?? 0) - GAP_MS);
    }
    const step = stepThrough(users);
    return times.map((time, place) => ({
      bot,
      user: (bot * 37 + (place % voters) * step) % users,
      votedAt: new Date(time),
    }));
  });
}

/** Divides a whole number by weights, exactly. */
function share(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let weighed = 0;
  let given = 0;
  return weights.map((weight) => {
    weighed += weight;
    const part = Math.round((total * weighed) / sum) - given;
    given += part;
    return part;
  });
}

/**
 * Places times in the last days, the newest first.
 *
 * @param weigh the weight of a whole day (UTC) by its age in days and its weekday
 */
function spread(
  count: number,
  now: number,
  days: number,
  weigh: (age: number, weekday: number) => number,
): number[] {
  const start = now - days * DAY_MS;
  const today = now - (now % DAY_MS);
  const parts: { end: number; length: number; weight: number }[] = [];
  for (let age = 0, end = now; end > start; age += 1) {
    const from = Math.max(start, today - age * DAY_MS);
    const weight = weigh(age, new Date(today - age * DAY_MS).getUTCDay()) * ((end - from) / DAY_MS);
    parts.push({ end, length: end - from, weight });
    end = from;
  }
  const sum = parts.reduce((all, { weight }) => all + weight, 0);
  let part = 0;
  let before = 0;
  return Array.from({ length: count }, (_, place) => {
    const position = ((place + 0.1 + 0.8 * wobble(place, count)) / count) * sum;
    while (part < parts.length - 1 && position > before + (parts[part]?.weight ?? 0)) {
      before += parts[part]?.weight ?? 0;
      part += 1;
    }
    const { end, length, weight } = parts[part] ?? { end: now, length: 0, weight: 1 };
    return Math.floor(end - ((position - before) / weight) * length);
  });
}

/** A step with which one comes to every user before one comes to the first again. */
function stepThrough(users: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = Math.max(1, Math.floor(users * 0.618));
  while (divisor(users, step) !== 1) step += 1;
  return step;
}
