import type { PageRange } from '../kernel/keyset-cursor.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import type { ListingCard } from '../listing/card.ts';
import { withCards } from '../listing/with-cards.ts';
import { VOTE_WINDOW_MS } from '../vote/window.ts';
import { boundsOf } from './range.ts';

/** A bot that a user has voted for, and the time of the last vote. */
export interface OwnVote {
  readonly listing: ListingCard;
  readonly votedAt: Date;
}

/**
 * Lists the public bots that a user has voted for, the newest vote first. A page costs the same for any number of
 * votes: the windows have an index by user and time.
 *
 * @param isOpen only bots that the user can vote for again, or only the others; undefined for all
 * @throws {InvalidInputError} when a cursor is not one of this list
 */
export async function listOwnVotes(
  services: WithDatabase & WithClock,
  userId: string,
  isOpen: boolean | undefined,
  range: PageRange,
): Promise<OwnVote[]> {
  const { sql } = services.db;
  const { after, before } = boundsOf(range);
  const opened = new Date(services.now().getTime() - VOTE_WINDOW_MS);
  const inState =
    isOpen === undefined
      ? sql``
      : isOpen
        ? sql`and last.voted_at <= ${opened}`
        : sql`and last.voted_at > ${opened}`;
  const order = range.inverted ? sql`` : sql`desc`;
  const votes = await sql<{ botId: string; votedAt: Date }[]>`
    select last.bot_id as "botId", last.voted_at as "votedAt" from vote_windows last
    join bots on bots.id = last.bot_id and bots.state = 'approved' and last.voted_at >= bots.owned_since
    where last.user_id = ${userId}
      and (last.voted_at, last.bot_id) < (${after.time}, ${after.id})
      and (last.voted_at, last.bot_id) > (${before.time}, ${before.id}) ${inState}
    order by last.voted_at ${order}, last.bot_id ${order} limit ${range.limit}`;
  return withCards(services, votes);
}
