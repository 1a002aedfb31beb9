import type { Database } from '../../src/db/client.ts';
import type { Acknowledged } from './mixed-load.ts';

/**
 * Compares what the service said with what is stored.
 *
 * @returns what is lost, doubled or stored in part, by what it is; nothing of what is right
 */
export async function whatIsWrong(
  { sql }: Pick<Database, 'sql'>,
  { votes, submitted, approved, reports, sessions, counts }: Acknowledged,
): Promise<Record<string, unknown>> {
  const column = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key) => rows.map((row) => row[key]);
  const found: Record<string, readonly unknown[]> = {
    'votes that are lost': await sql`
      select * from unnest(${column(votes, 'botId')}::text[], ${column(votes, 'userId')}::text[],
        ${column(votes, 'votedAt')}::text[]) as said(bot_id, user_id, voted_at)
      where not exists (select from votes where votes.bot_id = said.bot_id and votes.user_id = said.user_id
        and votes.voted_at = said.voted_at::timestamptz)`,
    'votes that are doubled': await sql`
      select bot_id, user_id from votes group by bot_id, user_id having count(*) > 1`,
    'votes in part': await sql`
      select votes.* from votes
      left join vote_windows using (bot_id, user_id, voted_at)
      left join deliveries on deliveries.bot_id = votes.bot_id and deliveries.user_id = votes.user_id
      group by votes.bot_id, votes.user_id, votes.voted_at
      having count(vote_windows.bot_id) <> 1 or count(deliveries.id) <> 1`,
    'windows or deliveries without a vote': await sql`
      select bot_id, user_id, voted_at from (
        select bot_id, user_id, voted_at from vote_windows
        union all select bot_id, user_id, voted_at from deliveries) part
      where not exists (select from votes where (votes.bot_id, votes.user_id, votes.voted_at)
        = (part.bot_id, part.user_id, part.voted_at))`,
    'counts of votes that are wrong': await sql`
      select bot_id, vote_count from bot_stats
      where vote_count <> (select count(*) from votes where votes.bot_id = bot_stats.bot_id)
        or vote_count <> (select coalesce(sum(votes), 0) from daily_votes where daily_votes.bot_id = bot_stats.bot_id)`,
    'submissions that are lost': await sql`
      select id from unnest(${submitted}::text[]) as said(id)
      where not exists (select from bots where bots.id = said.id)`,
    // The sample has no history.
    'submissions in part': await sql`
      select id from bots
      where (select count(*) from listing_moves where bot_id = bots.id and to_state = 'pending') > 1
        or (select count(*) from bot_owners where bot_id = bots.id) <> 1
        or (select count(*) from bot_stats where bot_id = bots.id) <> 1
        or (state = 'pending' and (select count(*) from listing_moves where bot_id = bots.id) <> 1)`,
    'approvals that are lost': await sql`
      select id from unnest(${approved}::text[]) as said(id)
      where not exists (select from bots where bots.id = said.id and state = 'approved')`,
    'approvals in part': await sql`
      select id from bots
      where exists (select from listing_moves where bot_id = bots.id and to_state = 'pending')
        and (select count(*) from listing_moves where bot_id = bots.id and to_state = 'approved')
          <> (case state when 'approved' then 1 else 0 end)`,
    'reports that are lost or doubled': await sql`
      select * from unnest(${column(reports, 'botId')}::text[], ${column(reports, 'userId')}::text[]) as said(bot_id, user_id)
      where (select count(*) from reports where (reports.bot_id, reports.user_id) = (said.bot_id, said.user_id)) <> 1`,
    'sessions that are lost': await sql`
      select hash from unnest(${sessions}::text[]) as said(hash)
      where not exists (select from sessions where id_hash = decode(hash, 'hex'))`,
    // A later one may have been stored without its answer.
    'server counts that are lost': await sql`
      select said.bot_id from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) as said(bot_id, count)
      join bot_stats on bot_stats.bot_id = said.bot_id where server_count < said.count`,
  };
  return Object.fromEntries(Object.entries(found).filter(([, rows]) => rows.length > 0));
}
