import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { ISql } from 'postgres';
import type { Database } from '../../db/client.ts';
import { reports } from '../../db/moderation-tables.ts';
import { BATCH, beginInRequest, FIRST_ROWS, untilDone } from '../kernel/in-batches.ts';
import type { WithDatabase, WithFaultLog } from '../kernel/needs.ts';
import { addNoticeToEach } from '../notices/add.ts';

/** Each report has a notice of its own, which takes longer than the report. So a batch is smaller than others. */
const MOST = BATCH / 10;

/**
 * A move of a listing closes its open reports. A listing may have any number of them: the transaction of the move closes
 * some, and {@link settleReports} the rest. The time of the move marks the reports that it has closed.
 */
interface Move {
  readonly botId: string;
  readonly userId: string;
  readonly movedAt: Date;
}

/**
 * Closes some of the open reports of a listing, because it was taken down.
 *
 * @param orm the transaction of the move, or a later one
 * @returns how many it closed
 */
export async function closeReportsOf(
  orm: Pick<Database['orm'], 'execute' | 'select' | 'update'>,
  { botId, userId, movedAt }: Move,
  size = FIRST_ROWS,
  isOfMove = and(eq(reports.botId, botId), isNull(reports.closedAt)),
): Promise<number> {
  // An array is read once. A plan with a join reads it again for each report, when statistics are old.
  const batch = orm.select({ id: reports.id }).from(reports).where(isOfMove).orderBy(reports.id).limit(size);
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
 * Finishes what moves of listings have begun with their reports, in batches.
 *
 * @param which.botIds only those of these listings
 * @param which.signal ends it after the batch in progress; the next call continues
 */
export async function settleReports(
  { db }: WithDatabase,
  which: { readonly botIds?: readonly string[]; readonly signal?: AbortSignal } = {},
): Promise<void> {
  for (const move of await findUnsettled(db.sql, which.botIds)) {
    // A report of after the move is another matter.
    const isOfMove = and(
      eq(reports.botId, move.botId),
      isNull(reports.closedAt),
      lte(reports.createdAt, move.movedAt),
    );
    const closeBatch = (size: number) =>
      db.orm.transaction((orm) => closeReportsOf(orm, move, size, isOfMove));
    await untilDone(closeBatch, which.signal, MOST);
  }
}

/** Begins {@link settleReports} in the request whose move is committed. */
export const settleSoon = (services: WithDatabase & WithFaultLog, botIds: readonly string[]): Promise<void> =>
  beginInRequest(services, 'settleReports', (signal) => settleReports(services, { botIds, signal }));

/**
 * Moves that have closed reports, but not all of them. They are looked for from the open reports, of which there are few,
 * and not from the moves of all time.
 */
function findUnsettled(sql: ISql, botIds: readonly string[] | undefined): Promise<Move[]> {
  return sql<Move[]>`
    with open as materialized (
      select bot_id, min(created_at) as since from reports
      where closed_at is null and ${botIds ? sql`bot_id = any(${[...botIds]})` : sql`true`}
      group by bot_id)
    select move.bot_id as "botId", user_id as "userId", moved_at as "movedAt"
    from open join listing_moves move on move.bot_id = open.bot_id and moved_at >= since
    where to_state in ('suspended', 'removed') and exists (
      select from reports where bot_id = move.bot_id and closed_at = moved_at and closed_by = move.user_id)
    order by move.id`;
}
