import { batchOf, inBatches, type Page, type Swept } from '../kernel/in-batches.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { firstIdAt } from '../kernel/new-id.ts';

const BATCH = 500;

/** Deletes reports that were closed before a time. Open reports stay. Ids are ordered by time. */
export function forgetReports({ db }: WithDatabase, before: Date, signal?: AbortSignal): Promise<Swept> {
  const { sql } = db;
  return inBatches(async (after: string | undefined) => {
    const [page] = await sql<Page[]>`
      with page as materialized (
        select id, closed_at from reports
        where id < ${firstIdAt(before)} ${after ? sql`and id > ${after}` : sql``}
        order by id limit ${BATCH}
      ), forgotten as (
        delete from reports
        where id = any(array(select id from page where closed_at < ${before})) returning id
      )
      select (select count(*)::int from forgotten) as changed, (select count(*)::int from page) as read,
        (select id from page order by id desc limit 1) as last`;
    return batchOf(page, BATCH);
  }, signal);
}
