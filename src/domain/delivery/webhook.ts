import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../../db/client.ts';
import {
  deliveries,
  replays,
  type WebhookFormat,
  type WebhookHold,
  webhooks,
} from '../../db/delivery-tables.ts';
import { fingerprintOf } from '../identity/fingerprint.ts';
import { requireStillManages } from '../identity/still-manages.ts';
import { gathered, isOneOf, ofEach } from '../kernel/batch.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import { type ListingEvent, noteEvent } from '../kernel/events.ts';
import { newId } from '../kernel/ids.ts';
import { beginInRequest, FIRST_ROWS, requestSignal } from '../kernel/in-batches.ts';
import type {
  WithClock,
  WithDatabase,
  WithFaultLog,
  WithRandom,
  WithSecrets,
  WithSender,
} from '../kernel/needs.ts';
import type { PlainReason } from '../kernel/refusal.ts';
import { vetUrl } from '../kernel/vet-url.ts';
import { addNotices } from '../notices/add.ts';
import { cancelOfBot } from './cancel.ts';
import type { WithDispatcher } from './claim.ts';
import { requireUrlOf } from './formats.ts';
import type { Delivery, Origin } from './read.ts';

/** The vote webhook of a listing. */
export interface Webhook {
  readonly botId: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly updatedAt: Date;
  /** The first success with this URL and secret. */
  readonly verifiedAt: Date | null;
  /** A receiver accepted requests until the URL or the secret changed, and none since. */
  readonly workedBefore: boolean;
  /** When the next secret was made, while a rotation in two steps waits for its end. */
  readonly nextSecretAt: Date | null;
  /** Both for {@link sealedFingerprint}: that costs no statement of its own. */
  readonly sealedSecret: Buffer;
  readonly nextSealedSecret: Buffer | null;
  /** Why deliveries of votes are held, since when, and when a failing receiver is tried again: see `hold.ts`. */
  readonly hold: WebhookHold | null;
  readonly heldSince: Date | null;
  readonly probeAt: Date | null;
  /** Deliveries are held after this number of first attempts that failed in a row; null for never. */
  readonly holdAfter: number | null;
  /** The first failed attempt since the last success. */
  readonly failingSince: Date | null;
}

/** A new URL or secret is a new start for a receiver that failed: what was held because of that goes out. */
export const CORRECTED = {
  failingSince: null,
  failedInRow: 0,
  hold: sql`case when ${webhooks.hold} = 'failing' then 'releasing' else ${webhooks.hold} end`,
  probeAt: null,
  probeId: null,
};

/** What is read of a webhook. */
const webhookColumns = {
  botId: webhooks.botId,
  hold: webhooks.hold,
  heldSince: webhooks.heldSince,
  probeAt: webhooks.probeAt,
  holdAfter: webhooks.holdAfter,
  failingSince: webhooks.failingSince,
  url: webhooks.url,
  format: webhooks.format,
  updatedAt: webhooks.updatedAt,
  nextSecretAt: webhooks.nextSecretAt,
  sealedSecret: webhooks.sealedSecret,
  nextSealedSecret: webhooks.nextSealedSecret,
  verifiedAt: sql<Date | null>`case when verified_at >= updated_at then verified_at end`.mapWith(
    webhooks.verifiedAt,
  ),
  workedBefore: sql<boolean>`coalesce(verified_at < updated_at, false)`,
};

/** What ends a rotation in two steps. */
export const NO_NEXT_SECRET = { nextSealedSecret: null, nextSecretAt: null };

/** Finds the webhook of a listing. */
export const findWebhook = gathered(async ({ db }: WithDatabase, botIds: readonly string[]) => {
  const rows = await db.orm.select(webhookColumns).from(webhooks).where(isOneOf(webhooks.botId, botIds));
  return ofEach(botIds, rows).map(([webhook]): Webhook | undefined => webhook);
});

/**
 * Finds the webhook of a listing for something that needs one.
 *
 * @param reason says what needs it
 * @throws {InvalidInputError} with this reason when there is no webhook
 */
export async function requireWebhook(
  services: WithDatabase,
  botId: string,
  reason: PlainReason,
): Promise<Webhook> {
  const webhook = await findWebhook(services, botId);
  if (!webhook) throw new InvalidInputError(reason);
  return webhook;
}

/**
 * The fingerprint of a sealed secret, by which an owner's page knows whether a secret that it still shows is the one that
 * rules. Null where there is none, or no key of this process opens it.
 */
export function sealedFingerprint(
  { secrets }: WithSecrets,
  botId: string,
  sealed: Buffer | null,
): string | null {
  try {
    return sealed && fingerprintOf(secrets.open(sealed, botId));
  } catch {
    return null;
  }
}

/** Finds what a request to a webhook needs besides its delivery. */
export async function findSealedWebhook({ db }: WithDatabase, botId: string) {
  const { url, format, sealedSecret, updatedAt } = webhooks;
  const [webhook] = await db.orm
    .select({ url, format, sealedSecret, updatedAt })
    .from(webhooks)
    .where(eq(webhooks.botId, botId));
  return webhook;
}

