import { and, asc, eq, type InferSelectModel, inArray, isNull } from 'drizzle-orm';
import { type ReportOutcome, reports } from '../../db/moderation-tables.ts';
import { requireUnblocked } from '../identity/blocks.ts';
import { eachId, gathered, ofEach, theId } from '../kernel/batch.ts';
import { ConflictError, ForbiddenError, InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import { isId, newId } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { readBoundedText } from '../kernel/text.ts';
import { findPublicListing } from '../listing/read.ts';
import { isOnTeam, requireForeignListing } from '../ownership/permissions.ts';
import { lockUnclaimed } from './claims.ts';
import { tellReporters } from './reports-of-moves.ts';

/** A report of a listing by a user. */
export type Report = InferSelectModel<typeof reports>;

/** What can be wrong with a listing. */
export type ReportCategory = 'broken' | 'impersonation' | 'abusive' | 'malicious' | 'spam' | 'other';

const TEXT_LENGTH = { min: 10, max: 1000 };
/** The most reports of a user that no moderator has closed yet. */
export const MAX_OPEN_REPORTS = 100;

/**
 * Reports an approved listing to the moderators. A user has at most one open report per listing.
 *
 * @throws {NotFoundError} when there is no approved listing with this id
 * @throws {ForbiddenError} when the user manages the listing
 * @throws {InvalidInputError} when the text does not have 10 to 1000 characters
 * @throws {BlockedError} when a moderator has blocked the user from reporting
 * @throws {ConflictError} when the user has an open report of this listing
 */
export async function reportListing(
  services: WithDatabase & WithClock & WithRandom,
  userId: string,
  botId: string,
  { category, text }: { category: ReportCategory; text: string },
): Promise<Report> {
  if (!(await findPublicListing(services, botId))) throw new NotFoundError();
  await requireUnblocked({ sql: services.db.sql, now: services.now }, userId, 'report');
  if (await isOnTeam(services, userId, botId)) {
    throw new ForbiddenError('report.ownListing');
  }
  const [{ open } = { open: 0 }] = await services.db.sql<{ open: number }[]>`
    select count(*)::int as open from reports where user_id = ${userId} and closed_at is null`;
  if (open >= MAX_OPEN_REPORTS) throw new ConflictError('reports.tooMany', { max: MAX_OPEN_REPORTS });
  const createdAt = services.now();
  const [report] = await services.db.orm
    .insert(reports)
    .values({
      id: newId(services, createdAt),
      botId,
      userId,
      category,
      text: readBoundedText('reportText', text, TEXT_LENGTH),
      createdAt,
    })
    .onConflictDoNothing()
    .returning();
  if (!report) throw new ConflictError('report.already');
  return report;
}

/** Whether the user has an open report of the listing. */
export async function hasOpenReport({ db }: WithDatabase, userId: string, botId: string): Promise<boolean> {
  const rows = await db.orm
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.botId, botId), eq(reports.userId, userId), isNull(reports.closedAt)))
    .limit(1);
  return rows.length > 0;
}

const MAX_REPORTS = 100;

const openReportsOf = gathered(
  async ({ db }: WithDatabase, keys: readonly { botId: string; limit: number }[]) => {
    const open = db.orm
      .select()
      .from(reports)
      .where(and(eq(reports.botId, theId), isNull(reports.closedAt)))
      .orderBy(asc(reports.createdAt), asc(reports.id))
      .limit(Math.max(...keys.map(({ limit }) => limit)))
      .as('open');
    const botIds = keys.map(({ botId }) => botId);
    const rows = await db.orm.select().from(eachId(botIds)).crossJoinLateral(open);
    const found = rows.map((row): Report => row.open);
    return ofEach(botIds, found).map((reports, index) => reports.slice(0, keys[index]?.limit));
  },
);

/**
 * Lists the open reports of a listing, oldest first.
 *
 * @param limit the maximum number of reports
 * @throws {ForbiddenError} when the moderator manages the listing: owners must not see who reported it
 */
export async function listOpenReports(
  services: WithDatabase,
  moderatorId: string,
  botId: string,
  limit: number,
): Promise<Report[]> {
  await requireForeignListing(services, moderatorId, botId);
  return openReportsOf(services, { botId, limit });
}

/**
 * Closes the reports that a moderator has read: all of them, or none if one is already closed.
 *
 * @param reportIds 1 to 100 reports of this listing
 * @returns the number of closed reports
 * @throws {InvalidInputError} when there are too few or too many ids
 * @throws {ForbiddenError} when the moderator manages the listing
 * @throws {ClaimedError} when another moderator has claimed the listing
 * @throws {NotFoundError} when the listing has no such report
 * @throws {ConflictError} when a report is already closed
 */
export async function closeReports(
  services: WithDatabase & WithClock,
  moderatorId: string,
  botId: string,
  reportIds: readonly string[],
  outcome: ReportOutcome,
): Promise<number> {
  const ids = readIds(reportIds);
  await requireForeignListing(services, moderatorId, botId);
  const those = and(eq(reports.botId, botId), inArray(reports.id, ids));
  const at = services.now();
  await services.db.orm.transaction(async (transaction) => {
    await lockUnclaimed(transaction, moderatorId, botId, at);
    const closed = await transaction
      .update(reports)
      .set({ closedAt: at, closedBy: moderatorId, outcome })
      .where(and(those, isNull(reports.closedAt)))
      .returning({ id: reports.id, userId: reports.userId });
    if (closed.length === ids.length) {
      if (outcome === 'acted') await tellReporters(transaction, botId, closed, at);
      return;
    }
    const known = await transaction.select({ id: reports.id }).from(reports).where(those);
    if (known.length < ids.length) throw new NotFoundError('report.notFound');
    throw new ConflictError('report.closed');
  });
  return ids.length;
}

/**
 * @throws {InvalidInputError} when there are too few or too many ids
 * @throws {NotFoundError} when one is no id of a report
 */
function readIds(reportIds: readonly string[]): string[] {
  const ids = [...new Set(reportIds)];
  if (ids.length === 0 || ids.length > MAX_REPORTS) {
    throw new InvalidInputError('report.ids', { min: 1, max: MAX_REPORTS });
  }
  if (!ids.every(isId)) throw new NotFoundError('report.notFound');
  return ids;
}
