import type { PendingQuery, Row } from 'postgres';
import type { Database } from '../../db/client.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import { ATTEMPTS_SHOWN } from '../delivery/read.ts';
import { endHeld } from '../delivery/release.ts';
import { STATISTICS_DAYS } from '../delivery/statistics.ts';
import { firstIdAt } from '../kernel/ids.ts';
import { inPages, type Swept } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { VOTE_WINDOW_MS } from '../kernel/vote-window.ts';
import { CHART_DAYS } from '../stats/charts.ts';
import { deleteLeftProbes } from '../vote/probe.ts';

/** Notices are about what is new. */
const NOTICE_DAYS = 90;
/** Old rows are deleted about every six hours, so none is kept for longer than a day. */
const ADDRESS_DAYS = 17 / 24;
/** Rows per statement at most. With up to five attempts each, a statement that deletes deliveries takes about 50 ms. */
const ROWS = 500;
/** Listings per statement at most. Each of them may have hundreds of days when this runs for the first time. */
const BOTS = 50;
/** The name of the mark up to which responses were deleted. */
const MARK = 'attempt bodies';

/** How many days old rows are kept; 0 keeps them for ever. */
export interface RetentionPolicy {
  /** Deliveries that have ended, and their attempts. */
  readonly retentionDeliveriesDays: number;
  /** The responses of receivers, which are the larger part of an attempt. */
  readonly retentionAttemptBodiesDays: number;
  /** Reports and edits that moderators have decided on, and moderators' notes. */
  readonly retentionReportsDays: number;
  /** The daily numbers of votes and servers. What the charts show is always kept. */
  readonly retentionDailyCountsDays: number;
}

/** How many rows of each kind a run deleted. Of responses: how many it emptied. */
export type RetentionCounts = Readonly<Record<Exclude<Kind, 'timings' | 'addresses'>, number>> & {
  /** False when the signal ended the run before its end. */
  readonly isComplete: boolean;
};

/**
 * Deletes what is older than the policy keeps, in small batches with pauses. Votes and their windows, pending
 * deliveries and open reports stay. Several runs at once do no harm.
 *
 * @param options.signal ends the run after the batch in progress; another run continues
 * @throws when the database does not respond; earlier batches are committed by then
 */
