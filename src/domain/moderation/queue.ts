import type { KeysetPosition } from '../kernel/keyset-cursor.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { type Listing, listByIds } from '../listing/read.ts';

/** A listing that waits for a moderator: each is in the queue once, however many reports it has. */
export interface QueueItem {
  readonly listing: Listing;
  /** When it was submitted, or reported by the oldest report that is open. */
  readonly since: Date;
  /** 0 for a submission. */
  readonly openReports: number;
}

/** A page between two positions, which are `since` and the listing's id. */
export interface QueuePage {
  readonly limit: number;
  readonly after?: KeysetPosition | undefined;
  readonly before?: KeysetPosition | undefined;
  /** Read from the far end: newest first. */
  readonly inverted: boolean;
}

type Db = WithDatabase;

/**
 * What waits for the moderators, oldest first: listings that were submitted, and those that were reported. Either part
 * is read from its own index as far as the page goes.
 */
export async function listQueue(services: Db, page: QueuePage): Promise<QueueItem[]> {
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
  const rows = await sql<{ since: Date; id: string; openReports: number }[]>`
    select since, id, (
      select count(*)::int from reports
      where bot_id = waiting.id and closed_at is null and waiting.is_reported
    ) as "openReports"
    from (
      (select state_changed_at as since, id, false as is_reported from bots
       where state = 'pending' ${pageOf('bots.state_changed_at', 'bots.id')})
      union all
      (select report.created_at, report.bot_id, true from ${oldestReports(services)} ${pageOf('report.created_at', 'report.bot_id')})
    ) as waiting
    order by since ${direction}, id ${direction} limit ${limit}`;
  const listings = await listByIds(
    services,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, ...item }) => {
    const listing = listings.get(id);
    return listing ? [{ ...item, listing }] : [];
  });
}

/** How long the queue is: both parts are counted in indexes that hold nothing else. */
export async function countQueue(services: Db): Promise<number> {
  const [row] = await services.db.sql<{ count: number }[]>`
    select (
      (select count(*) from bots where state = 'pending') + (select count(*) from ${oldestReports(services)})
    )::int as count`;
  return row?.count ?? 0;
}

/** One report for each reported listing; those of listings that are down or submitted anew wait with them. */
function oldestReports({ db }: Db) {
  return db.sql`
    reports as report join bots on bots.id = report.bot_id and bots.state in ('approved', 'suspended')
    where report.closed_at is null and not exists (
      select from reports as older where older.bot_id = report.bot_id and older.closed_at is null
        and (older.created_at, older.id) < (report.created_at, report.id)
    )`;
}
