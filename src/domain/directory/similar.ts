import { eq, sql } from 'drizzle-orm';
import { botStats, bots } from '../../db/tables.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { type Listing, listingColumns } from '../listing/read.ts';
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
): Promise<Listing[]> {
  if (tags.length === 0) return [];
  const shared = sql`cardinality(array(select unnest(${bots.tags}) intersect select unnest(${arrayOf(tags)})))`;
  const best = sql`
    select id, row_number() over (order by ${shared} desc, votes desc, id desc) as place
    from (${mostVoted(hasAny(tags))}) ${bots} where id <> ${id} order by place limit ${limit}`;
  return db.orm
    .select(listingColumns)
    .from(sql`(${best}) as best`)
    .innerJoin(bots, sql`${bots.id} = best.id`)
    .innerJoin(botStats, eq(botStats.botId, bots.id))
    .orderBy(sql`best.place`);
}