/**
 * Sets the URL of the vote webhook and generates a new secret (section 2 of the contract). Attempts that still wait
 * use both. It ends a rotation in two steps.
 *
 * @param format how requests look; all but the default are outside of the contract
 * @returns the webhook and its secret, which can be shown only now
 * @throws {InvalidInputError} when the URL is not https or its host is not public (section 6, rule 7), or is not one
 *   of the format's service; and while very many deliveries of a removed webhook are being cancelled
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export async function setWebhook(
  services: WithDatabase & WithClock & WithRandom & WithSecrets & WithSender,
  botId: string,
  userId: string,
  url: string,
  format: WebhookFormat = 'contract',
): Promise<{ webhook: Webhook; secret: string }> {
  requireUrlOf(format, url);
  await vetUrl(services, url);
  await endLeftOver(services, botId);
  const secret = newSecret(services);
  const sealedSecret = services.secrets.seal(secret, botId);
  const updatedAt = services.now();
  const row = { url, format, sealedSecret, updatedAt, ...NO_NEXT_SECRET };
  return services.db.orm.transaction(async (orm) => {
    await requireStillManages(orm, botId, userId);
    const [webhook] = await orm
      .insert(webhooks)
      .values({ botId, ...row })
      .onConflictDoUpdate({ target: webhooks.botId, set: { ...row, ...CORRECTED } })
      .returning(webhookColumns);
    if (!webhook) throw new Error('An insert returned no row.');
    await noteEvent(orm, { botId, kind: 'webhook_set', userId, at: updatedAt });
    await tellOfSecret(orm, botId, userId, updatedAt);
    return { webhook, secret };
  });
}

/**
 * Changes the URL and the format of the vote webhook and keeps its secret, and a rotation of it that waits. Attempts
 * that still wait use the new URL.
 *
 * @throws {InvalidInputError} when there is no webhook, or the URL is refused as {@link setWebhook} does
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export async function changeWebhook(
  services: WithDatabase & WithClock & WithSender,
  botId: string,
  userId: string,
  url: string,
  format: WebhookFormat = 'contract',
): Promise<Webhook> {
  requireUrlOf(format, url);
  await vetUrl(services, url);
  const event = { botId, kind: 'webhook_set', userId, at: services.now() } as const;
  const changed = await updateWebhook(services, event, { url, format, updatedAt: event.at, ...CORRECTED });
  if (!changed) throw new InvalidInputError('webhook.neededToChange');
  return changed;
}

/** What a manager does to a webhook. */
type WebhookEvent = ListingEvent & { readonly userId: string };

/**
 * Changes the webhook as a manager wants it, and notes that. The other managers are told of a new `updatedAt`, which is
 * that of the URL and the secret.
 *
 * @param condition what must be true of the webhook
 * @returns undefined when there is no such webhook
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export function updateWebhook(
  { db }: WithDatabase,
  event: WebhookEvent,
  values: PgUpdateSetSource<typeof webhooks>,
  condition?: SQL,
): Promise<Webhook | undefined> {
  return db.orm.transaction(async (orm) => {
    await requireStillManages(orm, event.botId, event.userId);
    return updateIn(orm, event, values, condition);
  });
}

/** Changes a webhook as {@link updateWebhook} does, inside of a transaction and without asking for a right. */
export async function updateIn(
  orm: Transaction,
  event: WebhookEvent,
  values: PgUpdateSetSource<typeof webhooks>,
  condition?: SQL,
): Promise<Webhook | undefined> {
  const { botId, userId, at } = event;
  const [changed] = await orm
    .update(webhooks)
    .set(values)
    .where(and(eq(webhooks.botId, botId), condition))
    .returning(webhookColumns);
  if (!changed) return undefined;
  await noteEvent(orm, event);
  if (values.updatedAt) await tellOfSecret(orm, botId, userId, at);
  return changed;
}

/**
 * Replaces the webhook's secret. The contract has one secret only, so attempts that still wait use the new one. The
 * other managers are told. It ends a rotation in two steps.
 *
 * @returns the webhook and its new secret, which can be shown only now
 * @throws {InvalidInputError} when there is no webhook
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export async function rotateSecret(
  services: WithDatabase & WithClock & WithRandom & WithSecrets,
  botId: string,
  userId: string,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = newSecret(services);
  const event = { botId, kind: 'secret_made', userId, at: services.now() } as const;
  const webhook = await updateWebhook(services, event, withSecret(services, secret, event));
  if (!webhook) throw new InvalidInputError('webhook.neededToRotate');
  return { webhook, secret };
}

/**
 * Replaces the secret of a listing's webhook, in the transaction of the act that makes it necessary.
 *
 * @returns undefined without a webhook
 */
export async function replaceSecret(
  services: WithRandom & WithSecrets,
  orm: Pick<Database['orm'], 'update'>,
  botId: string,
  at: Date,
): Promise<{ webhook: Webhook; secret: string } | undefined> {
  const secret = newSecret(services);
  const [webhook] = await orm
    .update(webhooks)
    .set(withSecret(services, secret, { botId, at }))
    .where(eq(webhooks.botId, botId))
    .returning(webhookColumns);
  return webhook && { webhook, secret };
}

