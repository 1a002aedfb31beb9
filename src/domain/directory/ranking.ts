import { POPULARITY_CLASSES } from '../../db/tables.ts';
import { DEAD_AFTER_MS } from '../../terms/activity.ts';
import { inParts } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { freshSince, SCORE } from '../listing/score.ts';

/**
 * Popularity classes: the first holds the 300 listings with the most votes, the first two 1500, and so on. The last
 * one holds the rest.
 */
const CLASS_ENDS = Array.from({ length: POPULARITY_CLASSES - 1 }, (_, popularity) => 300 * 5 ** popularity);

/** Bots that reported last before this time count as dead. Bots that never report are not known to be. */
export const silentSince = (now: Date): Date => new Date(now.getTime() - DEAD_AFTER_MS);

/** Listings per statement. Those in another class move between indexes. */
const BATCH = 1000;
/** The key of the advisory lock: any number, but the same in every process. */
const LOCK = 7_240_311_959;

/**
 * Assigns listings to popularity classes by their votes, and copies their votes and scores. A search for the best
 * matches reads one class after the other until it has enough, so a common word costs no more than a rare one. A
 * listing in an outdated class is still found. The votes of a listing that has stopped reporting are copied as 0, so
 * among equally good matches it comes after those that work. When another process is ranking, this call does nothing.
 */
export async function rankListings({ db, now }: WithDatabase & WithClock): Promise<void> {
  const { sql } = db;
  const score = sql.unsafe(SCORE);
  const fresh = sql`fresh(since) as (select ${freshSince(now())}::timestamptz)`;
  const votes = sql`case when checked_in_at < ${silentSince(now())} then 0 else listed_vote_count end`;
  const moves = await sql<{ id: string; popularity: number }[]>`
    with ${fresh}, placed as (
      select bot_id, row_number() over (order by listed_vote_count desc, bot_id desc) as place
      from bot_stats order by listed_vote_count desc, bot_id desc limit ${CLASS_ENDS.at(-1) ?? 0}
    ), ranked as (
      select bots.id, bots.popularity as earlier, bots.ranked_votes as earlier_votes,
        bots.ranked_score as earlier_score, ${score} as score,
        coalesce(
          width_bucket(place, ${CLASS_ENDS.map((end) => end + 1)}::bigint[]), ${POPULARITY_CLASSES - 1}::int
        ) as popularity,
        ${votes} as votes
      from bots left join bot_stats on bot_stats.bot_id = bots.id left join placed on placed.bot_id = bots.id
    )
    select id, popularity from ranked
    where popularity <> earlier or votes is distinct from earlier_votes or score is distinct from earlier_score
    order by popularity`;
  await inParts(moves, BATCH, (batch) =>
    sql.begin(async (transaction) => {
      const [lock] = await transaction`select pg_try_advisory_xact_lock(${LOCK}) as "isMine"`;
      if (!lock?.isMine) return undefined;
      await transaction`
        with ${fresh}
        update bots set popularity = moved.popularity, ranked_votes = ${votes}, ranked_score = ${score}
        from unnest(
          ${batch.map(({ id }) => id)}::text[], ${batch.map(({ popularity }) => popularity)}::int[]
        ) as moved(id, popularity) left join bot_stats on bot_id = moved.id
        where moved.id = bots.id
          and (bots.popularity, ranked_votes, ranked_score)
            is distinct from (moved.popularity, ${votes}, ${score})`;
      return batch.length;
    }),
  );
}
