import { ConflictError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { requireForeignListing } from '../ownership/permissions.ts';

/** How long moderators can undo a decision. */
export const UNDO_MS = 10_000;
/** The last click comes late over a slow network. */
const GRACE_MS = 5000;
/** How long an undo is accepted. */
export const UNDOABLE_MS = UNDO_MS + GRACE_MS;

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
        select * from listing_moves where bot_id = ${botId} order by id desc limit 1
      ), undone as (
        update listing_moves set undone_at = ${now} from last
        where listing_moves.id = last.id and last.user_id = ${moderatorId} and last.moved_at >= ${since}
          and last.undone_at is null and last.to_state = ${listing.state}
          and last.to_state in ('approved', 'rejected', 'suspended')
        returning last.id, last.from_state, last.moved_at
      ), before as (
        select max(move.moved_at) as at from listing_moves move, undone
        where move.bot_id = ${botId} and move.id < undone.id and move.to_state = undone.from_state
          and move.undone_at is null
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
