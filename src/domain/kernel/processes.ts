import type { WithClock, WithDatabase } from './needs.ts';

/** How often a process says that it runs, in milliseconds. */
export const SEEN_EVERY_MS = 5000;
/** Without a word for this time, a process has ended or lacks its database, in milliseconds. */
export const GONE_AFTER_MS = 20_000;
/** Then its row goes. Until then, an operator learns when it was last seen. */
const KEPT_MS = 24 * 3_600_000;

/** What a process of the service tells about itself. */
export interface ProcessState {
  /** It is connected to Temporal and makes deliveries. */
  readonly delivers: boolean;
  /** The ids of the keys that it opens secrets with. */
  readonly keyIds: readonly string[];
}

/** A process that was seen within the last day. */
export interface SeenProcess extends ProcessState {
  readonly seenAt: Date;
  /** It was seen so lately that it still runs. */
  readonly isRunning: boolean;
}

/** Says that a process runs. */
export async function announceProcess(
  { db, now }: WithDatabase & WithClock,
  id: string,
  { delivers, keyIds }: ProcessState,
): Promise<void> {
  const at = now();
  await db.sql`delete from processes where seen_at < ${new Date(at.getTime() - KEPT_MS)}`;
  await db.sql`
    insert into processes (id, delivers, key_ids, seen_at) values (${id}, ${delivers}, ${[...keyIds]}, ${at})
    on conflict (id) do update set delivers = excluded.delivers, key_ids = excluded.key_ids, seen_at = excluded.seen_at`;
}

/** Says that a process ends. */
export async function forgetProcess({ db }: WithDatabase, id: string): Promise<void> {
  await db.sql`delete from processes where id = ${id}`;
}

/** Lists the processes of the last day, those first that were seen last. Processes of 1.0 say nothing. */
export async function listProcesses({ db, now }: WithDatabase & WithClock): Promise<SeenProcess[]> {
  const since = now().getTime() - GONE_AFTER_MS;
  const rows = await db.sql<(ProcessState & { seenAt: Date })[]>`
    select delivers, key_ids as "keyIds", seen_at as "seenAt" from processes order by seen_at desc limit 1000`;
  return rows.map((row) => ({ ...row, isRunning: row.seenAt.getTime() >= since }));
}

/** Whether a process runs that makes deliveries. */
export async function hasWorker({ db, now }: WithDatabase & WithClock): Promise<boolean> {
  const since = new Date(now().getTime() - GONE_AFTER_MS);
  const [row] = await db.sql<{ isThere: boolean }[]>`
    select exists (select from processes where delivers and seen_at >= ${since}) as "isThere"`;
  return row?.isThere === true;
}

/**
 * Whether deliveries are due and no process makes them. Processes of 1.0 say nothing, so due deliveries must show that
 * none works.
 */
export async function lacksWorker({ db, now }: WithDatabase & WithClock): Promise<boolean> {
  const since = new Date(now().getTime() - GONE_AFTER_MS);
  const [row] = await db.sql<{ isLacking: boolean }[]>`
    select not exists (select from processes where delivers and seen_at >= ${since}) and (
      exists (
        select from deliveries where state = 'pending' and dispatched_at is null
          and coalesce(next_attempt_at, created_at) < ${since}
      ) or exists (
        select from deliveries where state = 'pending' and dispatched_at is not null
          and coalesce(next_attempt_at, dispatched_at) < ${since}
      )
    ) as "isLacking"`;
  return row?.isLacking === true;
}
