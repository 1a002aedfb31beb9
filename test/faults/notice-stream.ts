import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/db/client.ts';
import type { Seeded } from '../../src/seed/seed.ts';
import type { PushService } from '../kit/push-service.ts';

/** Users who follow the bot of the news. */
const FOLLOWERS = 20;
/** Reminders that begin at once. */
const REMINDERS = 10;
/** How soon they are due, in milliseconds. */
const SOON_MS = 3000;

/** What was caused, and has to be told. */
export interface NoticeStream {
  /** Publishes news and begins reminders. It counts only what the database has acknowledged. */
  cause(): Promise<void>;
  /** What is not told yet, or is told more than once, by what it is; nothing when all is right. */
  whatIsWrong(): Promise<Readonly<Record<string, unknown>>>;
  /** How many notices are stored, and how many pushes have arrived for them. */
  count(): Promise<{ readonly notices: number; readonly pushes: number }>;
}

/** Gives all users of a sample a browser, and makes some of them followers of a bot. */
export async function startNotices(
  { sql }: Pick<Database, 'sql'>,
  { bots, users }: Seeded,
  push: PushService,
): Promise<NoticeStream> {
  const [followed] = bots;
  if (!followed) throw new Error('There is no bot to follow.');
  const ids = users.map(({ id }) => id);
  const { endpoint, p256dh, auth } = push.subscription;
  await sql`
    insert into notice_channels (id, user_id, kind, address, address_key, label, created_at, confirmed_at)
    select gen_random_uuid(), id, 'push', jsonb_build_object('endpoint', ${endpoint}::text || id, 'p256dh',
      ${p256dh}::text, 'auth', ${auth}::text, 'language', 'en'), id, 'Browser', now(), now()
    from unnest(${ids}::text[]) as reader(id)`;
  const followers = ids.slice(0, FOLLOWERS);
  await sql`
    insert into favourites (bot_id, user_id, created_at)
    select ${followed.id}, id, now() from unnest(${followers}::text[]) as follower(id) on conflict do nothing`;
  const news: string[] = [];
  const reminders: { readonly botId: string; readonly userId: string; readonly dueAt: string }[] = [];
  let next = 0;

  async function publish(): Promise<void> {
    const id = randomUUID();
    await sql.begin(async (sql) => {
      await sql`
        insert into listing_news (id, bot_id, title, text, published_at)
        values (${id}, ${followed?.id ?? ''}, 'News', 'Text.', now())`;
      await sql`insert into news_fan_outs (news_id) values (${id})`;
    });
    news.push(id);
  }

  /** As a vote begins them, almost twelve hours later. No pair of user and bot is taken twice. */
  async function remind(): Promise<void> {
    const dueAt = new Date(Date.now() + SOON_MS).toISOString();
    const begun = Array.from({ length: REMINDERS }, () => {
      const place = next++;
      const bot = bots[1 + (Math.floor(place / ids.length) % (bots.length - 1))];
      return { botId: bot?.id ?? '', userId: ids[place % ids.length] ?? '', dueAt };
    });
    await sql`
      insert into reminders (user_id, bot_id, due_at)
      select user_id, bot_id, ${dueAt}
      from unnest(${begun.map(({ userId }) => userId)}::text[], ${begun.map(({ botId }) => botId)}::text[])
        as begun(user_id, bot_id)`;
    reminders.push(...begun);
  }

  const arrived = () => push.received.map(({ message }) => message.tag.replace('notice-', ''));

  return {
    // While PostgreSQL is away, nothing is caused.
    cause: async () => void (await Promise.allSettled([publish(), remind()])),
    async whatIsWrong() {
      const found = {
        'news that a follower was not told of': await sql`
          select news.id, reader.id as reader
          from unnest(${news}::text[]) as news(id) cross join unnest(${followers}::text[]) as reader(id)
          where not exists (select from notices where kind = 'news_published' and subject = news.id and user_id = reader.id)`,
        'reminders that were not told': await sql`
          select * from unnest(${reminders.map((one) => one.userId)}::text[],
            ${reminders.map(({ botId, dueAt }) => `${botId} ${dueAt}`)}::text[]) as said(user_id, subject)
          where not exists (select from notices where kind = 'vote_open'
            and notices.subject = said.subject and notices.user_id = said.user_id)`,
        'reminders that were told twice': await sql`
          select user_id, bot_id from notices where kind = 'vote_open' group by user_id, bot_id having count(*) > 1`,
        'reminders that are left': await sql`select id from reminders`,
        'notices that have not left the site': await sql`
          select notice_id, state, failure from notice_sends where state <> 'sent'`,
        'notices that arrived nowhere, though they are said to have left': await sql`
          select notice_id from notice_sends where state = 'sent' and not notice_id::text = any(${arrived()}::text[])`,
        'pushes without a notice': await sql`
          select id from unnest(${arrived()}::text[]) as push(id)
          where not exists (select from notices where notices.id::text = push.id)`,
      };
      return Object.fromEntries(Object.entries(found).filter(([, rows]) => rows.length > 0));
    },
    async count() {
      const [{ notices } = { notices: 0 }] = await sql<{ notices: number }[]>`
        select count(*)::int as notices from notices where kind in ('news_published', 'vote_open')`;
      return { notices, pushes: push.received.length };
    },
  };
}
