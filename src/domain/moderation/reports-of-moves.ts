import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { ISql } from 'postgres';
import type { Database } from '../../db/client.ts';
import { listingMoves, reports } from '../../db/moderation-tables.ts';
import { BATCH, untilDone } from '../kernel/in-batches.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { addNoticeToEach } from '../notices/add.ts';

/** Each report has a notice of its own, which takes longer than the report. So a batch is smaller than others. */
const CLOSED = BATCH / 10;

/**
 * A move of a listing closes its open reports, and its undo opens them again. A listing may have any number of them: the
 * transaction of the move or the undo does a batch, and {@link settleReports} does the rest. The time of the move marks
 * the reports that it has closed.
 */
interface Move {
  readonly botId: string;
  readonly userId: string;
  readonly movedAt: Date;
}

/**
 * Closes a batch of the open reports of a listing, because it was taken down.
 *
 * @param orm the transaction of the move, or a later one
 * @returns how many it closed
 */
export async function closeReportsOf(
  orm: Pick<Database['orm'], 'execute' | 'select' | 'update'>,
  { botId, userId, movedAt }: Move,
  isOfMove = and(eq(reports.botId, botId), isNull(reports.closedAt)),
): Promise<number> {
  // An array is read once. A plan with a join reads it again for each report, when statistics are old.
  const batch = orm
    .select({ id: reports.id })
    .from(reports)
    .where(isOfMove)
    .orderBy(reports.id)
    .limit(CLOSED);
  const closed = await orm
    .update(reports)
    .set({ closedAt: movedAt, closedBy: userId, outcome: 'acted' })
    .where(and(isNull(reports.closedAt), sql`${reports.id} = any(array(${batch}))`))
    .returning({ id: reports.id, userId: reports.userId });
  await tellReporters(orm, botId, closed, movedAt);
  return closed.length;
}

/** Tells those who reported a listing that it led to something. */
export function tellReporters(
  orm: Pick<Database['orm'], 'execute'>,
  botId: string,
  acted: readonly { readonly id: string; readonly userId: string }[],
  at: Date,
): Promise<void> {
  const told = acted.map(({ id, userId }) => ({ subject: id, userId }));
  return addNoticeToEach(orm, { kind: 'report_closed', botId, data: {}, at }, told);
}

/**
 * Opens a batch of the reports again that a move closed, and takes the notices of it back. A report stays closed when its
 * user has reported the listing again since.
 *
 * @returns how many it opened
 */
export async function openReportsOf(sql: ISql, { botId, userId, movedAt }: Move): Promise<number> {
  const [opened] = await sql<{ count: number }[]>`
    with opened as (
      update reports set closed_at = null, closed_by = null, outcome = null
      where closed_at = ${movedAt} and closed_by = ${userId} and id = any(array(
        select id from reports closed
        where bot_id = ${botId} and closed_by = ${userId} and closed_at = ${movedAt} and not exists (
          select from reports again
          where again.bot_id = closed.bot_id and again.user_id = closed.user_id and again.closed_at is null)
        order by id limit ${BATCH}))
      returning id
    ), retracted as (
      delete from notices where kind = 'report_closed' and subject in (select id::text from opened)
    )
    select count(*)::int as count from opened`;
  return opened?.count ?? 0;
}

/**
 * Finishes what moves and undos of listings have begun with their reports, in batches.
 *
 * @param which.botId only those of this listing
 * @param which.signal ends it after the batch in progress; the next call continues
 */
export async function settleReports(
  { db }: WithDatabase,
  which: { readonly botId?: string; readonly signal?: AbortSignal } = {},
): Promise<void> {
  for (const move of await findUnsettled(db.sql, which.botId)) {
    const work = () => (move.isUndone ? openReportsOf(db.sql, move) : closeMore(db, move));
    await untilDone(work, which.signal);
  }
}

interface UnsettledMove extends Move {
  readonly id: number;
  readonly isUndone: boolean;
}

/** A move that has closed reports and not all of them, or that was undone and whose reports are not all open again. */
function findUnsettled(sql: ISql, botId: string | undefined): Promise<UnsettledMove[]> {
  return sql<UnsettledMove[]>`
    select id, bot_id as "botId", user_id as "userId", moved_at as "movedAt", undone_at is not null as "isUndone"
    from listing_moves move
    where to_state in ('suspended', 'removed') and ${botId === undefined ? sql`true` : sql`bot_id = ${botId}`}
      and exists (
        select from reports
        where bot_id = move.bot_id and closed_at = move.moved_at and closed_by = move.user_id)
      and (undone_at is not null or exists (
        select from reports where bot_id = move.bot_id and closed_at is null and created_at <= move.moved_at))
    order by id`;
}

/** Its transaction and an undo of the move wait for each other. A report of after the move is another matter. */
function closeMore({ orm }: Pick<Database, 'orm'>, move: UnsettledMove): Promise<number> {
  return orm.transaction(async (orm) => {
    const [valid] = await orm
      .select({ id: listingMoves.id })
      .from(listingMoves)
      .where(and(eq(listingMoves.id, move.id), isNull(listingMoves.undoneAt)))
      .for('share');
    if (!valid) return 0;
    return closeReportsOf(
      orm,
      move,
      and(eq(reports.botId, move.botId), isNull(reports.closedAt), lte(reports.createdAt, move.movedAt)),
    );
  });
}
