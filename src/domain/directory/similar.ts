import type { WithDatabase } from '../kernel/needs.ts';
import { CARD_COLUMNS, type ListingCard } from '../listing/card.ts';
import type { Listing } from '../listing/read.ts';
import { arrayOf, hasAny } from './filter.ts';
import { mostVoted } from './most-voted.ts';
import { runSearch } from './statement.ts';

/**
 * Lists approved listings that share tags with a listing: those with the most shared tags first, then by votes. Only
 * the most-voted listings are compared, so the cost does not grow with the directory.
 *
 * @param limit the maximum number of listings
 */
export async function listSimilar(
  { db }: WithDatabase,
  { id, tags }: Pick<Listing, 'id' | 'tags'>,
  limit: number,
): Promise<ListingCard[]> {
  if (tags.length === 0) return [];
  const rows = await runSearch<ListingCard>(
    db,
    (place) => `
      select ${CARD_COLUMNS} from (
        select id, row_number() over (
          order by cardinality(array(select unnest(bots.tags) intersect select unnest(${arrayOf(place, tags)}))) desc,
            votes desc, id desc
        ) as place
        from (${mostVoted(hasAny(place, tags))}) bots where id <> ${place(id)} order by place limit ${place(limit)}
      ) as best join bots on bots.id = best.id join bot_stats on bot_stats.bot_id = bots.id
      order by best.place`,
  );
  return [...rows];
}
