import type { Database } from '../db/client.ts';
import { type AttemptStatements, createAttemptStatements } from './attempt-statements.ts';
import { createBatch } from './batch.ts';

export interface StatsReport {
  readonly botId: string;
  readonly serverCount: number;
  readonly at: Date;
}

/** The statements of the hot paths, each gathering the calls that arrive together. */
export interface Batches extends AttemptStatements {
  /** @returns the id of the listed bot whose token has this SHA-256 (lower-case hex) */
  readonly botOfToken: (tokenHash: string) => Promise<string | undefined>;
  /** @returns when the user last voted for the bot, since it belongs to those who manage it now */
  readonly lastVote: (key: { botId: string; userId: string }) => Promise<Date | undefined>;
  /** @returns whether the number changed, or undefined when there is no such bot */
  readonly recordStats: (report: StatsReport) => Promise<boolean | undefined>;
}

/*
 * A lone call is sent as the plain statement: it takes half the time of the one for many.
 * Arrays of hashes travel as hex text, since the driver would encode a bytea[] twice.
 */
export function createBatches({ sql }: Pick<Database, 'sql'>): Batches {
  return {
    ...createAttemptStatements({ sql }),
    botOfToken: createBatch(async (hashes: readonly string[]) => {
      const [only] = hashes;
      if (hashes.length === 1 && only) {
        const rows = await sql<{ botId: string }[]>`
          select token.bot_id as "botId" from api_tokens token
          join bots on bots.id = token.bot_id and bots.state <> 'removed'
          where token.token_hash = decode(${only}, 'hex')`;
        return [rows[0]?.botId];
      }
      const rows = await sql<{ position: number; botId: string }[]>`
        select key.position::int, token.bot_id as "botId"
        from unnest(${hashes}::text[]) with ordinality as key(hash, position)
        join api_tokens token on token.token_hash = decode(key.hash, 'hex')
        join bots on bots.id = token.bot_id and bots.state <> 'removed'`;
      return inOrder(
        hashes.length,
        rows.map((row) => [row.position, row.botId]),
      );
    }),

    lastVote: createBatch(async (keys: readonly { botId: string; userId: string }[]) => {
      const [only] = keys;
      if (keys.length === 1 && only) {
        const rows = await sql<{ votedAt: Date }[]>`
          select last.voted_at as "votedAt" from vote_windows last
          join bots on bots.id = last.bot_id and last.voted_at >= bots.owned_since
          where last.bot_id = ${only.botId} and last.user_id = ${only.userId}`;
        return [rows[0]?.votedAt];
      }
      const rows = await sql<{ position: number; votedAt: Date }[]>`
        select key.position::int, last.voted_at as "votedAt"
        from unnest(${keys.map((key) => key.botId)}::text[], ${keys.map((key) => key.userId)}::text[])
          with ordinality as key(bot_id, user_id, position)
        join vote_windows last on last.bot_id = key.bot_id and last.user_id = key.user_id
        join bots on bots.id = last.bot_id and last.voted_at >= bots.owned_since`;
      return inOrder(
        keys.length,
        rows.map((row) => [row.position, row.votedAt]),
      );
    }),

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

function inOrder<Value>(length: number, found: (readonly [position: number, value: Value])[]) {
  // Filled, since DataLoader takes a hole in the last place for an answer that is missing.
  const answers = new Array<Value | undefined>(length).fill(undefined);
  for (const [position, value] of found) answers[position - 1] = value;
  return answers;
}
