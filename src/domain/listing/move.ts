import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { bots, type ListingState } from '../../db/tables.ts';
import { ConflictError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock } from '../kernel/needs.ts';
import { isSnowflake } from '../kernel/snowflake.ts';

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
 * @param services their `orm` may be that of a transaction
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when it is in none of the states to move from; its message tells the present one; or
 *   when it has another revision
 */
export async function moveListing(
  { db, now }: WithClock & { db: { orm: Pick<Database['orm'], 'execute' | 'select'> } },
  { botId, from, to, userId, reason, revision }: ListingMove,
): Promise<void> {
  if (!isSnowflake(botId)) throw new NotFoundError();
  const isAsRead = revision === undefined ? sql`` : sql`and revision = ${revision}`;
  const at = sql`${now().toISOString()}::timestamptz`;
  const { count } = await db.orm.execute(sql`
    with present as (
      select id, state from bots where id = ${botId} and state in ${from} ${isAsRead} for update
    ), moved as (
      update bots set state = ${to}, state_changed_at = ${at}, revision = revision + 1
      from present where bots.id = present.id
      returning bots.id
    )
    insert into listing_moves (bot_id, from_state, to_state, user_id, reason, moved_at)
    select id, state, ${to}::text, ${userId}::text, ${reason ?? null}::text, ${at} from present join moved using (id)`);
  if (count > 0) return;
  const [listing] = await db.orm.select({ state: bots.state }).from(bots).where(eq(bots.id, botId));
  if (!listing) throw new NotFoundError();
  if (from.includes(listing.state)) {
    throw new ConflictError('The listing was changed since you read it: read it again.');
  }
  throw new ConflictError(
    `The listing is ${listing.state} now: somebody else acted on it, or you did before.`,
  );
}
