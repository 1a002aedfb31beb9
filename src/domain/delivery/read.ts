import { and, asc, desc, eq, type InferSelectModel } from 'drizzle-orm';
import { deliveries, deliveryAttempts } from '../../db/tables.ts';
import type { WithDatabase } from '../kernel/needs.ts';

export type Delivery = InferSelectModel<typeof deliveries>;
export type Attempt = InferSelectModel<typeof deliveryAttempts>;

/** Section 8 of the contract: webhook attempt history shown. */
const ATTEMPTS_SHOWN = 10;

/** The last deliveries of a listing, newest first. */
export function listDeliveries({ db }: WithDatabase, botId: string, limit: number): Promise<Delivery[]> {
  return db.orm
    .select()
    .from(deliveries)
    .where(eq(deliveries.botId, botId))
    .orderBy(desc(deliveries.createdAt))
    .limit(limit);
}

/** One delivery of a listing. */
export async function findDelivery(
  { db }: WithDatabase,
  botId: string,
  deliveryId: string,
): Promise<Delivery | undefined> {
  const [delivery] = await db.orm
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, deliveryId), eq(deliveries.botId, botId)));
  return delivery;
}

/** The attempts of a delivery, first to last. */
export function listAttempts({ db }: WithDatabase, deliveryId: string): Promise<Attempt[]> {
  return db.orm
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, deliveryId))
    .orderBy(asc(deliveryAttempts.round), asc(deliveryAttempts.number));
}

/** The last ten delivery attempts of a listing, newest first (section 2 of the contract). */
export function listRecentAttempts({ db }: WithDatabase, botId: string): Promise<Attempt[]> {
  return db.orm
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.botId, botId))
    .orderBy(desc(deliveryAttempts.startedAt))
    .limit(ATTEMPTS_SHOWN);
}
