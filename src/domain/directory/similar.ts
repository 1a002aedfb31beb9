import { sql } from 'drizzle-orm';
import { bots } from '../../db/tables.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { CARD_COLUMNS, type CardRow, type ListingCard } from '../listing/card.ts';
import type { Listing } from '../listing/read.ts';
import { arrayOf, hasAny } from './filter.ts';
import { mostVoted } from './most-voted.ts';

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
  const shared = sql`cardinality(array(select unnest(${bots.tags}) intersect select unnest(${arrayOf(tags)})))`;
  const best = sql`
    select id, row_number() over (order by ${shared} desc, votes desc, id desc) as place
    from (${mostVoted(hasAny(tags))}) ${bots} where id <> ${id} order by place limit ${limit}`;
  const rows = await db.orm.execute<CardRow>(sql`
    select ${sql.raw(CARD_COLUMNS)} from (${best}) as best
    join bots on bots.id = best.id join bot_stats on bot_stats.bot_id = bots.id
    order by best.place`);
  return [...rows];
}
