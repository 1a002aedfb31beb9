import { DAY_MS, dayOf } from '../../lib/day.ts';
import { inPages, type Swept } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { silentSince } from './ranking.ts';

/** Listings per statement. Each of them has up to 14 days of votes. */
const BATCH = 500;
const WEEK_MS = 7 * DAY_MS;
/** Fewer votes in a week are chance. */
const MIN_VOTES = 3;

/**
 * Compares the votes of the last seven days with those of the seven days before, and stores the result. The directory's
 * order `trending` uses it. A listing trends by as many votes as it got more than in the week before. One that has
 * stopped reporting does not trend.
 *
 * It goes from listing to listing by the primary key of the daily votes. An index on the day would be written with
 * every listing's first vote of a day.
 */
export function rankTrends({ db, now }: WithDatabase & WithClock): Promise<Swept> {
  const weeksAgo = (weeks: number) => dayOf(now().getTime() - weeks * WEEK_MS);
  const [recently, before] = [weeksAgo(1), weeksAgo(2)];
  return inPages(
    { db },
    BATCH,
    (size, after) => db.sql`
      page as materialized (
        select bot_id as id, coalesce(checked_in_at < ${silentSince(now())}, false) as is_silent
        from bot_stats where bot_id > ${after ?? ''} order by bot_id limit ${size}
      ), weeks as (
        select id, is_silent, coalesce(sum(votes) filter (where day > ${recently}::date), 0)::int as votes,
          coalesce(sum(votes) filter (where day <= ${recently}::date), 0)::int as earlier
        from page left join daily_votes daily on daily.bot_id = id and day > ${before}::date
        group by id, is_silent
      ), ranked as (
        select id, votes,
          case when votes < ${MIN_VOTES} or is_silent then 0 else greatest(votes - earlier, 0) end as trend
        from weeks
      ), free as (
        -- A vote that is being cast holds its row. That listing is ranked again in an hour.
        select bot_id from bot_stats where bot_id in (select id from page) for no key update skip locked
      ), changed as (
        update bot_stats set weekly_votes = ranked.votes, trend = ranked.trend from ranked
        where bot_stats.bot_id = ranked.id and bot_stats.bot_id in (select bot_id from free)
          and (weekly_votes, bot_stats.trend) is distinct from (ranked.votes, ranked.trend)
        returning 1
      )`,
  );
}
