import type { ListingState } from '../../db/tables.ts';
import { NotFoundError } from '../kernel/errors.ts';
import { requestSignal } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { UNDOABLE_MS } from '../listing/moves.ts';
import { openReportsOf, settleReports } from './reports-of-moves.ts';

/** What a user wants to take back: their own last move of a listing, if it led to one of these states. */
interface Undo {
  readonly botId: string;
  readonly userId: string;
  readonly to: readonly ListingState[];
}

/**
 * Takes a move back: the listing has its earlier state and its earlier place in the queue, and the reports that the move
 * closed are open again. The move stays in the history, marked as undone.
 *
 * @returns false when the time is over, somebody has moved the listing since, or it would be public with an edit of since
 * @throws {NotFoundError} when there is no such listing
 */
export async function undoMove(
  { db, now }: WithDatabase & WithClock,
  { botId, userId, to }: Undo,
): Promise<boolean> {
  const at = now();
  const since = new Date(at.getTime() - UNDOABLE_MS);
  const isUndone = await db.sql.begin(async (sql) => {
    const [listing] = await sql<{ state: string; revision: number }[]>`
      select state, revision from bots where id = ${botId} for update`;
    if (!listing) throw new NotFoundError();
    const [undone] = await sql<{ moveId: string; movedAt: Date }[]>`
      with last as (
        select * from listing_moves where bot_id = ${botId} and taken_down is null order by id desc limit 1
      ), undone as (
        update listing_moves set undone_at = ${at} from last
        where listing_moves.id = last.id and last.user_id = ${userId} and last.moved_at >= ${since}
          and last.undone_at is null and last.to_state = ${listing.state}
          and last.to_state = any(${[...to]}::text[])
          -- What was written since a suspension has no reviewer.
          and (last.from_state <> 'approved' or coalesce(last.revision, ${listing.revision}) = ${listing.revision})
        returning last.id, last.from_state, last.moved_at
      ), before as (
        select max(move.moved_at) as at from listing_moves move, undone
        where move.bot_id = ${botId} and move.id < undone.id and move.to_state = undone.from_state
          and move.undone_at is null and move.taken_down is null
      )
      update bots set state = undone.from_state, revision = revision + 1,
        state_changed_at = coalesce(before.at, bots.created_at)
      from undone, before where bots.id = ${botId}
      returning undone.id::text as "moveId", undone.moved_at as "movedAt"`;
    if (!undone) return false;
    // Nobody is told of what was undone.
    await sql`delete from notices where kind = 'listing_decided' and subject = ${undone.moveId}`;
    await openReportsOf(sql, { botId, userId, movedAt: undone.movedAt });
    return true;
  });
  if (isUndone) await settleReports({ db }, { botId, signal: requestSignal() });
  return isUndone;
}
