import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { listingMoves, type TakenDown } from '../../db/moderation-tables.ts';
import { bots, type ListingState, users } from '../../db/tables.ts';
import { gathered, isOneOf, ofEach } from '../kernel/batch.ts';
import { ConflictError, NotFoundError } from '../kernel/errors.ts';
import { isSnowflake } from '../kernel/ids.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { contentOf } from './content.ts';

/** A change of a listing's state. */
export interface ListingMove {
  readonly botId: string;
  /** Allowed states before the move. */
  readonly from: readonly ListingState[];
  readonly to: ListingState;
  /** The user who moves the listing. */
  readonly userId: string;
  readonly reason?: string | undefined;
  /** The revision that the decision is based on. If it is set, the listing must still have it. */
  readonly revision?: number | undefined;
}

/**
 * Moves a listing to another state and records user, time and reason, in one statement. Of several concurrent moves
 * from one state only the first succeeds. The caller checks the rights of the user.
 *
 * @param services `db.orm` may be a transaction
 * @returns the id of the move
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when the listing is in another state or has another revision
 */
export async function moveListing(
  { db, now }: WithClock & { db: { orm: Pick<Database['orm'], 'execute' | 'select'> } },
  { botId, from, to, userId, reason, revision }: ListingMove,
): Promise<string> {
  if (!isSnowflake(botId)) throw new NotFoundError();
  const isAsRead = revision === undefined ? sql`` : sql`and revision = ${revision}`;
  const at = sql`${now().toISOString()}::timestamptz`;
  const [move] = await db.orm.execute<{ id: string }>(sql`
    with present as (
      select id, state from bots where id = ${botId} and state in ${from} ${isAsRead} for update
    ), moved as (
      update bots set state = ${to}, state_changed_at = ${at}, revision = revision + 1
      from present where bots.id = present.id
      returning bots.id
    )
    insert into listing_moves (bot_id, from_state, to_state, user_id, reason, moved_at, content)
    select id, state, ${to}::text, ${userId}::text, ${reason ?? null}::text, ${at},
      ${to === 'rejected' ? contentOf(botId) : null}::text
    from present join moved using (id)
    returning id::text`);
  if (move) return move.id;
  const [listing] = await db.orm.select({ state: bots.state }).from(bots).where(eq(bots.id, botId));
  if (!listing) throw new NotFoundError();
  if (from.includes(listing.state)) {
    throw new ConflictError('listing.changed');
  }
  throw new ConflictError('listing.otherState', { state: listing.state });
}

/** A past change of a listing's state, or a picture of it that a moderator took down. */
export interface PastMove {
  /** Null for a submission. For the current managers, a take-over is also a submission. */
  readonly fromState: ListingState | null;
  readonly toState: ListingState;
  readonly userId: string;
  /** Null when the user has never signed in. */
  readonly userName: string | null;
  readonly reason: string | null;
  readonly movedAt: Date;
  /** True for moves before the current owner took the listing over. Only moderators see them. */
  readonly isBeforeTakeOver: boolean;
  /** For a take-over: the number of votes before it. */
  readonly votesBefore: number | null;
  /** The picture that a moderator took down, while the state stayed the same. Null for a change of the state. */
  readonly takenDown: TakenDown | null;
}

const movesOf = gathered(
  async ({ db }: WithDatabase, keys: readonly { botId: string; withEarlier: boolean }[]) => {
    const { id, botId, votesBefore } = listingMoves;
    const botIds = keys.map((key) => key.botId);
    // Ids are compared, not times: ids are assigned while the listing is locked, and the clocks of processes differ.
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
          takenDown: listingMoves.takenDown,
        },
      })
      .from(listingMoves)
      .leftJoin(users, eq(users.id, listingMoves.userId))
      .where(isOneOf(botId, botIds))
      .orderBy(asc(id));
    return ofEach(botIds, rows).map((found, index): PastMove[] => {
      const moves = found.map(({ move }) => move);
      return keys[index]?.withEarlier ? moves : sinceTakeOver(moves);
    });
  },
);

/** To the current managers, the last take-over looks like any submission. */
function sinceTakeOver(moves: readonly PastMove[]): PastMove[] {
  return moves
    .filter(({ isBeforeTakeOver }) => !isBeforeTakeOver)
    .map((move) => (move.votesBefore === null ? move : { ...move, fromState: null, votesBefore: null }));
}

/**
 * Lists the moves of a listing, oldest first.
 *
 * @param withEarlier whether to include moves before the last take-over; only moderators may see them
 */
export function listMoves(services: WithDatabase, botId: string, withEarlier = false): Promise<PastMove[]> {
  return movesOf(services, { botId, withEarlier });
}
