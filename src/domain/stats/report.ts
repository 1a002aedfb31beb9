import type { Database } from '../../db/client.ts';
import { gathered } from '../kernel/batch.ts';
import { requireObject } from '../kernel/body.ts';
import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { COUNTS_KEPT, LONGEST_PAUSE_MINUTES } from './unsteady.ts';

const LARGEST_COUNT = 2_147_483_647;
/** The name of the contract comes first. The aliases are names that existing bots already send to other services. */
const COUNT_NAMES = ['server_count', 'guildCount', 'guilds'] as const;

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
  services: WithDatabase & WithClock,
  { botId, tokenKey }: Pick<StatsReport, 'botId' | 'tokenKey'>,
  report: unknown,
): Promise<{ serverCount: number }> {
  const serverCount = readServerCount(report);
  const changed = await recordStats(services.db, { botId, tokenKey, serverCount, at: services.now() });
  if (changed === undefined) throw new NotFoundError();
  return { serverCount };
}

function readServerCount(body: unknown): number {
  const report = requireObject(body);
  const names = COUNT_NAMES.filter((name) => Object.hasOwn(report, name));
  const [name, second] = names;
  if (name === undefined) throw new InvalidInputError('argument.required', { argument: COUNT_NAMES[0] });
  if (names.length > 2) throw new InvalidInputError('serverCount.three');
  if (second !== undefined) throw new InvalidInputError('serverCount.two', { first: name, second });
  const count = report[name];
  if (typeof count !== 'number' || !Number.isInteger(count)) {
    throw new InvalidInputError('argument.notInteger', { argument: name });
  }
  if (count < 0 || count > LARGEST_COUNT) {
    throw new InvalidInputError('argument.outOfRange', { argument: name, min: 0, max: LARGEST_COUNT });
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

type Reports = readonly StatsReport[];

/** It does not wait for locked rows, since the reports of all other bots would wait, too. */
const recordAtOnce = gathered(({ sql }: Pick<Database, 'sql'>, reports: Reports) =>
  record(sql, reports, false),
);
/** It waits for locked rows, one statement at a time, so that it takes one connection. */
const recordOnceFree = gathered(
  ({ sql }: Pick<Database, 'sql'>, reports: Reports) => record(sql, reports, true),
  1,
);

/**
 * Stores a server count. Concurrent reports share a statement.
 *
 * @returns whether the count changed; undefined when there is no such bot, or the token is not valid
 */
export async function recordStats(
  db: Pick<Database, 'sql'>,
  report: StatsReport,
): Promise<boolean | undefined> {
  return (await recordAtOnce(db, report)) ?? (await recordOnceFree(db, report));
}

/**
 * Stores reports in one statement: all of them or none.
 *
 * The first change of a day inserts a row into daily_server_counts, whose foreign key locks the listing FOR KEY SHARE.
 * Such a report takes this lock before the bot's numbers, as a take-over does, so that the two cannot deadlock. It
 * conflicts only with FOR UPDATE, which every move of a listing takes. Other reports do not lock the listing.
 *
 * @param isPatient whether to wait for locked rows. The statement then locks all listings first, and each kind of row
 *   by id, so that two such statements cannot deadlock. Otherwise it skips locked rows, and so waits for nobody.
 * @returns for each report: whether it changed the count; undefined when there is no such bot, the token is not valid,
 *   or a row was skipped
 */
async function record(
  sql: Database['sql'],
  reports: readonly StatsReport[],
  isPatient: boolean,
): Promise<(boolean | undefined)[]> {
  // Of several reports of one bot the last one is stored. A bot has one valid token.
  const newest = new Map(reports.map((report) => [nameOf(report), report]));
  const distinct = [...newest.values()];
  const orSkip = isPatient ? sql`` : sql`skip locked`;
  const rows = await sql<{ botId: string; tokenKey: string; changed: boolean }[]>`
    with report as (
      select report.*, (at at time zone 'utc')::date as day, bots.owned_since
      from unnest(
        (select ${distinct.map((report) => report.botId)}::text[]),
        (select ${distinct.map((report) => report.tokenKey)}::text[]),
        (select ${distinct.map((report) => report.serverCount)}::int[]),
        (select ${distinct.map((report) => report.at.toISOString())}::text[]::timestamptz[])
      ) as report(bot_id, token_key, server_count, at)
      join api_tokens token on token.token_hash = decode(report.token_key, 'hex') and token.bot_id = report.bot_id
      join bots on bots.id = report.bot_id and bots.state <> 'removed'
    ), quick as (
      -- These insert no row into daily_server_counts.
      select stats.bot_id, stats.server_count, token_key, report.server_count as new_count, at, day
      from report join bot_stats stats on stats.bot_id = report.bot_id and (
        stats.server_count = report.server_count or (server_count_changed_at at time zone 'utc')::date = day)
      where not ${isPatient}::boolean
      for update of stats skip locked
    ), other as materialized (
      select * from report where bot_id not in (select bot_id from quick)
    ), listing as (
      -- PostgreSQL checks these conditions again after it has waited. So a report from before a take-over is dropped.
      select other.* from other
      join bots on bots.id = other.bot_id and bots.state <> 'removed' and bots.owned_since = other.owned_since
      order by bots.id for key share of bots ${orSkip}
    ), locked as (
      select stats.bot_id, stats.server_count, token_key, listing.server_count as new_count, at, day
      from listing join bot_stats stats on stats.bot_id = listing.bot_id
      order by stats.bot_id for update of stats ${orSkip}
    ), previous as (
      select * from quick union all select * from locked
    ), daily as (
      -- The lock of a bot's numbers also protects its row in this table.
      insert into daily_server_counts (bot_id, day, server_count)
      select bot_id, day, new_count from previous
      where server_count is distinct from new_count
      on conflict (bot_id, day) do update set server_count = excluded.server_count
    )
    update bot_stats stats
    set server_count = previous.new_count,
        checked_in_at = previous.at,
        report_interval_seconds = case
          when previous.at > stats.checked_in_at then ${movingAverage(sql)}
          else stats.report_interval_seconds end,
        recent_counts = case
          when previous.at - stats.checked_in_at <= make_interval(mins => ${LONGEST_PAUSE_MINUTES}::int)
          then (stats.recent_counts || previous.new_count)[
            greatest(cardinality(stats.recent_counts) + 2 - ${COUNTS_KEPT}::int, 1):]
          else array[previous.new_count] end,
        server_count_changed_at = case
          when previous.server_count is distinct from previous.new_count then previous.at
          else stats.server_count_changed_at end
    from previous where stats.bot_id = previous.bot_id
    returning stats.bot_id as "botId", previous.token_key as "tokenKey",
      previous.server_count is distinct from previous.new_count as changed`;
  const changed = new Map(rows.map((row) => [nameOf(row), row.changed]));
  return reports.map((report) => changed.get(nameOf(report)));
}

/** A report after a long silence counts as one after a week. */
const LONGEST_GAP_SECONDS = 7 * 24 * 60 * 60;

/** The usual time between two reports, moved by a fifth towards the time since the last one. */
function movingAverage(sql: Database['sql']) {
  const gap = () =>
    sql`least(extract(epoch from previous.at - stats.checked_in_at), ${LONGEST_GAP_SECONDS}::int)`;
  return sql`round(coalesce(stats.report_interval_seconds * 0.8 + ${gap()} * 0.2, ${gap()}))::int`;
}

function nameOf({ botId, tokenKey }: Pick<StatsReport, 'botId' | 'tokenKey'>): string {
  return `${botId} ${tokenKey}`;
}
