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
