import { and, count, desc, eq, inArray } from 'drizzle-orm';
import { type DeliveryState, deliveries, deliveryAttempts } from '../../db/tables.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { isId } from '../kernel/new-id.ts';
import { requireSnowflake } from '../kernel/snowflake.ts';
import type { Delivery } from './read.ts';

/** Which deliveries an operator looks for. */
export interface DeliveryFilter {
  readonly id?: string | undefined;
  readonly botId?: string | undefined;
  readonly state?: DeliveryState | undefined;
}

/** A delivery, and how many attempts were made in all of its rounds. */
export interface CountedDelivery extends Delivery {
  readonly attempts: number;
}

/**
 * Finds deliveries for an operator, newest first.
 *
 * @param limit the maximum number of deliveries
 * @throws {InvalidInputError} when an id has no valid form
 */
export async function findDeliveries(
  { db: { orm } }: WithDatabase,
  { id, botId, state }: DeliveryFilter,
  limit: number,
): Promise<CountedDelivery[]> {
  if (id !== undefined && !isId(id)) throw new InvalidInputError('id.ofDelivery');
  if (botId !== undefined) requireSnowflake(botId, 'bot');
  const found = await orm
    .select()
    .from(deliveries)
    .where(
      and(
        id === undefined ? undefined : eq(deliveries.id, id),
        botId === undefined ? undefined : eq(deliveries.botId, botId),
        state === undefined ? undefined : eq(deliveries.state, state),
      ),
    )
    // Ids are ordered by time. Of one bot, the index by time serves better.
    .orderBy(desc(botId === undefined ? deliveries.id : deliveries.createdAt))
    .limit(limit);
  const made = await orm
    .select({ id: deliveryAttempts.deliveryId, attempts: count() })
    .from(deliveryAttempts)
    .where(
      inArray(
        deliveryAttempts.deliveryId,
        found.map((delivery) => delivery.id),
      ),
    )
    .groupBy(deliveryAttempts.deliveryId);
  const attempts = new Map(made.map((row) => [row.id, row.attempts]));
  return found.map((delivery) => ({ ...delivery, attempts: attempts.get(delivery.id) ?? 0 }));
}
