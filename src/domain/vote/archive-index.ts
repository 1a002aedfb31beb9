import type { TransactionSql } from 'postgres';
import type { Entry } from './archive-block.ts';
import type { Rewritten } from './archive-rewrite.ts';

/** Rows per statement. */
const ROWS = 2000;

/** Adds the entries of a file. Bots' pages find their blocks by them. */
export async function insertEntries(
  sql: TransactionSql,
  until: Date,
  entries: readonly Entry[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += ROWS) {
    const rows = entries.slice(start, start + ROWS);
    await sql`
      insert into archived_votes (bot_id, oldest_at, oldest_by, newest_at, votes, until, position, length)
      select bot_id, oldest_at, oldest_by, newest_at, votes, ${until}, position, length
      from unnest(
        ${rows.map(({ botId }) => botId)}::text[],
        ${rows.map(({ oldestAt }) => oldestAt.toISOString())}::text[]::timestamptz[],
        ${rows.map(({ oldestBy }) => oldestBy)}::text[],
        ${rows.map(({ newestAt }) => newestAt.toISOString())}::text[]::timestamptz[],
        ${rows.map(({ votes }) => votes)}::int[],
        ${rows.map(({ position }) => position)}::bigint[],
        ${rows.map(({ length }) => length)}::int[]
      ) as entry(bot_id, oldest_at, oldest_by, newest_at, votes, position, length)`;
  }
}

/** Changes the entries of a file to those of the file that takes its place. */
export async function updateEntries(
  sql: TransactionSql,
  until: Date,
  { moves, changes }: Pick<Rewritten, 'moves' | 'changes'>,
): Promise<void> {
  const old = changes.map(({ before }) => before);
  // All of them before the first new one: neighbours may exchange their keys.
  await sql`
    delete from archived_votes using unnest(
      ${old.map(({ botId }) => botId)}::text[],
      ${old.map(({ oldestAt }) => oldestAt.toISOString())}::text[]::timestamptz[],
      ${old.map(({ oldestBy }) => oldestBy)}::text[]
    ) as old(bot_id, oldest_at, oldest_by)
    where (archived_votes.bot_id, archived_votes.oldest_at, archived_votes.oldest_by)
      = (old.bot_id, old.oldest_at, old.oldest_by)`;
  await sql`
    update archived_votes set position = move.target, length = move.length
    from unnest(
      ${moves.map(({ from }) => from)}::bigint[],
      ${moves.map(({ position }) => position)}::bigint[],
      ${moves.map(({ length }) => length)}::int[]
    ) as move(source, target, length)
    where until = ${until} and position = move.source`;
  await insertEntries(
    sql,
    until,
    changes.map(({ after }) => after),
  );
}
