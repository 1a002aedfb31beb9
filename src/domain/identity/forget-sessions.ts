import { inBatches, type Swept } from '../kernel/in-batches.ts';
import type { WithDatabase } from '../kernel/needs.ts';

const BATCH = 500;

/** Deletes sessions that ended before a time. */
export function forgetSessions({ db }: WithDatabase, before: Date, signal?: AbortSignal): Promise<Swept> {
  return inBatches(async () => {
    const { count } = await db.sql`
      with ended as materialized (
        select id_hash from sessions where expires_at <= ${before} order by expires_at limit ${BATCH}
      )
      delete from sessions where id_hash = any(array(select id_hash from ended))`;
    return { changed: count, next: count === BATCH ? true : undefined };
  }, signal);
}
