import { batchOf, inBatches, type Page, type Swept } from '../kernel/in-batches.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** Bots per statement. Each of them may have hundreds of days when this runs for the first time. */
const BATCH = 50;

/**
 * Deletes the daily numbers of votes and servers from before a day. The last server count before that day stays,
 * because it is still valid on it.
 *
 * The tables have no index on the day. Their primary keys find the days of a bot, so this goes from bot to bot.
 *
 * @param before the first day that stays, such as `2026-01-31`
 */
export function forgetDays({ db }: WithDatabase, before: string, signal?: AbortSignal): Promise<Swept> {
  const { sql } = db;
  return inBatches(async (after: string | undefined) => {
    const [page] = await sql<Page[]>`
      with page as materialized (
        select id from bots where ${after ? sql`id > ${after}` : sql`true`} order by id limit ${BATCH}
      ), votes as (
        delete from daily_votes where bot_id = any(array(select id from page)) and day < ${before}::date returning bot_id
      ), servers as (
        delete from daily_server_counts using page
        where bot_id = page.id and day < (
          select max(newest.day) from daily_server_counts newest
          where newest.bot_id = page.id and newest.day <= ${before}::date)
        returning bot_id
      )
      select (select count(*)::int from votes) + (select count(*)::int from servers) as changed,
        (select count(*)::int from page) as read, (select max(id) from page) as last`;
    return batchOf(page, BATCH);
  }, signal);
}
