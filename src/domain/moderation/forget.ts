import { inPages, type Swept } from '../kernel/in-batches.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { firstIdAt } from '../kernel/new-id.ts';

const BATCH = 500;

/** Deletes reports that were closed before a time. Open reports stay. Ids are ordered by time. */
export function forgetReports(services: WithDatabase, before: Date, signal?: AbortSignal): Promise<Swept> {
  const { sql } = services.db;
  const parts = (after: string | undefined) => sql`
    page as materialized (
      select id, closed_at from reports
      where id < ${firstIdAt(before)} ${after ? sql`and id > ${after}` : sql``}
      order by id limit ${BATCH}
    ), changed as (
      delete from reports where id = any(array(select id from page where closed_at < ${before})) returning id
    )`;
  return inPages(services, BATCH, parts, signal);
}

/** Deletes moderators' notes from before a time. Ids are ordered by time. */
export function forgetNotes(services: WithDatabase, before: Date, signal?: AbortSignal): Promise<Swept> {
  const { sql } = services.db;
  const parts = () => sql`
    page as materialized (
      select id from moderation_notes where id < ${firstIdAt(before)} order by id limit ${BATCH}
    ), changed as (
      delete from moderation_notes where id = any(array(select id from page)) returning id
    )`;
  return inPages(services, BATCH, parts, signal);
}

/** Deletes claims that have ended. There are few, since each listing has at most one. */
export async function forgetClaims({ db }: WithDatabase, before: Date): Promise<void> {
  await db.sql`delete from moderation_claims where claimed_until <= ${before}`;
}
