import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { webhooks } from '../../db/delivery-tables.ts';
import { requireStillManages } from '../identity/still-manages.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import { noteEvent } from '../kernel/events.ts';
import type { WithClock, WithDatabase, WithRandom, WithSecrets } from '../kernel/needs.ts';
import {
  CORRECTED,
  NO_NEXT_SECRET,
  newSecret,
  tellOfSecret,
  type Webhook,
  webhookColumns,
} from './webhook.ts';

/*
 * A rotation in two steps. First the next secret is made, while votes are still signed with the current one. The
 * receiver learns to accept both. Then the next one takes over: a manager ends the rotation, or a test with the next
 * secret succeeds.
 */

/**
 * Makes the next secret of the webhook. One that waits already is replaced.
 *
 * @returns the webhook and its next secret, which can be shown only now
 * @throws {InvalidInputError} when there is no webhook
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export async function beginRotation(
  services: WithDatabase & WithClock & WithRandom & WithSecrets,
  botId: string,
  userId: string,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = newSecret(services);
  const at = services.now();
  return services.db.orm.transaction(async (orm) => {
    await requireStillManages(orm, botId, userId);
    const [webhook] = await orm
      .update(webhooks)
      .set({ nextSealedSecret: services.secrets.seal(secret, botId), nextSecretAt: at })
      .where(eq(webhooks.botId, botId))
      .returning(webhookColumns);
    if (!webhook) throw new InvalidInputError('webhook.neededToRotate');
    await noteEvent(orm, { botId, kind: 'secret_made', userId, at });
    return { webhook, secret };
  });
}

/**
 * Makes the next secret the current one. Attempts that still wait use it. The other managers are told.
 *
 * @throws {InvalidInputError} when no next secret waits
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export function finishRotation(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  userId: string,
): Promise<Webhook> {
  const at = now();
  return db.orm.transaction(async (orm) => {
    await requireStillManages(orm, botId, userId);
    const [webhook] = await activate(orm, botId, { updatedAt: at });
    if (!webhook) throw new InvalidInputError('webhook.noRotation');
    await noteEvent(orm, { botId, kind: 'rotation_finished', userId, at });
    await tellOfSecret(orm, botId, userId, at);
    return webhook;
  });
}

/**
 * Forgets the next secret. Deliveries go on with the current one.
 *
 * @throws {InvalidInputError} when no next secret waits
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export function cancelRotation(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  userId: string,
): Promise<Webhook> {
  const at = now();
  return db.orm.transaction(async (orm) => {
    await requireStillManages(orm, botId, userId);
    const [webhook] = await orm
      .update(webhooks)
      .set(NO_NEXT_SECRET)
      .where(and(eq(webhooks.botId, botId), isNotNull(webhooks.nextSealedSecret)))
      .returning(webhookColumns);
    if (!webhook) throw new InvalidInputError('webhook.noRotation');
    await noteEvent(orm, { botId, kind: 'rotation_cancelled', userId, at });
    return webhook;
  });
}

/**
 * Makes the next secret the current one, because a receiver has accepted a test that was signed with it. The webhook is
 * verified by that. Nothing happens when URL or secrets have changed since the request was made.
 *
 * @param used the times of the URL and of the next secret that the request used
 * @param userId who sent the test
 */
export async function activateTested(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  userId: string,
  used: { readonly updatedAt: Date; readonly nextSecretAt: Date },
): Promise<void> {
  const at = now();
  await db.orm.transaction(async (orm) => {
    const isUsed = and(eq(webhooks.updatedAt, used.updatedAt), eq(webhooks.nextSecretAt, used.nextSecretAt));
    const activated = await activate(orm, botId, { updatedAt: at, verifiedAt: at }, isUsed);
    if (activated.length === 0) return;
    await noteEvent(orm, { botId, kind: 'rotation_finished', userId, at });
    await tellOfSecret(orm, botId, userId, at);
  });
}

const activate = (
  orm: Pick<Database['orm'], 'update'>,
  botId: string,
  times: { readonly updatedAt: Date; readonly verifiedAt?: Date },
  condition?: SQL,
) =>
  orm
    .update(webhooks)
    .set({ sealedSecret: sql`next_sealed_secret`, ...NO_NEXT_SECRET, ...CORRECTED, ...times })
    .where(and(eq(webhooks.botId, botId), isNotNull(webhooks.nextSealedSecret), condition))
    .returning(webhookColumns);
