import type { Database } from '../../db/client.ts';
import { createBatch } from '../kernel/batch.ts';

export interface StatsReport {
  readonly botId: string;
  readonly serverCount: number;
  readonly at: Date;
}

/** The statement that stores server counts, gathering the reports that arrive together. */
export interface StatsStatements {
  /** @returns whether the number changed, or undefined when there is no such bot */
  readonly recordStats: (report: StatsReport) => Promise<boolean | undefined>;
}

export function createStatsStatements({ sql }: Pick<Database, 'sql'>): StatsStatements {
  return {
    recordStats: createBatch(async (reports: readonly StatsReport[]) => {
      // The last of several reports of one bot wins, as it would have one by one.
      const newest = new Map(reports.map((report) => [report.botId, report]));
      const distinct = [...newest.values()];
      const rows = await sql<{ botId: string; changed: boolean }[]>`
        with report as (
          select * from unnest(
            ${distinct.map((report) => report.botId)}::text[],
            ${distinct.map((report) => report.serverCount)}::int[],
            ${distinct.map((report) => report.at.toISOString())}::text[]
          ) as report(bot_id, server_count, at)
        ), previous as (
          -- In one order in every process, so that two batches cannot wait for each other.
          select stats.bot_id, stats.server_count, report.server_count as new_count, report.at::timestamptz as at
          from bot_stats stats join report on report.bot_id = stats.bot_id
          order by stats.bot_id for update of stats
        ), daily as (
          -- Whoever writes the row of a bot here holds its lock above.
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
        returning stats.bot_id as "botId", previous.server_count is distinct from previous.new_count as changed`;
      const changed = new Map(rows.map((row) => [row.botId, row.changed]));
      return reports.map((report) => changed.get(report.botId));
    }),
  };
}
