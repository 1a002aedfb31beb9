import { InvalidInputError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';

/** Days are those of UTC, written as `2026-01-31`. */
export interface DailyVotes {
  readonly day: string;
  readonly votes: number;
}

export interface DailyServerCount {
  readonly day: string;
  /** Null before the first report. */
  readonly serverCount: number | null;
}

const MAX_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Votes of each of the last days, today's so far included; oldest first, and days without a vote as well.
 *
 * @param days 1 to 90
 * @throws {InvalidInputError} for any other number of days
 */
export async function votesPerDay(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  days: number,
): Promise<DailyVotes[]> {
  const range = lastDays(now(), days);
  const rows = await db.sql<DailyVotes[]>`
    select day::text as day, votes from daily_votes
    where bot_id = ${botId} and day >= ${range[0] ?? ''}::date`;
  const votes = new Map(rows.map((row) => [row.day, row.votes]));
  return range.map((day) => ({ day, votes: votes.get(day) ?? 0 }));
}

/**
 * The server count at the end of each of the last days, today's so far included; oldest first. A day without a
 * changed number has that of the day before.
 *
 * @param days 1 to 90
 * @throws {InvalidInputError} for any other number of days
 */
export async function serverCountPerDay(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  days: number,
): Promise<DailyServerCount[]> {
  const range = lastDays(now(), days);
  const [start = ''] = range;
  const rows = await db.sql<{ day: string; serverCount: number }[]>`
    select day::text as day, server_count as "serverCount" from daily_server_counts
    where bot_id = ${botId} and day >= coalesce(
      (select max(day) from daily_server_counts where bot_id = ${botId} and day <= ${start}::date), ${start}::date)`;
  const counts = new Map(rows.map((row) => [row.day, row.serverCount]));
  // A number from before the first day still stands on it.
  let serverCount = rows.find(({ day }) => day < start)?.serverCount ?? null;
  return range.map((day) => {
    serverCount = counts.get(day) ?? serverCount;
    return { day, serverCount };
  });
}

function lastDays(now: Date, days: number): string[] {
  if (days < 1 || days > MAX_DAYS) throw new InvalidInputError(`days must be between 1 and ${MAX_DAYS}.`);
  return Array.from({ length: days }, (_, index) =>
    new Date(now.getTime() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
