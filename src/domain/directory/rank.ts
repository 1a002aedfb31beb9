import { gathered, ofEach } from '../kernel/batch.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** Later places are not counted, so that the statement reads a bounded number of rows. */
export const LAST_RANK = 1000;

/**
 * Finds the place of a public bot in the directory when it is ordered by votes, from 1.
 *
 * @returns null after place {@link LAST_RANK}, and for a bot that is not public
 */
export const findRank = gathered(async ({ db }: WithDatabase, botIds: readonly string[]) => {
  const rows = await db.sql<{ botId: string; before: number }[]>`
    select mine.bot_id as "botId", ahead.count as before
    from unnest((select ${[...botIds]}::text[])) as wanted(id)
    join bot_stats mine on mine.bot_id = wanted.id
    join bots on bots.id = wanted.id and bots.state = 'approved'
    cross join lateral (
      select count(*)::int from (
        select from bot_stats other join bots on bots.id = other.bot_id and bots.state = 'approved'
        where (other.listed_vote_count, other.bot_id) > (mine.listed_vote_count, mine.bot_id)
        order by other.listed_vote_count desc, other.bot_id desc limit ${LAST_RANK}
      ) one
    ) ahead(count)`;
  return ofEach(botIds, rows).map(([own]) => (own && own.before < LAST_RANK ? own.before + 1 : null));
});
