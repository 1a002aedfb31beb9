import { DAY_MS, HOUR_MS, type PlannedBot } from './planned-bot.ts';
import { votesOn, wobble } from './shapes.ts';

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
