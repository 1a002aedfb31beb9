import { type SQL, sql } from 'drizzle-orm';
import { bots, POPULARITY_CLASSES } from '../db/tables.ts';
import type { Services } from './services.ts';

/** How many listings with the most votes are in the first class, in the first two …; all others are in the last. */
const CLASS_ENDS = Array.from({ length: POPULARITY_CLASSES - 1 }, (_, popularity) => 300 * 5 ** popularity);

/**
 * Puts listings into their class by the votes they have now. A search for the best matches looks through one class after
 * the other until it has enough, so that a word that very many have costs no more than one that few have; a listing that is
 * still in the class of its earlier votes is found all the same.
 */
export async function rankListings({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.sql`
    with placed as (
      select bot_id, row_number() over (order by listed_vote_count desc, bot_id desc) as place
      from bot_stats order by listed_vote_count desc, bot_id desc limit ${CLASS_ENDS.at(-1) ?? 0}
    ), ranked as (
      select bots.id, coalesce(width_bucket(place, ${CLASS_ENDS.map((end) => end + 1)}::bigint[]), ${POPULARITY_CLASSES - 1}::int) as popularity
      from bots left join placed on placed.bot_id = bots.id
    )
    update bots set popularity = ranked.popularity from ranked
    where ranked.id = bots.id and bots.popularity <> ranked.popularity`;
}

/** A condition that has the index of this class used. */
export function inClass(popularity: number): SQL {
  return sql`${bots.state} = 'approved' and ${bots.popularity} = ${sql.raw(String(popularity))}`;
}
