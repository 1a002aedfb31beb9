import { inPages, type Swept } from '../kernel/in-batches.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { firstIdAt } from '../kernel/new-id.ts';
import { ATTEMPTS_SHOWN } from './read.ts';

/** Deliveries per statement. With up to five attempts each, a statement takes about 50 ms. */
const BATCH = 500;
/** Listings per statement. */
const BOTS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The name of the mark up to which responses were deleted. */
const MARK = 'attempt bodies';

/**
 * Deletes deliveries that ended before a time, with their attempts. It keeps pending deliveries, and those of each
 * bot's last ten attempts, which the edit page shows however old they are (section 2 of the contract).
 *
 * Ids are ordered by time, so the primary key finds old deliveries. No other index is needed.
 * The ids of a batch are an array, for which PostgreSQL always uses the primary key. For a join it would sometimes read
 * the whole table.
 */
export function forgetDeliveries(services: WithDatabase, before: Date, signal?: AbortSignal): Promise<Swept> {
  const { sql } = services.db;
  const parts = (after: string | undefined) => sql`
    page as materialized (
      select id, bot_id, state <> 'pending' and finished_at < ${before} as is_over from deliveries
      where id < ${firstIdAt(before)} ${after ? sql`and id > ${after}` : sql``}
      order by id limit ${BATCH}
    ), old as (
      select id from page
      where is_over and not exists (
        select from (
          select delivery_id from delivery_attempts where bot_id = page.bot_id
          order by started_at desc limit ${ATTEMPTS_SHOWN}
        ) shown where shown.delivery_id = page.id)
    ), changed as (
      delete from deliveries
      where id = any(array(select id from old))
        -- PostgreSQL checks these again after it has waited for somebody who resends the delivery.
        and state <> 'pending' and finished_at < ${before}
      returning id
    )`;
  return inPages(services, BATCH, parts, signal);
}

/**
 * Deletes the timings from before a day. The statistics do not read them.
 *
 * The primary key finds the days of a bot, so this goes from bot to bot, over those that have timings.
 *
 * @param before the first day that stays, such as `2026-01-31`
 */
export function forgetTimings(services: WithDatabase, before: string, signal?: AbortSignal): Promise<Swept> {
  const { sql } = services.db;
  const parts = (after: string | undefined) => sql`
    page as materialized (
      select id from bots where ${after ? sql`id > ${after}` : sql`true`} order by id limit ${BOTS}
    ), changed as (
      delete from delivery_timings where bot_id = any(array(select id from page)) and day < ${before}::date
      returning bot_id
    )`;
  return inPages(services, BOTS, parts, signal);
}

/**
 * Deletes the responses of attempts that were made before a time. The attempts themselves stay.
 *
 * It begins where the last run ended, because it changes rows that stay. So the response to an attempt that was made
 * more than a day after its vote stays until the delivery is deleted.
 */
export function forgetAttemptBodies(
  services: WithDatabase,
  before: Date,
  signal?: AbortSignal,
): Promise<Swept> {
  const { sql } = services.db;
  // A delivery is retried for hours. A day later, almost all of its attempts have been made.
  const end = firstIdAt(new Date(before.getTime() - DAY_MS));
  const parts = () => sql`
    page as materialized (
      select id from deliveries
      where id < ${end} and id > coalesce(
        (select position from retention_marks where subject = ${MARK}), '00000000-0000-0000-0000-000000000000')
      order by id limit ${BATCH}
    ), changed as (
      update delivery_attempts set excerpt = '', response_headers = null
      where delivery_id = any(array(select id from page)) and started_at < ${before}
        and (excerpt <> '' or response_headers is not null)
      returning delivery_id
    ), marked as (
      insert into retention_marks (subject, position) select ${MARK}, id from page order by id desc limit 1
      on conflict (subject) do update set position = greatest(retention_marks.position, excluded.position)
    )`;
  return inPages(services, BATCH, parts, signal);
}
