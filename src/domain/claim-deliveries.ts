import type { Services } from './services.ts';

/** A dispatcher that dies between claim and start leaves its deliveries to the others after this time. */
const LEASE_MS = 10_000;

export interface ClaimedDelivery {
  readonly id: string;
  readonly botId: string;
  readonly userId: string;
}

/**
 * Takes the oldest deliveries that no workflow works on, for this dispatcher alone. Several dispatchers at once do not
 * wait for each other and never take the same one.
 *
 * @param limit how many at most
 */
export async function claimDeliveries(
  { db, now }: Pick<Services, 'db' | 'now'>,
  limit: number,
): Promise<ClaimedDelivery[]> {
  const at = now();
  return db.sql<ClaimedDelivery[]>`
    update deliveries set leased_until = ${new Date(at.getTime() + LEASE_MS)}
    where id in (
      select id from deliveries
      where state = 'pending' and dispatched_at is null and (leased_until is null or leased_until <= ${at})
      order by created_at limit ${limit} for update skip locked
    )
    returning id, bot_id as "botId", user_id as "userId"`;
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
