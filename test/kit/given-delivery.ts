import type { Services } from '../../src/schema/context.ts';
import { given } from './given.ts';
import { first } from './present.ts';
import { at, NOON } from './time.ts';

/** The webhook of deliveries that a fake sender makes: nobody listens there. */
export const RECEIVER = 'https://receiver.example/hook?source=list';

export type GivenDelivery = Awaited<ReturnType<typeof givenDelivery>>;

/** Takes a delivery out of the outbox, as a dispatcher does after its workflow has started. */
export async function markTaken({ db, now }: Services, deliveryId: string): Promise<void> {
  await db.sql`update deliveries set dispatched_at = ${now()} where id = ${deliveryId}`;
}

/** Casts a vote of a new user for a new bot, and leaves its delivery in the outbox. */
export async function givenDelivery(services: Services, time = NOON) {
  const bot = await given(at(services, time)).listing().withWebhook(RECEIVER).votes(1).approved();
  const rows = await services.db.sql<{ id: string; userId: string; votedAt: Date }[]>`
    select id, user_id as "userId", voted_at as "votedAt" from deliveries where bot_id = ${bot.id}`;
  const { id: deliveryId, userId, votedAt } = first(rows);
  return {
    bot,
    userId,
    votedAt,
    deliveryId,
    /** The attempt with this number, in the round with this number. */
    request: (number: number, round = 1) => ({ deliveryId, botId: bot.id, round, number }),
  };
}
