import type { ListingState } from '../../src/db/tables.ts';
import type { Services } from '../../src/schema/context.ts';
import { first } from './present.ts';

/*
 * What is stored, read past the domain: a mistake of the domain's own reads must not hide another one.
 */

/** The votes of a bot in each table that has them, as `<user> <time>`. */
export async function votesOf({ db: { sql } }: Services, botId: string) {
  const [log, windows, deliveries, counts] = await Promise.all([
    sql<VoteRow[]>`
      select user_id as "userId", voted_at as "votedAt" from votes where bot_id = ${botId}`,
    sql<VoteRow[]>`
      select user_id as "userId", voted_at as "votedAt" from vote_windows where bot_id = ${botId}`,
    sql<VoteRow[]>`
      select user_id as "userId", voted_at as "votedAt" from deliveries where bot_id = ${botId} and kind = 'vote'`,
    sql<{ count: number }[]>`select vote_count::int as count from bot_stats where bot_id = ${botId}`,
  ]);
  return { log: keys(log), windows: keys(windows), deliveries: keys(deliveries), count: first(counts).count };
}

interface VoteRow {
  readonly userId: string;
  readonly votedAt: Date;
}

function keys(rows: readonly VoteRow[]): string[] {
  return rows.map(({ userId, votedAt }) => `${userId} ${votedAt.toISOString()}`).sort();
}

/** The state of a listing, and the moves that led there. */
export async function listingOf({ db }: Services, botId: string) {
  const bots = await db.sql<{ state: ListingState; revision: number }[]>`
    select state, revision from bots where id = ${botId}`;
  const moves = await db.sql<{ to: ListingState; userId: string; reason: string | null }[]>`
    select to_state as to, user_id as "userId", reason from listing_moves where bot_id = ${botId} order by id`;
  return { ...first(bots), moves: [...moves] };
}

/** The reports of a listing, in the order in which they were made. */
export async function reportsOf({ db }: Services, botId: string) {
  const rows = await db.sql<
    { id: string; userId: string; closedBy: string | null; outcome: string | null }[]
  >`select id, user_id as "userId", closed_by as "closedBy", outcome
    from reports where bot_id = ${botId} order by id`;
  return [...rows];
}

export async function deliveryOf({ db }: Services, id: string) {
  const rows = await db.sql<
    {
      state: string;
      round: number;
      dispatchedAt: Date | null;
      nextAttemptAt: Date | null;
      finishedAt: Date | null;
    }[]
  >`select state, round, dispatched_at as "dispatchedAt", next_attempt_at as "nextAttemptAt",
      finished_at as "finishedAt" from deliveries where id = ${id}`;
  return first(rows);
}

export async function attemptsOf({ db }: Services, deliveryId: string) {
  return db.sql<
    {
      round: number;
      number: number;
      startedAt: Date;
      statusCode: number | null;
      failure: string | null;
      excerpt: string;
    }[]
  >`select round, number, started_at as "startedAt", status_code as "statusCode", failure, excerpt
    from delivery_attempts where delivery_id = ${deliveryId} order by round, number`;
}

/** Whether any column of any table has a text. */
export async function isStoredAnywhere({ db: { sql } }: Services, part: string): Promise<boolean> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`;
  for (const { name } of tables) {
    const rows =
      await sql`select from ${sql(name)} as stored where strpos(stored::text, ${part}) > 0 limit 1`;
    if (rows.length > 0) return true;
  }
  return false;
}
