import type { InferSelectModel } from 'drizzle-orm';
import { reports } from '../../db/tables.ts';
import { readBoundedText } from '../kernel/bounded-text.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { newId } from '../kernel/new-id.ts';
import { isManager } from '../listing/permissions.ts';
import { findPublicListing } from '../listing/read.ts';

export type Report = InferSelectModel<typeof reports>;

/** What can be wrong with a listing. */
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
 * Tells the moderators what is wrong with an approved listing. A user has one open report per listing: when it is
 * closed, they can report again.
 *
 * @throws {NotFoundError} when there is no approved listing with this id
 * @throws {ForbiddenError} when it is the user's own, which they can mend or remove
 * @throws {InvalidInputError} when the text has not 10 to 1000 characters
 * @throws {ConflictError} when the user's last report of it is still open
 */
export async function reportListing(
  services: WithDatabase & WithClock & WithRandom,
  userId: string,
  botId: string,
  { category, text }: { category: ReportCategory; text: string },
): Promise<Report> {
  if (!(await findPublicListing(services, botId))) throw new NotFoundError();
  if (await isManager(services, userId, botId)) {
    throw new ForbiddenError('You cannot report a listing of your own.');
  }
  const createdAt = services.now();
  const [report] = await services.db.orm
    .insert(reports)
    .values({
      id: newId(services, createdAt),
      botId,
      userId,
      category,
      text: readBoundedText('The description of what happened', text, TEXT_LENGTH),
      createdAt,
    })
    .onConflictDoNothing()
    .returning();
  if (!report)
    throw new ConflictError('You have reported this bot already, and a moderator will look at it.');
  return report;
}
