import { DAY_MS, HOUR_MS } from '../../lib/day.ts';
import { DEAD_AFTER_MS } from '../../terms/activity.ts';
import { type Batch, inBatches, type Swept } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';

/** Followers that one statement tells at most. */
const FOLLOWERS = 500;
/** Who fell silent earlier than this before is not told: a service that was down for longer tells of today. */
const SILENT_SINCE_MS = 2 * DAY_MS;
/** Moderators are told of what has waited longer. */
const LONG_WAIT_MS = 2 * DAY_MS;

/**
 * Tells followers of news that has not reached all of them, the oldest first. Each batch is a transaction, so nobody is
 * left out or told twice when a process dies in between.
 *
 * @param signal ends it after the batch in progress; the next call continues
 */
export function tellFollowers(services: WithDatabase & WithClock, signal?: AbortSignal): Promise<Swept> {
  return inBatches(FOLLOWERS, (size) => tellSome(services, size), signal);
}

function tellSome({ db, now }: WithDatabase & WithClock, size: number): Promise<Batch<true>> {
  const at = now();
  return db.sql.begin(async (sql) => {
    const [task] = await sql<{ newsId: string; botId: string; title: string; upTo: string }[]>`
      select news_id as "newsId", note.bot_id as "botId", note.title, up_to as "upTo"
      from news_fan_outs join listing_news note on note.id = news_id
      order by news_id limit 1 for update of news_fan_outs skip locked`;
    if (!task) return { changed: 0 };
    const { newsId, botId, title, upTo } = task;
    const followers = await sql<{ id: string }[]>`
      select user_id as id from favourites
      where bot_id = ${botId} and user_id > ${upTo} order by user_id limit ${size}`;
    const ids = followers.map(({ id }) => id);
    await sql`
      select add_notices('news_published', ${newsId}, ${ids}::text[], ${botId}, null,
        ${JSON.stringify({ title })}::text::jsonb, ${at}, ${at})`;
    if (ids.length < size) await sql`delete from news_fan_outs where news_id = ${newsId}`;
    else await sql`update news_fan_outs set up_to = ${ids.at(-1) ?? ''} where news_id = ${newsId}`;
    return { changed: ids.length, next: true };
  });
}

/** Tells the managers of public bots that have just fallen silent, once for each silence. */
export async function tellOfSilence({ db, now }: WithDatabase & WithClock): Promise<void> {
  const at = now();
  const latest = new Date(at.getTime() - DEAD_AFTER_MS);
  const earliest = new Date(latest.getTime() - SILENT_SINCE_MS);
  await db.sql`
    select add_notices('bot_silent', concat_ws(' ', bots.id, to_char(checked_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      array(select user_id from bot_owners where bot_id = bots.id and accepted_at is not null), bots.id, null,
      jsonb_build_object('since', to_char(checked_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), ${at}, ${at})
    from bot_stats join bots on bots.id = bot_id and state = 'approved'
    where coalesce(active_hour, '-infinity') between ${new Date(earliest.getTime() - HOUR_MS)} and ${latest}
      and checked_in_at between ${earliest} and ${latest}
    order by bots.id`;
}

/**
 * Tells moderators once a day while listings, edits or reports have waited for more than two days.
 *
 * @param services.admins ids of the users whom the configuration makes admins
 */
export async function tellModerators({
  db,
  now,
  admins,
}: WithDatabase & WithClock & { readonly admins: ReadonlySet<string> }): Promise<void> {
  const at = now();
  const before = new Date(at.getTime() - LONG_WAIT_MS);
  await db.sql`
    select add_notices('queue_waiting', ${at.toISOString().slice(0, 10)},
      array(select id from users where role is not null union select unnest(${[...admins]}::text[])), null, null,
      jsonb_build_object('count', count), ${at}, ${at})
    from (
      select (select count(*) from bots where state = 'pending' and state_changed_at < ${before})
        + (select count(*) from listing_edits where state = 'waiting' and edited_at < ${before})
        + (select count(*) from reports where closed_at is null and created_at < ${before}) as count
    ) late where count > 0`;
}
