import type { KeysetPosition, PageRange } from '../kernel/keyset-cursor.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import type { ListingCard } from '../listing/card.ts';
import { withCards } from '../listing/with-cards.ts';

/** A listing that waits for a moderator. It appears once, however many reports it has. */
export interface QueueItem {
  readonly listing: ListingCard;
  /** The time of its submission or of its oldest open report. */
  readonly since: Date;
  /** 0 for a submission. */
  readonly openReports: number;
}

type Db = WithDatabase;

/**
 * Lists submitted and reported listings, oldest first. Each of the two parts is read from its own index, up to the
 * limit of the page.
 *
 * @param page a position consists of `since` and the id of the listing
 */
export async function listQueue(services: Db, page: PageRange<KeysetPosition>): Promise<QueueItem[]> {
  const { sql } = services.db;
  const { after, before, limit } = page;
  const direction = page.inverted ? sql`desc` : sql`asc`;
  const pageOf = (time: string, id: string) => {
    const place = sql`(${sql(time)}, ${sql(id)})`;
    return sql`
      ${after ? sql`and ${place} > (${after.time}, ${after.id})` : sql``}
      ${before ? sql`and ${place} < (${before.time}, ${before.id})` : sql``}
      order by ${sql(time)} ${direction}, ${sql(id)} ${direction} limit ${limit}`;
  };
  const rows = await sql<{ since: Date; botId: string; openReports: number }[]>`
    select since, id as "botId", (
      select count(*)::int from reports
      where bot_id = waiting.id and closed_at is null and waiting.is_reported
    ) as "openReports"
    from (
      (select state_changed_at as since, id, false as is_reported from bots
       where state = 'pending' ${pageOf('bots.state_changed_at', 'bots.id')})
      union all
      (select report.created_at, report.bot_id, true
       from ${oldestReports(services)} ${pageOf('report.created_at', 'report.bot_id')})
    ) as waiting
    order by since ${direction}, id ${direction} limit ${limit}`;
  return withCards(services, rows);
}

/** Counts the listings in the queue. Two partial indexes contain exactly these rows. */
export async function countQueue(services: Db): Promise<number> {
  const [row] = await services.db.sql<{ count: number }[]>`
    select (
      (select count(*) from bots where state = 'pending') + (select count(*) from ${oldestReports(services)})
    )::int as count`;
  return row?.count ?? 0;
}

/**
 * The oldest open report of each public or suspended listing. Reports of other listings wait until the listing is
 * public again.
 */
function oldestReports({ db }: Db) {
  return db.sql`
    reports as report join bots on bots.id = report.bot_id and bots.state in ('approved', 'suspended')
    where report.closed_at is null and not exists (
      select from reports as older where older.bot_id = report.bot_id and older.closed_at is null
        and (older.created_at, older.id) < (report.created_at, report.id)
    )`;
}
