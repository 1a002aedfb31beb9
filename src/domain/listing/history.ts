import { asc, eq, inArray, sql } from 'drizzle-orm';
import { type ListingState, listingMoves, users } from '../../db/tables.ts';
import { gathered } from '../kernel/batch.ts';
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

const movesOf = gathered(
  async ({ db }: WithDatabase, keys: readonly { botId: string; withEarlier: boolean }[]) => {
    const { id, botId, votesBefore } = listingMoves;
    // Ids and not times: they are given out while the listing is locked, and clocks of several processes differ.
    const lastTakeOver = sql`max(${id}) filter (where ${votesBefore} is not null) over (partition by ${botId})`;
    const rows = await db.orm
      .select({
        botId,
        move: {
          fromState: listingMoves.fromState,
          toState: listingMoves.toState,
          userId: listingMoves.userId,
          userName: users.name,
          reason: listingMoves.reason,
          movedAt: listingMoves.movedAt,
          isBeforeTakeOver: sql<boolean>`${id} < coalesce(${lastTakeOver}, 0)`,
          votesBefore,
        },
      })
      .from(listingMoves)
      .leftJoin(users, eq(users.id, listingMoves.userId))
      .where(
        inArray(
          botId,
          keys.map((key) => key.botId),
        ),
      )
      .orderBy(asc(id));
    const ofBots = Map.groupBy(rows, (row) => row.botId);
    return keys.map((key): PastMove[] => {
      const moves = ofBots.get(key.botId)?.map(({ move }) => move) ?? [];
      return key.withEarlier ? moves : sinceTakeOver(moves);
    });
  },
);

/** For those who manage the listing now, its last take-over is a submission like any other. */
function sinceTakeOver(moves: readonly PastMove[]): PastMove[] {
  return moves
    .filter(({ isBeforeTakeOver }) => !isBeforeTakeOver)
    .map((move) => (move.votesBefore === null ? move : { ...move, fromState: null, votesBefore: null }));
}

/**
 * How a listing came into its state, oldest first.
 *
 * @param withEarlier whether what was before a take-over is there as well, which is for moderators to see
 */
export function listMoves(services: WithDatabase, botId: string, withEarlier = false): Promise<PastMove[]> {
  return movesOf(services, { botId, withEarlier });
}
