import type { Fragment, ISql } from 'postgres';

/**
 * Which deliveries can be sent again: those that have ended. Votes that a moderator has voided, before or after their
 * delivery, and votes of users who have deleted their account, are not sent any more. An id that takes the place of an
 * erased one begins with zeros. Few bots have voided votes, so it begins with the voidings.
 */
export const resendable = (sql: ISql): Fragment => sql`
  deliveries.state in ('delivered', 'failed', 'cancelled') and deliveries.user_id not like '000%' and not exists (
    select from vote_voidings voiding join votes on votes.bot_id = voiding.bot_id and votes.voiding_id = voiding.id
      and votes.voted_at between first_vote_at and last_vote_at
    where voiding.bot_id = deliveries.bot_id and restored_at is null and deliveries.kind = 'vote'
      and votes.voted_at = deliveries.voted_at and votes.user_id = deliveries.user_id)`;

/**
 * Starts the next round of deliveries, due now: all attempts anew, under the same id. Their outcomes so far leave the
 * statistics, which count each vote once, as its last round ends. Deliveries of the same bot that were due earlier start
 * first. Of those that are resent together, the oldest start first: their times differ by a second at most.
 *
 * @param where selects among the deliveries that can be sent again; the oldest of them are sent
 * @param limit the maximum number
 * @returns the number of deliveries
 */
export async function startNextRound(sql: ISql, at: Date, where: Fragment, limit: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with ended as materialized (
      select id, bot_id, kind, state, finished_at, created_at, delivered_at from deliveries
      where ${resendable(sql)} and ${where} order by created_at, id limit ${limit} for update
    ), placed as (
      select *, row_number() over (order by created_at desc, id desc) - 1 as behind from ended
    ), changed as (
      update deliveries set state = 'pending', round = round + 1, leased_until = null, dispatched_at = null,
        finished_at = null,
        voiding_id = null, next_attempt_at = ${at}::timestamptz - behind * interval '1 ms',
        delivered_at = coalesce(placed.delivered_at, case when placed.state = 'delivered' then placed.finished_at end)
      from placed where deliveries.id = placed.id returning deliveries.id
    ), counted as materialized (
      select bot_id, (finished_at at time zone 'UTC')::date as day, state as measure,
        case when state = 'delivered' then floor(4 * log(2, greatest(
          extract(epoch from coalesce(delivered_at, finished_at) - created_at) * 1000, 1))) else -1 end as bucket,
        count(*) as count
      from ended where kind = 'vote' and state in ('delivered', 'failed') group by 1, 2, 3, 4
    ), timing as materialized (
      -- In the same order everywhere, so that concurrent statements do not wait for each other in a circle.
      select timing.bot_id, timing.day, timing.measure, timing.bucket
      from delivery_timings timing join counted using (bot_id, day, measure, bucket)
      order by 1, 2, 3, 4 for update of timing
    ), forgotten as (
      update delivery_timings set count = greatest(0, delivery_timings.count - counted.count)
      from timing join counted using (bot_id, day, measure, bucket)
      where delivery_timings.bot_id = timing.bot_id and delivery_timings.day = timing.day
        and delivery_timings.measure = timing.measure and delivery_timings.bucket = timing.bucket
    )
    select count(*)::int as count from changed`;
  return row?.count ?? 0;
}
