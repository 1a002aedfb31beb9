import type { ISql } from 'postgres';
import type { ListingState } from '../db/tables.ts';
import { ConflictError, NotFoundError } from './errors.ts';
import type { Services } from './services.ts';
import { isSnowflake } from './snowflake.ts';

export interface ListingMove {
  readonly botId: string;
  /** The states that it may be in before; in any other it stays. */
  readonly from: readonly ListingState[];
  readonly to: ListingState;
  /** Who moves it. */
  readonly userId: string;
  readonly reason?: string | undefined;
  /** What was read before it was decided to move it: any other revision stays. */
  readonly revision?: number | undefined;
}

/**
 * Moves a listing to another state and writes down who did it, when and why, in one statement: of several who act on
 * the same state, one does. Whether the user may is the caller's question.
 *
 * @param services `db.sql` may be a transaction that holds more than the move
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when it is in none of the states to move from, and its message tells the present one; or when it has
 *   another revision
 */
export async function moveListing(
  { db, now }: Pick<Services, 'now'> & { readonly db: { readonly sql: ISql } },
  { botId, from, to, userId, reason, revision }: ListingMove,
): Promise<void> {
  if (!isSnowflake(botId)) throw new NotFoundError();
  const at = now();
  const { count } = await db.sql`
    with present as (
      select id, state from bots where id = ${botId} and state = any(${[...from]})
        and (${revision ?? null}::int is null or revision = ${revision ?? null}::int)
      for update
    ), moved as (
      update bots set state = ${to}, state_changed_at = ${at}, revision = revision + 1
      from present where bots.id = present.id
      returning bots.id
    )
    insert into listing_moves (bot_id, from_state, to_state, user_id, reason, moved_at)
    select id, state, ${to}, ${userId}, ${reason ?? null}, ${at} from present join moved using (id)`;
  if (count > 0) return;
  const [listing] = await db.sql<{ state: ListingState }[]>`select state from bots where id = ${botId}`;
  if (!listing) throw new NotFoundError();
  if (from.includes(listing.state)) {
    throw new ConflictError('The listing was changed since you read it: read it again.');
  }
  throw new ConflictError(
    `The listing is ${listing.state} now: somebody else acted on it, or you did before.`,
  );
}