/** What a webhook becomes with a new secret. */
const withSecret = (
  { secrets }: WithSecrets,
  secret: string,
  { botId, at }: Pick<ListingEvent, 'botId' | 'at'>,
) => ({ sealedSecret: secrets.seal(secret, botId), updatedAt: at, ...NO_NEXT_SECRET, ...CORRECTED });

/** Tells the other managers that the URL or the secret has changed. */
async function tellOfSecret(
  orm: Pick<Database['orm'], 'execute'>,
  botId: string,
  userId: string,
  at: Date,
): Promise<void> {
  await addNotices(orm, { kind: 'secret_changed', to: 'managers', botId, actorId: userId, data: {}, at });
}

/**
 * Records that the webhook works: a receiver has accepted a request with its URL and secret.
 *
 * @param updatedAt when the URL and the secret were set that the request used; a later change is not verified by it
 */
export async function verifyWebhook(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  updatedAt: Date,
): Promise<void> {
  await db.orm
    .update(webhooks)
    .set({ verifiedAt: now() })
    .where(
      and(
        eq(webhooks.botId, botId),
        eq(webhooks.updatedAt, updatedAt),
        sql`coalesce(${webhooks.verifiedAt} < ${webhooks.updatedAt}, true)`,
      ),
    );
}

/**
 * Removes the webhook. Its replays end, and pending and held deliveries end as `cancelled`, so a later webhook does not
 * get them. When there are very many, a regular job cancels the rest: see `freeForgotten`.
 *
 * @returns whether there was a webhook
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export async function removeWebhook(
  services: WithDatabase & WithClock & WithFaultLog,
  botId: string,
  userId: string,
): Promise<boolean> {
  const at = services.now();
  const removed = await services.db.orm.transaction(async (orm) => {
    await requireStillManages(orm, botId, userId);
    const existed = await deleteWebhook(orm, botId, at);
    if (existed) await noteEvent(orm, { botId, kind: 'webhook_removed', userId, at });
    return existed;
  });
  await beginInRequest(services, 'cancelOfBot', (signal) => cancelOfBot(services, botId, signal));
  return removed;
}

/**
 * Deletes the webhook and its replays, and cancels the first of what waits, in the transaction of the act that ends it. The
 * rest stays for {@link cancelOfBot}, or for `freeForgotten`.
 *
 * @returns whether there was a webhook
 */
export async function deleteWebhook(orm: Transaction, botId: string, at: Date): Promise<boolean> {
  const removed = await orm
    .delete(webhooks)
    .where(eq(webhooks.botId, botId))
    .returning({ botId: webhooks.botId });
  await orm.delete(replays).where(eq(replays.botId, botId));
  const isWaiting = and(eq(deliveries.botId, botId), inArray(deliveries.state, ['pending', 'held']));
  const batch = orm.select({ id: deliveries.id }).from(deliveries).where(isWaiting).limit(FIRST_ROWS);
  await orm
    .update(deliveries)
    .set({ state: 'cancelled', finishedAt: at })
    .where(and(isWaiting, sql`${deliveries.id} = any(array(${batch}))`));
  return removed.length > 0;
}

/**
 * Ends what is left of a webhook that was removed, so that a new one does not get it.
 *
 * @throws {InvalidInputError} when there is too much of it; the next try continues
 */
async function endLeftOver(services: WithDatabase & WithClock, botId: string): Promise<void> {
  if (await findWebhook(services, botId)) return;
  const { isComplete } = await cancelOfBot(services, botId, requestSignal());
  if (!isComplete) throw new InvalidInputError('webhook.ending');
}

/**
 * Sends a test: a `vote.create` event with the user's own id. It is recorded as a delivery, but not as a vote.
 * While a rotation in two steps waits, it is signed with the next secret, and its success ends the rotation.
 *
 * @param origin what the delivery keeps of the user's request
 * @throws {InvalidInputError} when there is no webhook
 */
export async function sendTest(
  services: WithDatabase & WithClock & WithRandom & WithDispatcher,
  botId: string,
  userId: string,
  origin: Origin = {},
): Promise<Delivery> {
  await requireWebhook(services, botId, 'webhook.neededToTest');
  const now = services.now();
  const [delivery] = await services.db.orm
    .insert(deliveries)
    .values({
      id: newId(services, now),
      botId,
      kind: 'test',
      userId,
      votedAt: now,
      state: 'pending',
      createdAt: now,
      requestId: origin.requestId ?? null,
      traceparent: origin.traceparent ?? null,
    })
    .returning();
  if (!delivery) throw new Error('An insert returned no row.');
  services.wakeDispatcher();
  return delivery;
}

/**
 * Makes a random webhook secret of 33 bytes. Its text is letters and digits, so it is valid base64 without padding in
 * both alphabets: libraries of Standard Webhooks take it as it is shown. About one try in four has no other character.
 */
export function newSecret({ randomBytes }: WithRandom): string {
  for (;;) {
    const text = randomBytes(33).toString('base64');
    if (/^[a-z\d]+$/i.test(text)) return `whsec_${text}`;
  }
}
