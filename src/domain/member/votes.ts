import { type PageRange, pageOf, timeAndId } from '../kernel/keyset-cursor.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { VOTE_WINDOW_MS } from '../kernel/vote-window.ts';
import { type ListingCard, listCards, withCards } from '../listing/card.ts';

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
  const opened = new Date(services.now().getTime() - VOTE_WINDOW_MS);
  const inState =
    isOpen === undefined
      ? sql``
      : isOpen
        ? sql`and last.voted_at <= ${opened}`
        : sql`and last.voted_at > ${opened}`;
  const votes = await sql<{ botId: string; votedAt: Date }[]>`
    select last.bot_id as "botId", last.voted_at as "votedAt" from vote_windows last
    join bots on bots.id = last.bot_id and bots.state = 'approved' and last.voted_at >= bots.owned_since
    where last.user_id = ${userId} ${inState}
      ${pageOf(sql, [sql`last.voted_at`, sql`last.bot_id`], range, timeAndId(sql))}`;
  return withCards(services, votes);
}

/** The bots of each source that are considered. So the statement reads a bounded number of rows. */
const CANDIDATES = 40;

/**
 * Suggests bots that a user can vote for now: favourites first, then bots that the user has voted for before, then
 * bots that trend.
 *
 * @param except the id of a bot that is not suggested
 * @param limit the maximum number of bots
 */
export async function suggestVotes(
  services: WithDatabase & WithClock,
  userId: string,
  except: string,
  limit: number,
): Promise<ListingCard[]> {
  const opened = new Date(services.now().getTime() - VOTE_WINDOW_MS);
  const rows = await services.db.sql<{ id: string }[]>`
    with candidate as (
      (select bot_id, 0 as source, row_number() over (order by created_at desc, bot_id) as place
        from favourites where user_id = ${userId} order by created_at desc limit ${CANDIDATES})
      union all
      (select bot_id, 1, row_number() over (order by voted_at desc, bot_id)
        from vote_windows where user_id = ${userId} and voted_at <= ${opened} order by voted_at desc limit ${CANDIDATES})
      union all
      (select bot_id, 2, row_number() over (order by trend desc, bot_id desc)
        from bot_stats order by trend desc, bot_id desc limit ${CANDIDATES})
    )
    select bots.id from candidate
    join bots on bots.id = candidate.bot_id and bots.state = 'approved'
    left join vote_windows last
      on last.bot_id = bots.id and last.user_id = ${userId} and last.voted_at >= bots.owned_since
    where bots.id <> ${except} and (last.voted_at is null or last.voted_at <= ${opened})
    group by bots.id order by min(source * 1000 + place), bots.id limit ${limit}`;
  return listCards(
    services,
    rows.map(({ id }) => id),
  );
}
