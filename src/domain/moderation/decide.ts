import type { ListingState } from '../../db/tables.ts';
import { readBoundedText } from '../kernel/bounded-text.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { moveListing } from '../listing/move.ts';
import { requireForeignListing } from '../listing/permissions.ts';
import { closeAllReports } from './close-reports.ts';

/** What moderators decide: from which state to which, whether the owner is owed a reason, and whether
 * it goes by what was read. What makes a listing public does; what takes it down does not, or its owner could edit it
 * again and again to stay. */
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

const REASON_LENGTH = { min: 10, max: 500 };

export interface Judgement {
  readonly decision: Decision;
  /** Of the listing as the moderator read it; counts only to approve and to restore. */
  readonly revision: number;
  /** 10 to 500 characters, which the owners read; needed to reject and to suspend. */
  readonly reason?: string | null | undefined;
  /** A suspension may close the listing's open reports: they were acted upon. */
  readonly closesReports: boolean;
}

/**
 * Moves a listing as a moderator decides. Of two who decide at once, the second is told what the first made of it.
 *
 * @throws {InvalidInputError} when the reason is missing, too short or too long
 * @throws {ForbiddenError} when the listing is the moderator's own
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when it is in another state by now, or is to become public and was edited since the
 *   moderator read it
 */
export async function moderateListing(
  services: WithDatabase & WithClock,
  moderatorId: string,
  botId: string,
  { decision, revision, closesReports, ...judgement }: Judgement,
): Promise<void> {
  const { from, to, needsReason, needsRevision } = DECISIONS[decision];
  const reason = readReason(judgement.reason, needsReason);
  if (closesReports && decision !== 'suspend') {
    throw new InvalidInputError('Only a suspension closes the reports of a listing.');
  }
  await requireForeignListing(services, moderatorId, botId);
  const { now } = services;
  await services.db.orm.transaction(async (orm) => {
    const move = { botId, from: [from], to, userId: moderatorId, reason };
    await moveListing({ now, db: { orm } }, needsRevision ? { ...move, revision } : move);
    if (closesReports) await closeAllReports(orm, moderatorId, botId, now());
  });
}

function readReason(reason: Judgement['reason'], isNeeded: boolean): string | undefined {
  const isGiven = Boolean(reason?.trim());
  return isNeeded || isGiven ? readBoundedText('The reason', reason ?? '', REASON_LENGTH) : undefined;
}
