import type { Fragment, ISql } from 'postgres';
import { InvalidInputError } from '../kernel/errors.ts';
import { type Swept, untilDone } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { type Delivery, requireDelivery } from './read.ts';

/**
 * Cancels a pending or held delivery of a listing, for its owner. Nothing is sent afterwards. If an attempt is under way and
 * the receiver accepts it, the delivery still becomes `delivered`.
 *
 * @throws {NotFoundError} when the listing has no such delivery
 * @throws {InvalidInputError} when the delivery has ended
 */
export async function cancelDelivery(
  services: WithDatabase & WithClock,
  botId: string,
  deliveryId: string,
): Promise<Delivery> {
  await requireDelivery(services, botId, deliveryId);
  if ((await cancelPending(services, deliveryId)) === 0) throw new InvalidInputError('delivery.notPending');
  return requireDelivery(services, botId, deliveryId);
}

/**
 * Ends a pending or held delivery without another attempt. Another one stays as it is. The time of the next attempt
 * stays, so that the reconciler finds the workflow that waits for it, and ends it.
 */
export async function cancelPending(
  { db: { sql }, now }: WithDatabase & WithClock,
  id: string,
): Promise<number> {
  const { count } = await cancelSome(sql, now(), sql`select ${id}::uuid`);
  return count;
}

/**
 * As {@link cancelPending}, for all deliveries of a bot, in batches.
 *
 * @param signal ends it after the batch in progress
 */
export function cancelOfBot(
  { db: { sql }, now }: WithDatabase & WithClock,
  botId: string,
  signal?: AbortSignal,
): Promise<Swept> {
  return untilDone(
    (size) =>
      cancelSome(
        sql,
        now(),
        sql`select id from deliveries where bot_id = ${botId} and state in ('pending', 'held') limit ${size}`,
      ),
    signal,
  );
}

const cancelSome = (sql: ISql, at: Date, ids: Fragment) => sql`
  update deliveries set state = 'cancelled', finished_at = ${at}
  where state in ('pending', 'held') and id = any(array(${ids}))`;

/** The number of deliveries of all bots that have not ended. Each part has an index of its own, with these rows only. */
export async function countPending({ db: { sql } }: WithDatabase): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*) from deliveries where state = 'pending' and dispatched_at is null)::int
      + (select count(*) from deliveries where state = 'pending' and dispatched_at is not null)::int
      + (select count(*) from deliveries where state = 'held')::int as count`;
  return row?.count ?? 0;
}

/**
 * Cancels the deliveries of all bots that have not ended, in batches, so that no statement takes long. A repeated call
 * cancels those that were recorded meanwhile. An attempt that is under way still ends as it would.
 *
 * @returns how many were cancelled
 */
export async function cancelAllPending({ db: { sql }, now }: WithDatabase & WithClock): Promise<number> {
  const until = now();
  // Each part has an index of its own.
  const parts = [
    sql`state = 'pending' and dispatched_at is null`,
    sql`state = 'pending' and dispatched_at is not null`,
    sql`state = 'held'`,
  ];
  let cancelled = 0;
  for (const part of parts) {
    const { changed } = await untilDone((size) =>
      cancelSome(
        sql,
        now(),
        sql`select id from deliveries where ${part} and created_at <= ${until} limit ${size}`,
      ),
    );
    cancelled += changed;
  }
  return cancelled;
}

/** A delivery that is cancelled or held, and whose workflow may still wait for the next attempt. */
export interface WaitingWorkflow {
  readonly id: string;
  readonly round: number;
  readonly state: 'cancelled' | 'held';
  /** How many attempts this round has. */
  readonly attempts: number;
}

/** Finds cancelled and held deliveries whose workflow may still wait for the next attempt. */
export function findWaitingWorkflows(
  { db: { sql } }: WithDatabase,
  limit: number,
): Promise<WaitingWorkflow[]> {
  return sql<WaitingWorkflow[]>`
    select id, round, state,
      (select count(*)::int from delivery_attempts made where delivery_id = id and made.round = deliveries.round) as attempts
    from deliveries where state in ('cancelled', 'held') and next_attempt_at is not null
    order by id limit ${limit}`;
}

/** Notes that the workflows of cancelled and held deliveries were told. */
export async function forgetWorkflows(
  { db: { sql } }: WithDatabase,
  told: readonly { readonly id: string }[],
): Promise<void> {
  await sql`
    update deliveries set next_attempt_at = null
    where id = any(${told.map(({ id }) => id)}::uuid[]) and state in ('cancelled', 'held')`;
}
