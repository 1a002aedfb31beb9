import { and, desc, eq, isNull } from 'drizzle-orm';
import { bots, type ListingState, listingMoves } from '../../db/tables.ts';
import { removeWebhook } from '../delivery/webhook.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { readBoundedText } from '../kernel/text.ts';
import { dropOpen } from '../listing/edits.ts';
import { moveListing } from '../listing/moves.ts';
import { removeAllScreenshots } from '../listing/screenshots.ts';
import type { Transaction } from '../listing/submit.ts';
import { requireForeignListing } from '../ownership/permissions.ts';
import { endClaim, lockUnclaimed, UNDOABLE_MS } from './claims.ts';
import { closeAllReports } from './reports.ts';

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

/** Of a reason that owners read. */
export const REASON_LENGTH = { min: 10, max: 500 };

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
 * conflict. The moderator's own claim ends.
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
  const reason = readReason(judgement.reason, needsReason);
  if (closesReports && decision !== 'suspend') {
    throw new InvalidInputError('report.onlySuspensionCloses');
  }
  await requireForeignListing(services, moderatorId, botId);
  // An undone decision finds the reports that it closed by their time.
  const at = services.now();
  await services.db.orm.transaction(async (orm) => {
    await lockUnclaimed(orm, moderatorId, botId, at);
    const move = { botId, from: [from], to, userId: moderatorId, reason };
    await moveListing({ now: () => at, db: { orm } }, needsRevision ? { ...move, revision } : move);
    if (closesReports) await closeAllReports(orm, moderatorId, botId, at);
    await endClaim(orm, botId);
  });
}

function readReason(reason: Judgement['reason'], isNeeded: boolean): string | undefined {
  const isGiven = Boolean(reason?.trim());
  return isNeeded || isGiven ? readBoundedText('reason', reason ?? '', REASON_LENGTH) : undefined;
}

/**
 * Takes back the moderator's own last decision on a listing, within ten seconds: its state, its place in the queue
 * and the reports that the decision closed are as before. The history keeps the decision for moderators, marked as
 * undone.
 *
 * @throws {ForbiddenError} when the moderator manages the listing
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when the ten seconds are over, or when somebody has moved the listing since
 */
export async function undoDecision(
  services: WithDatabase & WithClock,
  moderatorId: string,
  botId: string,
): Promise<void> {
  await requireForeignListing(services, moderatorId, botId);
  const now = services.now();
  const since = new Date(now.getTime() - UNDOABLE_MS);
  await services.db.sql.begin(async (sql) => {
    const [listing] = await sql<{ state: string }[]>`select state from bots where id = ${botId} for update`;
    if (!listing) throw new NotFoundError();
    const [undone] = await sql<{ movedAt: Date }[]>`
      with last as (
        select * from listing_moves where bot_id = ${botId} and taken_down is null order by id desc limit 1
      ), undone as (
        update listing_moves set undone_at = ${now} from last
        where listing_moves.id = last.id and last.user_id = ${moderatorId} and last.moved_at >= ${since}
          and last.undone_at is null and last.to_state = ${listing.state}
          and last.to_state in ('approved', 'rejected', 'suspended')
        returning last.id, last.from_state, last.moved_at
      ), before as (
        select max(move.moved_at) as at from listing_moves move, undone
        where move.bot_id = ${botId} and move.id < undone.id and move.to_state = undone.from_state
          and move.undone_at is null and move.taken_down is null
      )
      update bots set state = undone.from_state, revision = revision + 1,
        state_changed_at = coalesce(before.at, bots.created_at)
      from undone, before where bots.id = ${botId}
      returning undone.moved_at as "movedAt"`;
    if (!undone) throw new ConflictError('decision.final');
    await sql`
      update reports set closed_at = null, closed_by = null, outcome = null
      where bot_id = ${botId} and closed_by = ${moderatorId} and closed_at = ${undone.movedAt}`;
  });
}

type Dependencies = WithDatabase & WithClock;

/**
 * Submits a rejected listing for another review. What was rejected is not reviewed again: something must have changed.
 *
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when the listing is in another state, or nobody has edited it since the rejection
 */
export async function resubmitListing(
  { db, now }: Dependencies,
  botId: string,
  userId: string,
): Promise<void> {
  await db.orm.transaction(async (orm) => {
    await refuseUnchanged(orm, botId);
    await moveListing({ now, db: { orm } }, { botId, from: ['rejected'], to: 'pending', userId });
  });
}

/** Edits, translations and pictures raise the revision. It is compared while the listing is locked. */
async function refuseUnchanged(orm: Transaction, botId: string): Promise<void> {
  const [listing] = await orm
    .select({ revision: bots.revision })
    .from(bots)
    .where(and(eq(bots.id, botId), eq(bots.state, 'rejected')))
    .for('update');
  const [rejection] = await orm
    .select({ revision: listingMoves.revision })
    .from(listingMoves)
    .where(
      and(eq(listingMoves.botId, botId), eq(listingMoves.toState, 'rejected'), isNull(listingMoves.undoneAt)),
    )
    .orderBy(desc(listingMoves.id))
    .limit(1);
  if (listing && listing.revision === rejection?.revision) throw new ConflictError('listing.unchanged');
}

/**
 * Removes a listing for good. Its token and webhook stop working, its screenshots are deleted, and its open reports
 * are closed. The bot can be
 * submitted again.
 *
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when it is already removed
 */
export async function removeListing({ db, now }: Dependencies, botId: string, userId: string): Promise<void> {
  const from = ['pending', 'approved', 'rejected', 'suspended'] as const;
  await db.orm.transaction(async (orm) => {
    await moveListing({ now, db: { orm } }, { botId, from, to: 'removed', userId });
    await removeWebhook({ now, db: { orm } }, botId);
    await removeAllScreenshots(orm, botId);
    await dropOpen(orm, botId);
    await closeAllReports(orm, userId, botId, now());
  });
}
