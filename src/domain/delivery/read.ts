import { asc, desc, eq, type InferSelectModel, inArray } from 'drizzle-orm';
import { deliveries, deliveryAttempts } from '../../db/tables.ts';
import { gathered } from '../kernel/batch.ts';
import { eachId, theId } from '../kernel/each-id.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** A delivery of a vote or a test. */
export type Delivery = InferSelectModel<typeof deliveries>;
/** An attempt of a delivery. */
export type Attempt = InferSelectModel<typeof deliveryAttempts>;

/** The number of attempts that are shown (section 8 of the contract). */
const ATTEMPTS_SHOWN = 10;

const lastDeliveries = gathered(
  async ({ db }: WithDatabase, keys: readonly { botId: string; limit: number }[]) => {
    const last = db.orm
      .select()
      .from(deliveries)
      .where(eq(deliveries.botId, theId))
      .orderBy(desc(deliveries.createdAt))
      .limit(Math.max(...keys.map(({ limit }) => limit)))
      .as('last');
    const rows = await db.orm
      .select()
      .from(eachId(keys.map(({ botId }) => botId)))
      .crossJoinLateral(last);
    const ofBots = Map.groupBy(
      rows.map((row) => row.last),
      ({ botId }) => botId,
    );
    return keys.map(({ botId, limit }) => ofBots.get(botId)?.slice(0, limit) ?? []);
  },
);

/**
 * Reads the last deliveries of a listing, newest first.
 *
 * @param limit the maximum number of deliveries
 */
export function listDeliveries(services: WithDatabase, botId: string, limit: number): Promise<Delivery[]> {
  return lastDeliveries(services, { botId, limit });
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

/** Finds a delivery of a listing by its id. */
export function findDelivery(
  services: WithDatabase,
  botId: string,
  deliveryId: string,
): Promise<Delivery | undefined> {
  return deliveriesById(services, { botId, deliveryId });
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
  const ofBots = Map.groupBy(
    rows.map((row) => row.last),
    ({ botId }) => botId,
  );
  return botIds.map((id): Attempt[] => ofBots.get(id) ?? []);
});
