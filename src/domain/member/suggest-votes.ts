import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { type ListingCard, listCards } from '../listing/card.ts';
import { VOTE_WINDOW_MS } from '../vote/window.ts';

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
