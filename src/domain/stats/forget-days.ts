import { inPages, type Swept } from '../kernel/in-batches.ts';
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
export function forgetDays(services: WithDatabase, before: string, signal?: AbortSignal): Promise<Swept> {
  const { sql } = services.db;
  const parts = (after: string | undefined) => sql`
    page as materialized (
      select id from bots where ${after ? sql`id > ${after}` : sql`true`} order by id limit ${BATCH}
    ), votes as (
      delete from daily_votes where bot_id = any(array(select id from page)) and day < ${before}::date returning bot_id
    ), servers as (
      delete from daily_server_counts using page
      where bot_id = page.id and day < (
        select max(newest.day) from daily_server_counts newest
        where newest.bot_id = page.id and newest.day <= ${before}::date)
      returning bot_id
    ), changed as (
      select from votes union all select from servers
    )`;
  return inPages(services, BATCH, parts, signal);
}
