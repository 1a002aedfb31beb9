import type { Database } from '../../db/client.ts';
import { createWatch, type Watch } from '../kernel/watch.ts';

/** Watches the deliveries of bots, by their ids. It sees attempts of all processes. */
export const createDeliveryWatch = ({ sql }: Pick<Database, 'sql'>): Watch =>
  createWatch((botIds) => readFingerprints(sql, botIds));

/**
 * Reads a fingerprint of each bot's webhook, and of its last ten attempts and deliveries. It changes with any of them, so
 * that all that an owner sees of them is of one moment.
 */
async function readFingerprints(
  sql: Database['sql'],
  botIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ botId: string; fingerprint: string }[]>`
    select watched.bot_id as "botId", md5(concat(
      (
        select string_agg(
          concat_ws(':', attempt.delivery_id, attempt.round, attempt.number, delivery.state, delivery.round,
            delivery.next_attempt_at), ',' order by attempt.delivery_id, attempt.round, attempt.number)
        from (
          select delivery_id, round, number from delivery_attempts
          where bot_id = watched.bot_id order by started_at desc limit 10
        ) attempt join deliveries delivery on delivery.id = attempt.delivery_id
      ), ';', (
        select string_agg(concat_ws(':', id, state, round, next_attempt_at), ',' order by id)
        from (
          select id, state, round, next_attempt_at from deliveries
          where bot_id = watched.bot_id order by created_at desc limit 10
        ) delivery
      ), ';', (
        select concat_ws(':', md5(url), format, updated_at, verified_at, next_secret_at, hold, held_since, hold_after,
          failing_since, probe_at)
        from webhooks where bot_id = watched.bot_id
      ))) as fingerprint
    from unnest(${botIds}::text[]) as watched(bot_id)`;
  return new Map(rows.map(({ botId, fingerprint }) => [botId, fingerprint]));
}
