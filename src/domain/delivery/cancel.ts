import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { isId } from '../kernel/new-id.ts';
import { requireSnowflake } from '../kernel/snowflake.ts';
import { findDeliveries } from './find-deliveries.ts';
import { type Delivery, findDelivery } from './read.ts';

/** A delivery that was cancelled. */
export interface CancelledDelivery {
  readonly id: string;
  readonly round: number;
  /** Whether Temporal has a workflow for it. */
  readonly hasWorkflow: boolean;
}

type OneOrAllOfBot = { readonly id: string } | { readonly botId: string };

/**
 * Cancels pending deliveries: one, or all of a bot. Each attempt reads the state first, so nothing is sent afterwards,
 * except by an attempt that is under way. A cancelled delivery cannot be resent.
 *
 * The caller signals the workflows, which would otherwise wait for the time of their next attempt.
 *
 * @throws {InvalidInputError} when an id has no valid form, or the delivery is not pending
 * @throws {NotFoundError} when there is no such delivery
 */
export async function cancelDeliveries(
  services: WithDatabase & WithClock,
  which: OneOrAllOfBot,
): Promise<CancelledDelivery[]> {
  if ('botId' in which) requireSnowflake(which.botId, 'bot');
  const [known] = 'id' in which ? await findDeliveries(services, which, 1) : [];
  if ('id' in which && !known) throw new NotFoundError('delivery.notFound');
  const cancelled = await cancelPending(services, which);
  if (known && cancelled.length === 0) throw new InvalidInputError('delivery.notPending');
  return cancelled;
}

/**
 * Cancels a pending delivery of a listing, for its owner. Nothing is sent afterwards. If an attempt is under way and
 * the receiver accepts it, the delivery still becomes `delivered`.
 *
 * @throws {NotFoundError} when the listing has no such delivery
 * @throws {InvalidInputError} when the delivery is not pending
 */
export async function cancelDelivery(
  services: WithDatabase & WithClock,
  botId: string,
  deliveryId: string,
): Promise<Delivery> {
  const isOwn = isId(deliveryId) && (await findDelivery(services, botId, deliveryId)) !== undefined;
  if (!isOwn) throw new NotFoundError('delivery.notFound');
  const cancelled = await cancelPending(services, { id: deliveryId });
  if (cancelled.length === 0) throw new InvalidInputError('delivery.notPending');
  const delivery = await findDelivery(services, botId, deliveryId);
  if (!delivery) throw new NotFoundError('delivery.notFound');
  return delivery;
}

/**
 * Ends pending deliveries without another attempt: one, or all of a bot. Others stay as they are. The time of the next
 * attempt stays, so that the reconciler finds the workflows that wait for it, and ends them.
 */
export async function cancelPending(
  { db: { sql }, now }: WithDatabase & WithClock,
  which: OneOrAllOfBot,
): Promise<CancelledDelivery[]> {
  return sql<CancelledDelivery[]>`
    update deliveries set state = 'cancelled', finished_at = ${now()}
    where state = 'pending' and ${'id' in which ? sql`id = ${which.id}` : sql`bot_id = ${which.botId}`}
    returning id, round, dispatched_at is not null as "hasWorkflow"`;
}

/** Finds cancelled deliveries whose workflow may still wait for the next attempt. */
export function findCancelled(
  { db: { sql } }: WithDatabase,
  limit: number,
): Promise<Pick<CancelledDelivery, 'id' | 'round'>[]> {
  return sql<Pick<CancelledDelivery, 'id' | 'round'>[]>`
    select id, round from deliveries where state = 'cancelled' and next_attempt_at is not null
    order by id limit ${limit}`;
}

/** Notes that the workflows of cancelled deliveries were told to end. */
export async function forgetWorkflows(
  { db: { sql } }: WithDatabase,
  cancelled: readonly { readonly id: string }[],
): Promise<void> {
  await sql`
    update deliveries set next_attempt_at = null
    where id = any(${cancelled.map(({ id }) => id)}::uuid[]) and state = 'cancelled'`;
}
