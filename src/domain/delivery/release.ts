import type { ISql } from 'postgres';
import { DAY_MS } from '../../lib/day.ts';
import { untilDone } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { cancelOfBot } from './cancel.ts';
import { holdPending } from './hold.ts';

/** Webhooks that one look handles. */
const BOTS = 100;

interface Due {
  readonly botId: string;
  readonly hold: 'releasing' | 'failing';
}

/**
 * Releases held deliveries that may go out: the oldest one of each webhook that was resumed, and one probe for a receiver
 * that fails. Several processes may do this at once. When nothing is to be done, it costs one statement, which reads the
 * webhooks with a hold.
 *
 * @param releasing gets the bots whose held deliveries go out; see {@link releaseNext}
 * @returns the number of deliveries that returned to the outbox
 */
export async function releaseHeld(
  services: WithDatabase & WithClock,
  releasing = new Set<string>(),
): Promise<number> {
  const { db, now } = services;
  const at = now();
  const due = await db.sql<Due[]>`
    select bot_id as "botId", hold from webhooks
    where hold is not null and (hold = 'releasing' or hold = 'failing' and ${isProbeDue(db.sql, at)} and exists (
      select from deliveries where bot_id = webhooks.bot_id and state in ('held', 'pending')))
    -- So that receivers that stay slow do not keep others from their turn.
    order by random() limit ${BOTS}`;
  releasing.clear();
  for (const { botId, hold } of due) if (hold === 'releasing') releasing.add(botId);
  let released = 0;
  for (const { botId, hold } of due) {
    if (hold === 'releasing') released += await releaseNext(services, botId);
    else {
      await holdPending(services, botId);
      released += await sendProbe(services, botId);
    }
  }
  return released;
}

/** The time has come, or the probe before has ended in another way than by its attempts. */
function isProbeDue(sql: ISql, at: Date) {
  return sql`(probe_at <= ${at} or probe_at is null and not exists (
    select from deliveries where id = webhooks.probe_id and state = 'pending'))`;
}

/**
 * Releases the oldest held delivery of a webhook that was resumed, when the attempt of the one before is over. So its
 * receiver gets them in their order. After the last one the hold ends.
 *
 * @returns how many deliveries returned to the outbox
 */
export function releaseNext({ db, now }: WithDatabase & WithClock, botId: string): Promise<number> {
  const at = now();
  return db.sql.begin(async (sql) => {
    const [webhook] = await sql`
      select from webhooks where bot_id = ${botId} and hold = 'releasing' for update skip locked`;
    if (!webhook) return 0;
    // A statement of its own: it must see what another process did that had the lock until now.
    const [due] = await sql`
      select from deliveries where bot_id = ${botId} and state = 'pending' and kind = 'vote'
        and (dispatched_at is null or next_attempt_at is null or next_attempt_at <= ${at}) limit 1`;
    if (due) return 0;
    const { count } = await sql`
      update deliveries set state = 'pending', dispatched_at = null, leased_until = null, next_attempt_at = ${at}
      where id = (
        select id from deliveries where bot_id = ${botId} and state = 'held'
        order by created_at, voted_at limit 1 for update)`;
    if (count === 0)
      await sql`
        update webhooks set hold = null, held_since = null
        where bot_id = ${botId} and not exists (select from deliveries where bot_id = ${botId} and state = 'held')`;
    return count;
  });
}

function sendProbe({ db, now }: WithDatabase & WithClock, botId: string): Promise<number> {
  const at = now();
  return db.sql.begin(async (sql) => {
    const [webhook] = await sql`
      select from webhooks where bot_id = ${botId} and hold = 'failing' and ${isProbeDue(sql, at)}
      for update skip locked`;
    if (!webhook) return 0;
    const [probe] = await sql<{ id: string }[]>`
      update deliveries set state = 'pending', dispatched_at = null, leased_until = null, next_attempt_at = ${at}
      where id = (
        select id from deliveries where bot_id = ${botId} and state = 'held'
        order by created_at, voted_at limit 1 for update skip locked)
      returning id`;
    if (!probe) return 0;
    await sql`update webhooks set probe_id = ${probe.id}, probe_at = null where bot_id = ${botId}`;
    return 1;
  });
}

