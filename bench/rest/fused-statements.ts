import postgres from 'postgres';
import { CHECK, REPORT } from './one-statement.ts';

export interface Check {
  readonly hash: Buffer;
  readonly userId: string;
}

export interface Report {
  readonly hash: Buffer;
  readonly botId: string;
  readonly serverCount: number;
}

export type Checked = { readonly botId: string; readonly votedAt: Date | null };

type Position = { readonly position: number };

/* One request alone is sent as the plain statement, which takes half the time of the one for many. */

export function createStatements(databaseUrl: string) {
  const sql = postgres(databaseUrl);
  // As hex: postgres.js would encode a bytea[] twice.
  const hex = (items: readonly { hash: Buffer }[]) => items.map(({ hash }) => hash.toString('hex'));

  return {
    async check(checks: readonly Check[]): Promise<(Checked | undefined)[]> {
      const [only] = checks;
      if (checks.length === 1 && only) {
        const rows = await sql.unsafe<Checked[]>(CHECK, [only.hash, only.userId], { prepare: true });
        return [rows[0]];
      }
      const rows = await sql<(Checked & Position)[]>`
        select key.position::int, bots.id as "botId", vote_windows.voted_at as "votedAt"
        from unnest(${hex(checks)}::text[], ${checks.map(({ userId }) => userId)}::text[])
          with ordinality as key(hash, user_id, position)
        join api_tokens on api_tokens.token_hash = decode(key.hash, 'hex')
        join bots on bots.id = api_tokens.bot_id and bots.state <> 'removed'
        left join vote_windows on vote_windows.bot_id = bots.id and vote_windows.user_id = key.user_id
          and vote_windows.voted_at >= bots.owned_since`;
      return inOrder(checks.length, rows);
    },

    async report(reports: readonly Report[]): Promise<({ botId: string } | undefined)[]> {
      const [only] = reports;
      if (reports.length === 1 && only) {
        const { hash, botId, serverCount } = only;
        const rows = await sql.unsafe<{ botId: string }[]>(REPORT, [hash, botId, serverCount], {
          prepare: true,
        });
        return [rows[0]];
      }
      const rows = await sql<({ botId: string } & Position)[]>`
        with report as (
          select report.position, report.asked_id, report.server_count, bots.id as bot_id
          from unnest(${hex(reports)}::text[], ${reports.map(({ botId }) => botId)}::text[],
            ${reports.map(({ serverCount }) => serverCount)}::int[])
            with ordinality as report(hash, asked_id, server_count, position)
          join api_tokens on api_tokens.token_hash = decode(report.hash, 'hex')
          join bots on bots.id = api_tokens.bot_id and bots.state <> 'removed'
        ), newest as (
          -- Of several reports of one bot, the last one counts.
          select distinct on (bot_id) bot_id, server_count from report
          where asked_id = bot_id order by bot_id, position desc
        ), previous as (
          -- In one order, so that two statements cannot wait for each other.
          select stats.bot_id, stats.server_count, newest.server_count as new_count
          from bot_stats stats join newest on newest.bot_id = stats.bot_id
          order by stats.bot_id for update of stats
        ), daily as (
          insert into daily_server_counts (bot_id, day, server_count)
          select bot_id, (now() at time zone 'utc')::date, new_count from previous
          where server_count is distinct from new_count
          on conflict (bot_id, day) do update set server_count = excluded.server_count
        ), updated as (
          update bot_stats stats
          set server_count = previous.new_count,
            checked_in_at = now(),
            server_count_changed_at = case
              when previous.server_count is distinct from previous.new_count then now()
              else stats.server_count_changed_at end
          from previous where stats.bot_id = previous.bot_id
        )
        select position::int, bot_id as "botId" from report`;
      return inOrder(reports.length, rows);
    },
  };
}

function inOrder<Row extends Position>(length: number, rows: readonly Row[]): (Row | undefined)[] {
  const results = new Array<Row | undefined>(length).fill(undefined);
  for (const row of rows) results[row.position - 1] = row;
  return results;
}
