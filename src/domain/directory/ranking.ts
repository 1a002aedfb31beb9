import { type SQL, sql } from 'drizzle-orm';
import { bots, POPULARITY_CLASSES } from '../../db/tables.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** How many listings with the most votes are in the first class, in the first two …; all others are in the last. */
const CLASS_ENDS = Array.from({ length: POPULARITY_CLASSES - 1 }, (_, popularity) => 300 * 5 ** popularity);

/** So many are moved by a statement: each goes from one index to another, and the first time nearly all do. */
const BATCH = 1000;
/** Any number, the same in every process of this service. */
const LOCK = 7_240_311_959;

/**
 * Puts listings into their class by the votes they have now. A search for the best matches looks through one class after
 * the other until it has enough, so that a word that very many have costs no more than one that few have; a listing that is
 * still in the class of its earlier votes is found all the same. Where another process does so already, it is left to that.
 */
export async function rankListings({ db }: WithDatabase): Promise<void> {
  const moves = await db.sql<{ id: string; popularity: number }[]>`
    with placed as (
      select bot_id, row_number() over (order by listed_vote_count desc, bot_id desc) as place
      from bot_stats order by listed_vote_count desc, bot_id desc limit ${CLASS_ENDS.at(-1) ?? 0}
    ), ranked as (
      select bots.id, bots.popularity as earlier,
        coalesce(width_bucket(place, ${CLASS_ENDS.map((end) => end + 1)}::bigint[]), ${POPULARITY_CLASSES - 1}::int) as popularity
      from bots left join placed on placed.bot_id = bots.id
    )
    select id, popularity from ranked where popularity <> earlier order by popularity`;
  for (let start = 0; start < moves.length; start += BATCH) {
    const batch = moves.slice(start, start + BATCH);
    const isMoved = await db.sql.begin(async (transaction) => {
      const [lock] = await transaction`select pg_try_advisory_xact_lock(${LOCK}) as "isMine"`;
      if (!lock?.isMine) return false;
      await transaction`
        update bots set popularity = moved.popularity
        from unnest(${batch.map(({ id }) => id)}::text[], ${batch.map(({ popularity }) => popularity)}::int[]) as moved(id, popularity)
        where moved.id = bots.id and bots.popularity <> moved.popularity`;
      return true;
    });
    if (!isMoved) return;
  }
}

/** A condition that has the index of this class used. */
export function inClass(popularity: number): SQL {
  return sql`${bots.state} = 'approved' and ${bots.popularity} = ${sql.raw(String(popularity))}`;
}