/**
 * Finds deliveries that nothing else would move. Held ones without a hold go out: their vote was cast while the last ones
 * were released. Those without a webhook end as `cancelled`, and those that wait while a webhook is paused are held: the
 * request that wanted it had no time for so many, or was interrupted. Its cost depends on the number of bots.
 *
 * @param signal ends it after the batch in progress
 * @returns the number of webhooks and deliveries that it changed
 */
export async function freeForgotten(
  services: WithDatabase & WithClock,
  signal?: AbortSignal,
): Promise<number> {
  const { sql } = services.db;
  const [found] = await sql<{ freed: number; ending: string[]; paused: string[] }[]>`
    with recursive holding as (
      (select bot_id from deliveries where state = 'held' order by bot_id limit 1)
      union all
      select next.bot_id from holding cross join lateral (
        select bot_id from deliveries where state = 'held' and bot_id > holding.bot_id order by bot_id limit 1
      ) next
    ), waiting as (
      (select bot_id from deliveries where state = 'pending' and dispatched_at is null order by bot_id limit 1)
      union all
      select next.bot_id from waiting cross join lateral (
        select bot_id from deliveries
        where state = 'pending' and dispatched_at is null and bot_id > waiting.bot_id order by bot_id limit 1
      ) next
    ), freed as (
      update webhooks set hold = 'releasing', held_since = ${services.now()}
      where hold is null and bot_id in (select bot_id from holding) returning bot_id
    )
    select (select count(*)::int from freed) as freed,
      array(select bot_id from (select bot_id from holding union select bot_id from waiting) left_over
        where not exists (select from webhooks where bot_id = left_over.bot_id)) as ending,
      array(select bot_id from waiting join webhooks using (bot_id) where hold = 'paused') as paused`;
  let changed = found?.freed ?? 0;
  for (const botId of found?.ending ?? []) changed += (await cancelOfBot(services, botId, signal)).changed;
  for (const botId of found?.paused ?? []) changed += (await holdPending(services, botId, signal)).changed;
  return changed;
}

/** Held deliveries end after this time at the earliest. Owners are told a week before. */
const HELD_DAYS = 30;
const TOLD_DAYS = 7;

/**
 * Ends held deliveries that are older than the retention keeps deliveries, and at least 30 days old.
 *
 * @param days how long deliveries are kept
 */
export async function endHeld(
  { db: { sql }, now }: WithDatabase & WithClock,
  days: number,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - Math.max(HELD_DAYS, days) * DAY_MS);
  await untilDone(
    (size) => sql`
      update deliveries set state = 'cancelled', finished_at = ${now()}
      where state = 'held' and id = any(array(
        select id from deliveries where state = 'held' and created_at < ${before} limit ${size}))`,
    signal,
  );
}

/**
 * Tells the managers of bots a week before held deliveries end, once in each hold.
 *
 * @param days how long deliveries are kept; 0 for ever
 */
export async function tellOfHeld(
  { db: { sql }, now }: WithDatabase & WithClock,
  days: number,
): Promise<void> {
  if (days === 0) return;
  const at = now();
  const before = new Date(at.getTime() - (Math.max(HELD_DAYS, days) - TOLD_DAYS) * DAY_MS);
  await sql`
    select add_notices('held_expiring', concat_ws(' ', bot_id, held_since),
      array(select user_id from bot_owners where bot_id = held.bot_id and accepted_at is not null), bot_id, null,
      jsonb_build_object('count', count), ${at}, ${at})
    from (
      select bot_id, held_since, count(*) as count from deliveries join webhooks using (bot_id)
      where state = 'held' and created_at < ${before} group by bot_id, held_since
    ) held order by bot_id`;
}

/** How many deliveries are held, by the reason. */
export async function measureHeld({ db: { sql } }: WithDatabase): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ reason: string; count: number }[]>`
    select coalesce(hold, 'releasing') as reason, count(*)::int as count
    from deliveries left join webhooks using (bot_id) where state = 'held' group by 1`;
  return new Map(rows.map(({ reason, count }) => [reason, count]));
}
