import type { InferSelectModel } from 'drizzle-orm';
import { reports } from '../../db/tables.ts';
import { readBoundedText } from '../kernel/bounded-text.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { newId } from '../kernel/new-id.ts';
import { findPublicListing } from '../listing/read.ts';
import { isManager } from '../ownership/permissions.ts';

/** A report of a listing by a user. */
export type Report = InferSelectModel<typeof reports>;

/** What can be wrong with a listing, in the order of the form. */
export const REPORT_CATEGORIES = [
  'broken',
  'impersonation',
  'abusive',
  'malicious',
  'spam',
  'other',
] as const;
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

const TEXT_LENGTH = { min: 10, max: 1000 };

/**
 * Reports an approved listing to the moderators. A user has at most one open report per listing.
 *
 * @throws {NotFoundError} when there is no approved listing with this id
 * @throws {ForbiddenError} when the user manages the listing
 * @throws {InvalidInputError} when the text does not have 10 to 1000 characters
 * @throws {ConflictError} when the user has an open report of this listing
 */
export async function reportListing(
  services: WithDatabase & WithClock & WithRandom,
  userId: string,
  botId: string,
  { category, text }: { category: ReportCategory; text: string },
): Promise<Report> {
  if (!(await findPublicListing(services, botId))) throw new NotFoundError();
  if (await isManager(services, userId, botId)) {
    throw new ForbiddenError('report.ownListing');
  }
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
