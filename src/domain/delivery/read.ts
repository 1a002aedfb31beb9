import { and, asc, desc, eq, gte, type InferSelectModel, inArray, lt } from 'drizzle-orm';
import { type DeliveryState, deliveries, deliveryAttempts } from '../../db/delivery-tables.ts';
import { eachId, gathered, ofEach, theId } from '../kernel/batch.ts';
import { NotFoundError } from '../kernel/errors.ts';
import { isId, requireSnowflake } from '../kernel/ids.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** What a delivery keeps of the request that caused it. */
export interface Origin {
  /** The id of the request. */
  readonly requestId?: string | undefined;
  /** The current span of the request, as in the header `traceparent`. Absent when its trace is not recorded. */
  readonly traceparent?: string | undefined;
}

/** URLs in the Temporal UI; undefined when its address is not configured. */
export interface WorkflowLinks {
  /** The workflows of all deliveries of a bot. */
  ofBot(botId: string): string | undefined;
  ofDelivery(delivery: { readonly id: string; readonly round: number }): string | undefined;
}

/** A delivery of a vote or a test. */
export type Delivery = InferSelectModel<typeof deliveries>;
/** An attempt of a delivery. */
export type Attempt = InferSelectModel<typeof deliveryAttempts>;

/** When the next attempt is due. A cancelled delivery has none, although it still names its workflow's time. */
export function nextAttemptOf({ state, nextAttemptAt }: Delivery): Date | null {
  return state === 'pending' ? nextAttemptAt : null;
}

/** The number of attempts that are shown (section 8 of the contract). */
export const ATTEMPTS_SHOWN = 10;

/** Which deliveries of a listing to read. All conditions must hold. */
export interface DeliveryConditions {
  readonly state?: DeliveryState | undefined;
  /** The user who voted. */
  readonly userId?: string | undefined;
  /** Recorded at this time or later. */
  readonly from?: Date | undefined;
  /** Recorded before this time. */
  readonly to?: Date | undefined;
}

interface DeliveriesKey {
  readonly botId: string;
  readonly limit: number;
  readonly conditions: DeliveryConditions;
}

/** One statement for all listings with the same conditions, which is one in practice. */
const lastDeliveries = gathered(async ({ db }: WithDatabase, keys: readonly DeliveriesKey[]) => {
  const found = new Map<DeliveriesKey, Delivery[]>();
  for (const alike of Map.groupBy(keys, ({ conditions }) => JSON.stringify(conditions)).values()) {
    const { state, userId, from, to } = alike[0]?.conditions ?? {};
    const last = db.orm
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.botId, theId),
          state && eq(deliveries.state, state),
          userId === undefined ? undefined : eq(deliveries.userId, userId),
          from && gte(deliveries.createdAt, from),
          to && lt(deliveries.createdAt, to),
        ),
      )
      .orderBy(desc(deliveries.createdAt))
      .limit(Math.max(...alike.map(({ limit }) => limit)))
      .as('last');
    const botIds = alike.map(({ botId }) => botId);
    const rows = await db.orm.select().from(eachId(botIds)).crossJoinLateral(last);
    const ofBots = ofEach(
      botIds,
      rows.map((row) => row.last),
    );
    for (const [index, key] of alike.entries()) found.set(key, ofBots[index]?.slice(0, key.limit) ?? []);
  }
  return keys.map((key) => found.get(key) ?? []);
});

/**
 * Reads the last deliveries of a listing, newest first. Each condition has an index.
 *
 * @param limit the maximum number of deliveries
 * @throws {InvalidInputError} when the user's id has no valid form
 */
export async function listDeliveries(
  services: WithDatabase,
  botId: string,
  limit: number,
  conditions: DeliveryConditions = {},
): Promise<Delivery[]> {
  if (conditions.userId !== undefined) requireSnowflake(conditions.userId, 'user');
  return lastDeliveries(services, { botId, limit, conditions });
}

const deliveriesById = gathered(
  async ({ db }: WithDatabase, keys: readonly { botId: string; deliveryId: string }[]) => {
    const ids = keys.map(({ deliveryId }) => deliveryId);
    const rows = await db.orm.select().from(deliveries).where(inArray(deliveries.id, ids));
    const found = new Map(rows.map((delivery) => [delivery.id, delivery]));
    return keys.map(({ botId, deliveryId }) => {
      const delivery = found.get(deliveryId);
      return delivery?.botId === botId ? delivery : undefined;
    });
  },
);

/** Finds a delivery of a listing by its id. None has an id of no valid form. */
export async function findDelivery(
  services: WithDatabase,
  botId: string,
  deliveryId: string,
): Promise<Delivery | undefined> {
  return isId(deliveryId) ? deliveriesById(services, { botId, deliveryId }) : undefined;
}

/** @throws {NotFoundError} when the listing has no such delivery */
export async function requireDelivery(
  services: WithDatabase,
  botId: string,
  deliveryId: string,
): Promise<Delivery> {
  const delivery = await findDelivery(services, botId, deliveryId);
  if (!delivery) throw new NotFoundError('delivery.notFound');
  return delivery;
}

/** Reads the attempts of a delivery, oldest first. */
export const listAttempts = gathered(async ({ db }: WithDatabase, deliveryIds: readonly string[]) => {
  const rows = await db.orm
    .select()
    .from(deliveryAttempts)
    .where(inArray(deliveryAttempts.deliveryId, [...deliveryIds]))
    .orderBy(asc(deliveryAttempts.round), asc(deliveryAttempts.number));
  const ofDeliveries = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return deliveryIds.map((id): Attempt[] => ofDeliveries.get(id) ?? []);
});

/** Reads the last ten attempts of a listing, newest first (section 2 of the contract). */
export const listRecentAttempts = gathered(async ({ db }: WithDatabase, botIds: readonly string[]) => {
  const last = db.orm
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.botId, theId))
    .orderBy(desc(deliveryAttempts.startedAt))
    .limit(ATTEMPTS_SHOWN)
    .as('last');
  const rows = await db.orm.select().from(eachId(botIds)).crossJoinLateral(last);
  return ofEach(
    botIds,
    rows.map((row): Attempt => row.last),
  );
});
