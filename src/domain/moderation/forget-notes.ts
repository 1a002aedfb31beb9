import { batchOf, inBatches, type Page, type Swept } from '../kernel/in-batches.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { firstIdAt } from '../kernel/new-id.ts';

const BATCH = 500;

/** Deletes moderators' notes from before a time. Ids are ordered by time. */
export function forgetNotes({ db }: WithDatabase, before: Date, signal?: AbortSignal): Promise<Swept> {
  return inBatches(async () => {
    const [page] = await db.sql<Page[]>`
      with page as materialized (
        select id from moderation_notes where id < ${firstIdAt(before)} order by id limit ${BATCH}
      ), forgotten as (
        delete from moderation_notes where id = any(array(select id from page)) returning id
      )
      select (select count(*)::int from forgotten) as changed, (select count(*)::int from page) as read,
        (select id from page order by id desc limit 1) as last`;
    return batchOf(page, BATCH);
  }, signal);
}

/** Deletes claims that have ended. There are few, since each listing has at most one. */
export async function forgetClaims({ db }: WithDatabase, before: Date): Promise<void> {
  await db.sql`delete from moderation_claims where claimed_until <= ${before}`;
}