export async function runRetention(
  services: WithDatabase & WithClock,
  policy: RetentionPolicy,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<RetentionCounts> {
  const now = services.now();
  // Claims that have ended. There are few, since each listing has at most one.
  await services.db.sql`delete from moderation_claims where claimed_until <= ${now}`;
  await deleteLeftProbes(services);
  let isComplete = true;
  await forgetErasedUsers(services, now);
  const sweep = async (kind: Kind, days: number): Promise<number> => {
    const swept = await forget(services, kind, new Date(now.getTime() - days * DAY_MS), signal);
    isComplete &&= swept.isComplete;
    return swept.changed;
  };
  const unlessForEver = async (kind: Kind, days: number) => (days === 0 ? 0 : sweep(kind, days));
  // First, so that a run with much to do does not end before.
  await sweep('addresses', ADDRESS_DAYS);
  const sessions = await sweep('sessions', 0);
  const notices = await sweep('notices', NOTICE_DAYS);
  if (policy.retentionDeliveriesDays > 0) await endHeld(services, policy.retentionDeliveriesDays, signal);
  const deliveries = await unlessForEver('deliveries', policy.retentionDeliveriesDays);
  const attemptBodies = await unlessForEver('attemptBodies', policy.retentionAttemptBodiesDays);
  const reports = await unlessForEver('reports', policy.retentionReportsDays);
  const notes = await unlessForEver('notes', policy.retentionReportsDays);
  const edits = await unlessForEver('edits', policy.retentionReportsDays);
  const dailyDays = policy.retentionDailyCountsDays && Math.max(policy.retentionDailyCountsDays, CHART_DAYS);
  const dailyCounts = await unlessForEver('dailyCounts', dailyDays);
  await sweep('timings', STATISTICS_DAYS);
  return { deliveries, attemptBodies, reports, notes, edits, sessions, notices, dailyCounts, isComplete };
}

/**
 * Deletes what the 12-hour rule kept of users who were erased (docs/decisions/privacy.md), and their blocks that are
 * over. A user who has signed up again keeps the windows of new votes.
 */
async function forgetErasedUsers({ db }: WithDatabase, now: Date): Promise<void> {
  await db.sql`
    with over as (
      delete from erased_users where windows_end_at <= ${now} returning user_id, windows_end_at
    )
    delete from vote_windows using over
    where vote_windows.user_id = over.user_id
      and voted_at <= over.windows_end_at - ${VOTE_WINDOW_MS}::int * interval '1 ms'`;
  await db.sql`
    delete from user_blocks
    where ends_at <= ${now} and not exists (select from users where id = user_blocks.user_id)`;
}

/** Deletes the rows of one kind from before a time, page by page. */
export function forget(
  services: WithDatabase,
  kind: Kind,
  before: Date,
  signal?: AbortSignal,
): Promise<Swept> {
  const { most, parts } = KINDS[kind];
  return inPages(services, most, (size, after) => parts(services.db.sql, size, before, after), signal);
}

/** How to go through a table: see {@link inPages}. */
interface Pages {
  readonly most: number;
  readonly parts: (
    sql: Database['sql'],
    size: number,
    before: Date,
    after: string | undefined,
  ) => PendingQuery<Row[]>;
}

type Kind = keyof typeof KINDS;

/**
 * What is deleted. Ids are ordered by time, so the primary key finds old rows, and no other index is needed. The ids of
 * a page are an array, for which PostgreSQL always uses the primary key. For a join it would sometimes read the whole
 * table. The days of a bot are found by the primary key, too, so these pages go from bot to bot.
 */
const KINDS = {
  /** Sessions that have ended. */
  sessions: byTime('sessions', 'id_hash', 'expires_at'),
  /** From where votes came. Those of a moment go together: a page may have a few more rows than its size. */
  addresses: byTime('vote_addresses', 'voted_at', 'voted_at'),
  notices: byTime('notices', 'id', 'created_at'),
  /**
   * Deliveries that have ended, with their attempts. Those of each bot's last ten attempts stay: the edit page shows
   * them however old they are (section 2 of the contract).
   */
  deliveries: {
    most: ROWS,
    parts: (sql, size, before, after) => sql`
      page as materialized (
        select id, bot_id, state <> 'pending' and finished_at < ${before} as is_over from deliveries
        where id < ${firstIdAt(before)} ${after ? sql`and id > ${after}` : sql``}
        order by id limit ${size}
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
      )`,
  },
  /**
   * The responses of attempts; the attempts themselves stay. A run begins where the last one ended, because it changes
   * rows that stay. So the response to an attempt that was made more than a day after its vote stays until the delivery
   * is deleted.
   */
  attemptBodies: {
    most: ROWS,
    parts: (sql, size, before) => sql`
      page as materialized (
        -- A delivery is retried for hours. A day later, almost all of its attempts have been made.
        select id from deliveries
        where id < ${firstIdAt(new Date(before.getTime() - DAY_MS))} and id > coalesce(
          (select position from retention_marks where subject = ${MARK}), '00000000-0000-0000-0000-000000000000')
        order by id limit ${size}
      ), changed as (
        update delivery_attempts set excerpt = '', response_headers = null
        where delivery_id = any(array(select id from page)) and started_at < ${before}
          and (excerpt <> '' or response_headers is not null)
        returning delivery_id
      ), marked as (
        insert into retention_marks (subject, position) select ${MARK}, id from page order by id desc limit 1
        on conflict (subject) do update set position = greatest(retention_marks.position, excluded.position)
      )`,
  },
  /** Closed reports. Open ones stay. */
  reports: {
    most: ROWS,
    parts: (sql, size, before, after) => sql`
      page as materialized (
        select id, closed_at from reports
        where id < ${firstIdAt(before)} ${after ? sql`and id > ${after}` : sql``}
        order by id limit ${size}
      ), changed as (
        delete from reports where id = any(array(select id from page where closed_at < ${before})) returning id
      )`,
  },
  /** Edits of listings that moderators have decided on. */
  edits: {
    most: ROWS,
    parts: (sql, size, before, after) => sql`
      page as materialized (
        select id, decided_at from listing_edits ${after ? sql`where id > ${after}::bigint` : sql``}
        order by id limit ${size}
      ), changed as (
        delete from listing_edits where id = any(array(select id from page where decided_at < ${before})) returning id
      )`,
  },
  notes: {
    most: ROWS,
    parts: (sql, size, before) => sql`
      page as materialized (
        select id from moderation_notes where id < ${firstIdAt(before)} order by id limit ${size}
      ), changed as (
        delete from moderation_notes where id = any(array(select id from page)) returning id
      )`,
  },
  /** The daily numbers. The last server count before the first day that stays is still valid on it, so it stays. */
  dailyCounts: {
    most: BOTS,
    parts: (sql, size, before, after) => sql`
      ${botsAfter(sql, size, after)}, votes as (
        delete from daily_votes where bot_id = any(array(select id from page)) and day < ${dayOf(before)}::date
        returning bot_id
      ), servers as (
        delete from daily_server_counts using page
        where bot_id = page.id and day < (
          select max(newest.day) from daily_server_counts newest
          where newest.bot_id = page.id and newest.day <= ${dayOf(before)}::date)
        returning bot_id
      ), changed as (
        select from votes union all select from servers
      )`,
  },
  /** Durations that the statistics no longer read. */
  timings: {
    most: BOTS,
    parts: (sql, size, before, after) => sql`
      ${botsAfter(sql, size, after)}, changed as (
        delete from delivery_timings where bot_id = any(array(select id from page)) and day < ${dayOf(before)}::date
        returning bot_id
      )`,
  },
} satisfies Record<string, Pages>;

/** All rows of a table from before a time, by the index of that time. */
function byTime(table: string, id: string, time: string): Pages {
  return {
    most: ROWS,
    parts: (sql, size, before) => sql`
      page as materialized (
        select ${sql(id)} as id from ${sql(table)} where ${sql(time)} <= ${before} order by ${sql(time)} limit ${size}
      ), changed as (
        delete from ${sql(table)} where ${sql(id)} = any(array(select id from page)) returning ${sql(id)}
      )`,
  };
}

function botsAfter(sql: Database['sql'], size: number, after = '') {
  return sql`page as materialized (select id from bots where id > ${after} order by id limit ${size})`;
}
