import { inArray, sql } from 'drizzle-orm';
import { webhooks } from '../../db/delivery-tables.ts';
import { HOLD_AFTER } from '../../terms/schedule.ts';
import { gathered } from '../kernel/batch.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import { beginInRequest, type Swept, untilDone } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase, WithFaultLog } from '../kernel/needs.ts';
import type { PreparedAttempt } from './attempt-statements.ts';
import { requireWebhook, updateWebhook, type Webhook } from './webhook.ts';

const NO_PROBE = { probeAt: null, probeId: null };

/** Whether no delivery of a vote may go out, except the probe of a failing receiver. */
export function isClosed({ hold, isProbe }: Pick<PreparedAttempt, 'hold' | 'isProbe'>): boolean {
  return hold === 'paused' || (hold === 'failing' && !isProbe);
}

/**
 * Pauses the webhook: deliveries of votes are held, new ones and those that wait for a retry, until somebody resumes it.
 * An attempt that is under way is finished. Tests go out. Pausing again changes nothing.
 *
 * @throws {InvalidInputError} when there is no webhook
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export async function pauseWebhook(
  services: WithDatabase & WithClock & WithFaultLog,
  botId: string,
  userId: string,
): Promise<Webhook> {
  const event = { botId, kind: 'webhook_paused', userId, at: services.now() } as const;
  const hold = { hold: 'paused', heldSince: event.at, ...NO_PROBE } as const;
  const paused = await updateWebhook(services, event, hold, sql`hold is distinct from 'paused'`);
  if (paused) await beginInRequest(services, 'holdPending', (signal) => holdPending(services, botId, signal));
  return paused ?? requireWebhook(services, botId, 'webhook.neededToHold');
}

/**
 * Ends a pause, or a hold because of failures. What is held goes out one after the other, oldest first.
 * Without a hold nothing changes.
 *
 * @throws {InvalidInputError} when there is no webhook
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export async function resumeWebhook(
  services: WithDatabase & WithClock,
  botId: string,
  userId: string,
): Promise<Webhook> {
  const event = { botId, kind: 'webhook_resumed', userId, at: services.now() } as const;
  const release = { hold: 'releasing', failingSince: null, failedInRow: 0, ...NO_PROBE } as const;
  const isHeld = inArray(webhooks.hold, ['paused', 'failing']);
  const resumed = await updateWebhook(services, event, release, isHeld);
  return resumed ?? requireWebhook(services, botId, 'webhook.neededToHold');
}

/**
 * Sets whether deliveries are held after first attempts have failed in a row. A hold that has begun stays.
 *
 * @param failures one of {@link HOLD_AFTER}, or null for never
 * @throws {InvalidInputError} when there is no webhook, or the number is not offered
 * @throws {ForbiddenError} when the user no longer manages the listing
 */
export async function setHoldAfter(
  services: WithDatabase & WithClock,
  botId: string,
  userId: string,
  failures: number | null,
): Promise<Webhook> {
  if (failures !== null && !HOLD_AFTER.includes(failures)) throw new InvalidInputError('webhook.holdAfter');
  const event = { botId, kind: 'hold_changed', userId, at: services.now() } as const;
  const changed = await updateWebhook(services, event, { holdAfter: failures });
  if (!changed) throw new InvalidInputError('webhook.neededToHold');
  return changed;
}

/** Holds what waits, in batches. It stops when the hold ends meanwhile. The probe of a failing receiver goes on. */
export function holdPending({ db }: WithDatabase, botId: string, signal?: AbortSignal): Promise<Swept> {
  return untilDone(
    (size) =>
      db.sql.begin(async (sql) => {
        const waiting = await sql<{ id: string }[]>`
          select id from deliveries join webhooks using (bot_id)
          where bot_id = ${botId} and state = 'pending' and kind = 'vote'
            and hold in ('paused', 'failing') and id is distinct from probe_id
          limit ${size} for update of deliveries skip locked`;
        // A statement of its own: another process may have sent one of them as the probe since the first one looked.
        return sql`
          update deliveries set state = 'held', leased_until = null
          where id = any(${waiting.map(({ id }) => id)}) and exists (
            select from webhooks where bot_id = ${botId}
              and hold in ('paused', 'failing') and deliveries.id is distinct from probe_id)`;
      }),
    signal,
  );
}

/**
 * Holds a delivery whose attempt is due.
 *
 * @throws when the hold has just ended
 */
export async function holdDelivery({ db: { sql } }: WithDatabase, id: string): Promise<void> {
  const { count } = await sql`
    update deliveries set state = 'held', leased_until = null, next_attempt_at = null
    where id = ${id} and state = 'pending'
      and exists (select from webhooks where bot_id = deliveries.bot_id and hold in ('paused', 'failing'))`;
  if (count === 0) throw new Error('The hold of the webhook has just ended.');
}

/** Counts the held deliveries of each listing. */
export const countHeld = gathered(async ({ db: { sql } }: WithDatabase, botIds: readonly string[]) => {
  const rows = await sql<{ botId: string; count: number }[]>`
    select bot_id as "botId", count(*)::int as count from deliveries
    where state = 'held' and bot_id = any(${[...botIds]}::text[]) group by bot_id`;
  const counts = new Map(rows.map(({ botId, count }) => [botId, count]));
  return botIds.map((botId) => counts.get(botId) ?? 0);
});
