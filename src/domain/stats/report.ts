import type { Database } from '../../db/client.ts';
import { createBatch } from '../kernel/batch.ts';
import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock } from '../kernel/needs.ts';

const LARGEST_COUNT = 2_147_483_647;
/** The name of the contract comes first. The aliases are names that existing bots already send to other services. */
const COUNT_NAMES = ['server_count', 'guildCount', 'guilds'];

/**
 * Stores the server count and the check-in time of a bot (`POST /stats`, section 4 of the contract). The statement
 * verifies the bot's token.
 *
 * @param report the request body: an object with exactly one of the three names
 * @returns the stored count
 * @throws {InvalidInputError} for an invalid report; the message names the first problem
 * @throws {NotFoundError} when the token no longer belongs to the bot, or the listing no longer exists
 */
export async function reportStats(
  services: StatsStatements & WithClock,
  { botId, tokenKey }: Pick<StatsReport, 'botId' | 'tokenKey'>,
  report: unknown,
): Promise<{ serverCount: number }> {
  const serverCount = readServerCount(report);
  const changed = await services.recordStats({ botId, tokenKey, serverCount, at: services.now() });
  if (changed === undefined) throw new NotFoundError();
  return { serverCount };
}

function readServerCount(report: unknown): number {
  if (typeof report !== 'object' || report === null || Array.isArray(report)) {
    throw new InvalidInputError('Invalid JSON body.');
  }
  const names = COUNT_NAMES.filter((name) => Object.hasOwn(report, name));
  const [name] = names;
  if (name === undefined) throw new InvalidInputError('server_count is required.');
  if (names.length > 1) {
    throw new InvalidInputError(
      `Send exactly one of server_count, guildCount and guilds, not ${names.join(' and ')}.`,
    );
  }
  const count: unknown = Reflect.get(report, name);
  if (typeof count !== 'number' || !Number.isInteger(count)) {
    throw new InvalidInputError(`${name} must be an integer.`);
  }
  if (count < 0 || count > LARGEST_COUNT) {
    throw new InvalidInputError(`${name} must be between 0 and ${LARGEST_COUNT}.`);
  }
  // JSON has a negative zero. Adding 0 makes it positive.
  return count + 0;
}

/** A valid report of a bot's server count. */
export interface StatsReport {
  readonly botId: string;
  /** The SHA-256 of the bot's token in lower-case hexadecimal. */
  readonly tokenKey: string;
  readonly serverCount: number;
  readonly at: Date;
}

/** Stores server counts. Concurrent reports share a statement. */
export interface StatsStatements {
  /** @returns whether the count changed; undefined when there is no such bot, or the token is not valid */
  readonly recordStats: (report: StatsReport) => Promise<boolean | undefined>;
}

/** Makes the statement that stores server counts. */
export function createStatsStatements({ sql }: Pick<Database, 'sql'>): StatsStatements {
  return {
    recordStats: createBatch(async (reports: readonly StatsReport[]) => {
      // Of several reports of one bot the last one is stored. A bot has one valid token.
      const newest = new Map(reports.map((report) => [nameOf(report), report]));
      const distinct = [...newest.values()];
      const rows = await sql<{ botId: string; tokenKey: string; changed: boolean }[]>`
        with report as (
          select report.* from unnest(
            (select ${distinct.map((report) => report.botId)}::text[]),
            (select ${distinct.map((report) => report.tokenKey)}::text[]),
            (select ${distinct.map((report) => report.serverCount)}::int[]),
            (select ${distinct.map((report) => report.at.toISOString())}::text[])
          ) as report(bot_id, token_key, server_count, at)
          join api_tokens token on token.token_hash = decode(report.token_key, 'hex') and token.bot_id = report.bot_id
          join bots on bots.id = report.bot_id and bots.state <> 'removed'
        ), previous as (
          -- Every process locks the rows in the same order, so that batches cannot deadlock.
          select stats.bot_id, stats.server_count, report.token_key, report.server_count as new_count,
            report.at::timestamptz as at
          from bot_stats stats join report on report.bot_id = stats.bot_id
          order by stats.bot_id for update of stats
        ), daily as (
          -- The lock above also protects the bot's row in this table.
          insert into daily_server_counts (bot_id, day, server_count)
          select bot_id, (at at time zone 'utc')::date, new_count from previous
          where server_count is distinct from new_count
          on conflict (bot_id, day) do update set server_count = excluded.server_count
        )
        update bot_stats stats
        set server_count = previous.new_count,
            checked_in_at = previous.at,
            server_count_changed_at = case
              when previous.server_count is distinct from previous.new_count then previous.at
              else stats.server_count_changed_at end
        from previous where stats.bot_id = previous.bot_id
        returning stats.bot_id as "botId", previous.token_key as "tokenKey",
          previous.server_count is distinct from previous.new_count as changed`;
      const changed = new Map(rows.map((row) => [nameOf(row), row.changed]));
      return reports.map((report) => changed.get(nameOf(report)));
    }),
  };
}

function nameOf({ botId, tokenKey }: Pick<StatsReport, 'botId' | 'tokenKey'>): string {
  return `${botId} ${tokenKey}`;
}
