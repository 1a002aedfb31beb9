import type { ListingState } from '../../db/tables.ts';
import { gathered, ofEach } from '../kernel/batch.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import { isId, newId } from '../kernel/ids.ts';
import { beginInRequest, untilDone } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase, WithFaultLog, WithRandom } from '../kernel/needs.ts';
import { type ListingCard, withCards } from './card.ts';
import { readLine, readMarkdown } from './fields.ts';

const TITLE_LENGTH = { min: 3, max: 80 };
const TEXT_LENGTH = { min: 1, max: 2000 };
/** A listing keeps its newest notes. */
export const MAX_NEWS = 50;

/** A short note of an owner about what changed. */
export interface News {
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  readonly publishedAt: Date;
}

interface NewsKey {
  readonly botId: string;
  readonly first: number;
}

/** A note with the bot that it is about. */
export interface NewsOfListing extends News {
  readonly listing: ListingCard;
}

/** What an owner writes. */
interface Note {
  readonly title: string;
  readonly text: string;
}

/**
 * Validates a note before it counts against the user's rate limit.
 *
 * @throws {InvalidInputError} when the title or the text is too short or too long, or has characters that a name or a
 *   long description cannot have
 */
export function readNote({ title, text }: Note): Note {
  return {
    title: readLine('newsTitle', title, TITLE_LENGTH),
    text: readMarkdown('newsText', text, TEXT_LENGTH),
  };
}

/**
 * Publishes a note. With the fifty-first note of a listing, the oldest one is deleted. There are no drafts: what is
 * published is what followers read at once, and a listing that is not public has nobody to read it.
 *
 * @throws {InvalidInputError} as {@link readNote}
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when the listing is not public
 */
export async function publishNews(
  services: WithDatabase & WithClock & WithRandom,
  botId: string,
  note: Note,
): Promise<void> {
  const { title, text } = readNote(note);
  const now = services.now();
  const newsId = newId(services, now);
  await services.db.sql.begin(async (sql) => {
    // The lock makes concurrent calls wait, so that each one counts correctly. The change of the row makes kept pages
    // of the listing out of date.
    const [listing] = await sql<{ state: ListingState }[]>`
      update bots set updated_at = updated_at where id = ${botId} and state <> 'removed' returning state`;
    if (!listing) throw new NotFoundError();
    if (listing.state !== 'approved') throw new ConflictError('news.notPublic');
    await sql`
      insert into listing_news (id, bot_id, title, text, published_at)
      values (${newsId}, ${botId}, ${title}, ${text}, ${now})`;
    await sql`insert into news_fan_outs (news_id) values (${newsId})`;
    await sql`
      delete from listing_news where id in (
        select id from listing_news where bot_id = ${botId} order by id desc offset ${MAX_NEWS}
      )`;
  });
}

/**
 * Removes a note.
 *
 * @throws {InvalidInputError} when the listing has no such note
 */
export async function removeNews(
  services: WithDatabase & WithFaultLog,
  botId: string,
  newsId: string,
): Promise<void> {
  const { db } = services;
  if (!isId(newsId)) throw new InvalidInputError('news.notFound');
  await db.sql.begin(async (sql) => {
    await sql`update bots set updated_at = updated_at where id = ${botId}`;
    const removed = await sql`
      delete from listing_news where bot_id = ${botId} and id = ${newsId} returning id`;
    if (removed.length === 0) throw new InvalidInputError('news.notFound');
  });
  // Any number of users follow the bot. What is left is deleted with old notices.
  const deleteBatch = (size: number) => db.sql`
    delete from notices where id = any(array(
      select id from notices where kind = 'news_published' and subject = ${newsId} limit ${size}))`;
  await beginInRequest(services, 'deleteNotices', (signal) => untilDone(deleteBatch, signal));
}

/** Lists the newest notes of a listing, newest first: `first` of them, at most fifty. */
export const listNews = gathered(async ({ db }: WithDatabase, keys: readonly NewsKey[]) => {
  const botIds = keys.map(({ botId }) => botId);
  const most = Math.max(...keys.map(({ first }) => first));
  const rows = await db.sql<(News & { botId: string })[]>`
    select note.bot_id as "botId", note.id, note.title, note.text, note.published_at as "publishedAt"
    from unnest((select ${[...new Set(botIds)]}::text[])) as key(bot_id)
    cross join lateral (
      select * from listing_news where bot_id = key.bot_id order by id desc limit ${most}
    ) note
    order by note.id desc`;
  return ofEach(botIds, rows).map((notes, index) => notes.slice(0, keys[index]?.first));
});

/**
 * Lists the newest notes of the public bots that a user follows, newest first. Only the texts of these are read.
 *
 * @param limit the maximum number
 */
export async function listFollowedNews(
  services: WithDatabase,
  userId: string,
  limit: number,
): Promise<NewsOfListing[]> {
  const rows = await services.db.sql<(News & { botId: string })[]>`
    select note.bot_id as "botId", note.id, note.title, note.text, note.published_at as "publishedAt"
    from (
      select newest.id from favourites mark join bots on bots.id = mark.bot_id and bots.state = 'approved'
      cross join lateral (
        select id from listing_news where bot_id = mark.bot_id order by id desc limit ${limit}
      ) newest
      where mark.user_id = ${userId} order by newest.id desc limit ${limit}
    ) newest join listing_news note on note.id = newest.id
    order by note.id desc`;
  return withCards(services, rows);
}
