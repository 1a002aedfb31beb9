import { asc, eq } from 'drizzle-orm';
import { type ListingState, listingMoves, users } from '../db/tables.ts';
import type { Services } from './services.ts';

/** A move of a listing from one state to another. */
export interface PastMove {
  /** Absent for the submission. */
  readonly fromState: ListingState | null;
  readonly toState: ListingState;
  readonly userId: string;
  /** Absent when the user has never signed in. */
  readonly userName: string | null;
  readonly reason: string | null;
  readonly movedAt: Date;
}

/** How a listing came into its state, oldest first. */
export function listMoves({ db }: Pick<Services, 'db'>, botId: string): Promise<PastMove[]> {
  return db.orm
    .select({
      fromState: listingMoves.fromState,
      toState: listingMoves.toState,
      userId: listingMoves.userId,
      userName: users.name,
      reason: listingMoves.reason,
      movedAt: listingMoves.movedAt,
    })
    .from(listingMoves)
    .leftJoin(users, eq(users.id, listingMoves.userId))
    .where(eq(listingMoves.botId, botId))
    .orderBy(asc(listingMoves.id));
}
