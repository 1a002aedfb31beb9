import type { Services } from './services.ts';

/** A dispatcher that dies between claim and start leaves its deliveries to the others after this time. */
const LEASE_MS = 10_000;

export interface ClaimedDelivery {
  readonly id: string;
  readonly botId: string;
  readonly userId: string;
  readonly round: number;
  /** How many attempts of this round were made already: more than none when its workflow was lost. */
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
}

/**
 * Takes the oldest deliveries that no workflow works on, for this dispatcher alone. Several dispatchers at once do not
 * wait for each other and never take the same one.
 *
 * @param limit how many at most
 * @param bots those whose deliveries are left where they are, or the only ones whose are taken
 */
export async function claimDeliveries(
  { db, now }: Pick<Services, 'db' | 'now'>,
  limit: number,
  bots: { readonly except: readonly string[] } | { readonly only: readonly string[] } = { except: [] },
): Promise<ClaimedDelivery[]> {
  const at = now();
  return db.sql<ClaimedDelivery[]>`
    update deliveries set leased_until = ${new Date(at.getTime() + LEASE_MS)}
    where id in (
      select id from deliveries
      where state = 'pending' and dispatched_at is null
        -- A lease that ends later than any can is of a clock that was wrong.
        and (leased_until is null or leased_until <= ${at} or leased_until > ${new Date(at.getTime() + LEASE_MS)})
        and ${'only' in bots ? db.sql`bot_id = any(${bots.only}::text[])` : db.sql`bot_id <> all(${bots.except}::text[])`}
      order by coalesce(next_attempt_at, created_at) limit ${limit} for update skip locked
    )
    returning id, bot_id as "botId", user_id as "userId", round, next_attempt_at as "nextAttemptAt",
      (select count(*)::int from delivery_attempts made
        where made.delivery_id = deliveries.id and made.round = deliveries.round) as attempts`;
}

/** Temporal has these: they leave the outbox. */
export async function markDispatched(
  { db, now }: Pick<Services, 'db' | 'now'>,
  ids: readonly string[],
): Promise<void> {
  await db.sql`
    update deliveries set dispatched_at = ${now()} where id = any(${ids}::uuid[]) and dispatched_at is null`;
}

/** Temporal did not take these: they are free for the next claim. */
export async function releaseDeliveries({ db }: Pick<Services, 'db'>, ids: readonly string[]): Promise<void> {
  await db.sql`
    update deliveries set leased_until = null where id = any(${ids}::uuid[]) and dispatched_at is null`;
}

/** A delivery on which nothing has happened although something should have. */
export interface OverdueDelivery {
  readonly id: string;
  readonly round: number;
  readonly dueAt: Date;
}

/**
 * Finds deliveries that Temporal took and whose next step is overdue: its workflow may be gone.
 *
 * @param overdueMs how long after the due time, in milliseconds
 * @param after where the page before ended
 */
export function findOverdue(
  { db, now }: Pick<Services, 'db' | 'now'>,
  overdueMs: number,
  limit: number,
  after?: OverdueDelivery,
): Promise<OverdueDelivery[]> {
  return db.sql<OverdueDelivery[]>`
    select id, round, coalesce(next_attempt_at, dispatched_at) as "dueAt" from deliveries
    where state = 'pending' and dispatched_at is not null
      and coalesce(next_attempt_at, dispatched_at) < ${new Date(now().getTime() - overdueMs)}
      ${after ? db.sql`and (coalesce(next_attempt_at, dispatched_at), id) > (${after.dueAt}, ${after.id})` : db.sql``}
    order by coalesce(next_attempt_at, dispatched_at), id limit ${limit}`;
}

/** Puts deliveries whose workflow is gone back into the outbox, at the attempt they had reached. */
export async function returnToOutbox({ db }: Pick<Services, 'db'>, ids: readonly string[]): Promise<void> {
  await db.sql`
    update deliveries set dispatched_at = null, leased_until = null
    where id = any(${ids}::uuid[]) and state = 'pending'`;
}
