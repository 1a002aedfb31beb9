import { lastDays } from '../../lib/day.ts';
import { gathered } from '../kernel/batch.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';

/** The votes of one day. Days are in UTC, such as `2026-01-31`. */
export interface DailyVotes {
  readonly day: string;
  readonly votes: number;
}

/** The server count at the end of one day in UTC. */
export interface DailyServerCount {
  readonly day: string;
  /** Null before the bot's first report. */
  readonly serverCount: number | null;
}

/** The largest number of days in a chart. */
export const CHART_DAYS = 90;

/** A listing and the first day to read. */
interface Since {
  readonly botId: string;
  readonly start: string;
}

const votesSince = gathered(async ({ db }: WithDatabase, keys: readonly Since[]) => {
  const rows = await db.sql<(DailyVotes & { position: number })[]>`
    select key.position::int, daily.day::text as day, daily.votes
    from unnest(${keys.map(({ botId }) => botId)}::text[], ${keys.map(({ start }) => start)}::text[])
      with ordinality as key(bot_id, start, position)
    join daily_votes daily on daily.bot_id = key.bot_id and daily.day >= key.start::date`;
  const ofKeys = Map.groupBy(rows, ({ position }) => position);
  return keys.map((_, index) => ofKeys.get(index + 1) ?? []);
});

/** Also reads the last count before the first day, which is still valid on that day. */
const serverCountsSince = gathered(async ({ db }: WithDatabase, keys: readonly Since[]) => {
  const rows = await db.sql<{ position: number; day: string; serverCount: number }[]>`
    select key.position::int, daily.day::text as day, daily.server_count as "serverCount"
    from unnest(${keys.map(({ botId }) => botId)}::text[], ${keys.map(({ start }) => start)}::text[])
      with ordinality as key(bot_id, start, position)
    join daily_server_counts daily on daily.bot_id = key.bot_id and daily.day >= coalesce(
      (select max(day) from daily_server_counts where bot_id = key.bot_id and day <= key.start::date),
      key.start::date)`;
  const ofKeys = Map.groupBy(rows, ({ position }) => position);
  return keys.map((_, index) => ofKeys.get(index + 1) ?? []);
});

/**
 * Reads the number of votes per day, oldest first. Today and days without votes are included.
 *
 * @param days 1 to 90
 * @throws {InvalidInputError} for any other number of days
 */
export async function votesPerDay(
  services: WithDatabase & WithClock,
  botId: string,
  days: number,
): Promise<DailyVotes[]> {
  const range = daysOfChart(services.now(), days);
  const [start = ''] = range;
  const rows = await votesSince(services, { botId, start });
  const votes = new Map(rows.map((row) => [row.day, row.votes]));
  return range.map((day) => ({ day, votes: votes.get(day) ?? 0 }));
}

/**
 * Reads the server count at the end of each day, oldest first. Today is included. A day without a change has the
 * count of the day before.
 *
 * @param days 1 to 90
 * @throws {InvalidInputError} for any other number of days
 */
export async function serverCountPerDay(
  services: WithDatabase & WithClock,
  botId: string,
  days: number,
): Promise<DailyServerCount[]> {
  const range = daysOfChart(services.now(), days);
  const [start = ''] = range;
  const rows = await serverCountsSince(services, { botId, start });
  const counts = new Map(rows.map((row) => [row.day, row.serverCount]));
  // A count from before the first day is still valid on that day.
  let serverCount = rows.find(({ day }) => day < start)?.serverCount ?? null;
  return range.map((day) => {
    serverCount = counts.get(day) ?? serverCount;
    return { day, serverCount };
  });
}

function daysOfChart(now: Date, days: number): string[] {
  if (days < 1 || days > CHART_DAYS)
    throw new InvalidInputError('argument.outOfRange', { argument: 'days', min: 1, max: CHART_DAYS });
  return lastDays(now, days);
}
