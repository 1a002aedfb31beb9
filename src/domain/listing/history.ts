import { and, asc, eq, sql } from 'drizzle-orm';
import { type ListingState, listingMoves, users } from '../../db/tables.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** A move of a listing from one state to another. */
export interface PastMove {
  /** Absent for the submission; a take-over is one to those who manage the listing now. */
  readonly fromState: ListingState | null;
  readonly toState: ListingState;
  readonly userId: string;
  /** Absent when the user has never signed in. */
  readonly userName: string | null;
  readonly reason: string | null;
  readonly movedAt: Date;
  /** True for moves before the current owner took the listing over. Only moderators see them. */
  readonly isBeforeTakeOver: boolean;
  /** Of a take-over: the votes that the listing had until then. */
  readonly votesBefore: number | null;
}

/**
 * How a listing came into its state, oldest first.
 *
 * @param withEarlier whether what was before a take-over is there as well, which is for moderators to see
 */
export function listMoves({ db }: WithDatabase, botId: string, withEarlier = false): Promise<PastMove[]> {
  // Ids and not times: they are given out while the listing is locked, and clocks of several processes differ.
  const lastTakeOver = sql`coalesce((
    select max(id) from listing_moves where bot_id = ${botId} and votes_before is not null), 0)`;
  const { fromState, votesBefore } = listingMoves;
  return db.orm
    .select({
      fromState: withEarlier
        ? fromState
        : sql<ListingState | null>`case when ${votesBefore} is null then ${fromState} end`,
      toState: listingMoves.toState,
      userId: listingMoves.userId,
      userName: users.name,
      reason: listingMoves.reason,
      movedAt: listingMoves.movedAt,
      isBeforeTakeOver: sql<boolean>`${listingMoves.id} < ${lastTakeOver}`,
      votesBefore: withEarlier ? votesBefore : sql<null>`null`,
    })
    .from(listingMoves)
    .leftJoin(users, eq(users.id, listingMoves.userId))
    .where(
      and(
        eq(listingMoves.botId, botId),
        withEarlier ? undefined : sql`${listingMoves.id} >= ${lastTakeOver}`,
      ),
    )
    .orderBy(asc(listingMoves.id));
}
