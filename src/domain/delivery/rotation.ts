import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { webhooks } from '../../db/delivery-tables.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase, WithRandom, WithSecrets } from '../kernel/needs.ts';
import { CORRECTED, NO_NEXT_SECRET, newSecret, updateIn, updateWebhook, type Webhook } from './webhook.ts';

/*
 * A rotation in two steps. First the next secret is made, while votes are still signed with the current one. The
 * receiver learns to accept both. Then the next one takes over: a manager ends the rotation, or a test with the next
 * secret succeeds.
 */

const NEXT_WAITS = isNotNull(webhooks.nextSealedSecret);

/** Makes the next secret the current one. */
const ACTIVATED = { sealedSecret: sql`next_sealed_secret`, ...NO_NEXT_SECRET, ...CORRECTED };

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
  const event = { botId, kind: 'secret_made', userId, at: services.now() } as const;
  const next = { nextSealedSecret: services.secrets.seal(secret, botId), nextSecretAt: event.at };
  const webhook = await updateWebhook(services, event, next);
  if (!webhook) throw new InvalidInputError('webhook.neededToRotate');
  return { webhook, secret };
}

/**
 * Makes the next secret the current one. Attempts that still wait use it. The other managers are told.
 *
 * @throws {InvalidInputError} when no next secret waits
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export async function finishRotation(
  services: WithDatabase & WithClock,
  botId: string,
  userId: string,
): Promise<Webhook> {
  const event = { botId, kind: 'rotation_finished', userId, at: services.now() } as const;
  const webhook = await updateWebhook(services, event, { ...ACTIVATED, updatedAt: event.at }, NEXT_WAITS);
  if (!webhook) throw new InvalidInputError('webhook.noRotation');
  return webhook;
}

/**
 * Forgets the next secret. Deliveries go on with the current one.
 *
 * @throws {InvalidInputError} when no next secret waits
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export async function cancelRotation(
  services: WithDatabase & WithClock,
  botId: string,
  userId: string,
): Promise<Webhook> {
  const event = { botId, kind: 'rotation_cancelled', userId, at: services.now() } as const;
  const webhook = await updateWebhook(services, event, NO_NEXT_SECRET, NEXT_WAITS);
  if (!webhook) throw new InvalidInputError('webhook.noRotation');
  return webhook;
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
  const event = { botId, kind: 'rotation_finished', userId, at: now() } as const;
  const values = { ...ACTIVATED, updatedAt: event.at, verifiedAt: event.at };
  const isUsed = and(eq(webhooks.updatedAt, used.updatedAt), eq(webhooks.nextSecretAt, used.nextSecretAt));
  await db.orm.transaction((orm) => updateIn(orm, event, values, and(NEXT_WAITS, isUsed)));
}
