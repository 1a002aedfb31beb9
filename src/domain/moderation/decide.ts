import { and, desc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { listingMoves } from '../../db/moderation-tables.ts';
import type { ListingState } from '../../db/tables.ts';
import { REASON_LENGTH } from '../../terms/reason-length.ts';
import { requireUnblocked } from '../identity/blocks.ts';
import { ConflictError, InvalidInputError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { readOptionalText } from '../kernel/text.ts';
import { contentOf } from '../listing/content.ts';
import { moveListing } from '../listing/moves.ts';
import { addNotices } from '../notices/add.ts';
import { requireForeignListing } from '../ownership/permissions.ts';
import { endClaim, lockUnclaimed } from './claims.ts';
import { closeReportsOf } from './reports-of-moves.ts';

/**
 * The moves of each decision, and what it needs. Publishing needs the revision that the moderator has read, so that
 * nobody publishes text that was not reviewed. A rejection or suspension does not need it: otherwise an owner could
 * prevent it with repeated edits.
 */
const DECISIONS = {
  approve: { from: 'pending', to: 'approved', needsReason: false, needsRevision: true },
  reject: { from: 'pending', to: 'rejected', needsReason: true, needsRevision: false },
  suspend: { from: 'approved', to: 'suspended', needsReason: true, needsRevision: false },
  restore: { from: 'suspended', to: 'approved', needsReason: false, needsRevision: true },
} as const satisfies Record<
  string,
  { from: ListingState; to: ListingState; needsReason: boolean; needsRevision: boolean }
>;

export type Decision = keyof typeof DECISIONS;

/** Whether a moderator must have read the listing: the decision publishes it. */
export const needsReading = (decision: Decision): boolean => DECISIONS[decision].needsRevision;

/** A moderator's decision on a listing. */
export interface Judgement {
  readonly decision: Decision;
  /** The revision that the moderator has read. It is compared only to approve and to restore. */
  readonly revision: number;
  /** 10 to 500 characters, shown to the owners. Required to reject and to suspend. */
  readonly reason?: string | null | undefined;
  /** Whether a suspension also closes the open reports of the listing. */
  readonly closesReports: boolean;
}

/**
 * Applies a moderator's decision to a listing. Of two decisions at the same time, the second one is refused with a
 * conflict. The moderator's own claim ends. It closes a batch of reports, and {@link settleReports} the rest.
 *
 * @throws {InvalidInputError} when the reason is missing, too short or too long
 * @throws {ForbiddenError} when the moderator manages the listing
 * @throws {NotFoundError} when there is no such listing
 * @throws {ClaimedError} when another moderator has claimed the listing
 * @throws {ConflictError} when the listing is in another state, or would be published with a newer revision
 */
export async function moderateListing(
  services: WithDatabase & WithClock,
  moderatorId: string,
  botId: string,
  { decision, revision, closesReports, ...judgement }: Judgement,
): Promise<void> {
  const { from, to, needsReason, needsRevision } = DECISIONS[decision];
  const reason = readOptionalText('reason', judgement.reason, REASON_LENGTH, needsReason);
  if (closesReports && decision !== 'suspend') {
    throw new InvalidInputError('report.onlySuspensionCloses');
  }
  await requireForeignListing(services, moderatorId, botId);
  const at = services.now();
  await services.db.orm.transaction(async (orm) => {
    await lockUnclaimed(orm, moderatorId, botId, at);
    const move = { botId, from: [from], to, userId: moderatorId, reason };
    const moveId = await moveListing(
      { now: () => at, db: { orm } },
      needsRevision ? { ...move, revision } : move,
    );
    const notice = { kind: 'listing_decided', subject: moveId, to: 'managers' } as const;
    await addNotices(orm, { ...notice, botId, data: { state: to, reason }, at });
    if (closesReports) await closeReportsOf(orm, { botId, userId: moderatorId, movedAt: at });
    await endClaim(orm, botId);
  });
}

/**
 * Submits a rejected listing for another review. What was rejected is not reviewed again: the listing must have changed,
 * or a note says what has changed outside it, such as a bot that responds again.
 *
 * @param note 10 to 500 characters for the moderators; it may be left out or blank
 * @throws {InvalidInputError} when the note is too short or too long
 * @throws {NotFoundError} when there is no such listing
 * @throws {BlockedError} when a moderator has blocked the user from submitting
 * @throws {ConflictError} when the listing is in another state, or is as it was rejected and there is no note
 */
export async function resubmitListing(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  userId: string,
  note?: string | null,
): Promise<void> {
  const reason = readOptionalText('note', note, REASON_LENGTH, false);
  await requireUnblocked({ sql: db.sql, now }, userId, 'submit');
  await db.orm.transaction(async (orm) => {
    await moveListing({ now, db: { orm } }, { botId, from: ['rejected'], to: 'pending', userId, reason });
    if (reason === undefined) await refuseUnchanged(orm, botId);
  });
}

/** What was edited and edited back is unchanged. */
async function refuseUnchanged(orm: Transaction, botId: string): Promise<void> {
  const [rejection] = await orm
    .select({ isUnchanged: sql<boolean>`${listingMoves.content} = ${contentOf(botId)}` })
    .from(listingMoves)
    .where(and(eq(listingMoves.botId, botId), eq(listingMoves.toState, 'rejected')))
    .orderBy(desc(listingMoves.id))
    .limit(1);
  if (rejection?.isUnchanged) throw new ConflictError('listing.rejectedSo');
}
