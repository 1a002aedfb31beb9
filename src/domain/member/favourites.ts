import { gathered } from '../kernel/batch.ts';
import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import { isSnowflake } from '../kernel/ids.ts';
import { type PageRange, pageOf, timeAndId } from '../kernel/keyset-cursor.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { type ListingCard, withCards } from '../listing/card.ts';
import { changeReminders } from '../vote/reminders.ts';

/** The most favourites of a user. */
export const MAX_FAVOURITES = 500;

/** A bot that a user has marked. */
export interface Favourite {
  readonly listing: ListingCard;
  readonly createdAt: Date;
}

/**
 * Marks a public bot as a favourite. A repetition changes nothing.
 *
 * @throws {NotFoundError} when there is no approved listing with this id
 * @throws {InvalidInputError} when the user has {@link MAX_FAVOURITES} favourites
 * @throws {UnauthenticatedError} when the account was erased meanwhile
 */
export async function addFavourite(
  services: WithDatabase & WithClock,
  userId: string,
  botId: string,
): Promise<void> {
  if (!isSnowflake(botId)) throw new NotFoundError();
  // Concurrent calls of a user wait for each other there, so each one counts correctly.
  await changeReminders(services, userId, async (sql) => {
    const [found] = await sql<{ isMarked: boolean; count: number }[]>`
      select exists (select from favourites where bot_id = ${botId} and user_id = ${userId}) as "isMarked",
        (select count(*)::int from favourites where user_id = ${userId}) as count
      from bots where id = ${botId} and state = 'approved'`;
    if (!found) throw new NotFoundError();
    if (found.isMarked) return;
    if (found.count >= MAX_FAVOURITES) {
      throw new InvalidInputError('favourites.tooMany', { max: MAX_FAVOURITES });
    }
    await sql`
      insert into favourites (bot_id, user_id, created_at) values (${botId}, ${userId}, ${services.now()})`;
  });
}

/**
 * Removes a favourite, also one whose listing is no longer public. A repetition changes nothing.
 *
 * @throws {UnauthenticatedError} when the account was erased meanwhile
 */
export async function removeFavourite(
  services: WithDatabase & WithClock,
  userId: string,
  botId: string,
): Promise<void> {
  if (!isSnowflake(botId)) return;
  await changeReminders(
    services,
    userId,
    (sql) => sql`delete from favourites where bot_id = ${botId} and user_id = ${userId}`,
  );
}

/** What a user has done with a bot. */
interface Relation {
  readonly isFavourite: boolean;
  /** Whether they have asked for reminders of this bot. What they want of all that they follow does not count. */
  readonly wantsReminder: boolean;
  /** Their last vote since the last take-over. */
  readonly votedAt: Date | null;
}

/** Reads what a user has done with a bot, all by keys. Concurrent calls share a statement. */
export const readRelation = gathered(
  async ({ db }: WithDatabase, keys: readonly { botId: string; userId: string }[]) =>
    db.sql<Relation[]>`
      select mark.user_id is not null as "isFavourite", wish.user_id is not null as "wantsReminder",
        vote.voted_at as "votedAt"
      from unnest((select ${keys.map(({ botId }) => botId)}::text[]), (select ${keys.map(({ userId }) => userId)}::text[]))
        with ordinality as key(bot_id, user_id, position)
      left join favourites mark on mark.bot_id = key.bot_id and mark.user_id = key.user_id
      left join reminder_wishes wish on wish.bot_id = key.bot_id and wish.user_id = key.user_id
      left join (vote_windows vote join bots on bots.id = vote.bot_id and vote.voted_at >= bots.owned_since)
        on vote.bot_id = key.bot_id and vote.user_id = key.user_id
      order by key.position`,
);

/**
 * Lists the public bots that a user has marked, the newest mark first.
 *
 * @throws {InvalidInputError} when a cursor is not one of this list
 */
export async function listFavourites(
  services: WithDatabase,
  userId: string,
  range: PageRange,
): Promise<Favourite[]> {
  const { sql } = services.db;
  const marks = await sql<{ botId: string; createdAt: Date }[]>`
    select mark.bot_id as "botId", mark.created_at as "createdAt" from favourites mark
    join bots on bots.id = mark.bot_id and bots.state = 'approved'
    where mark.user_id = ${userId}
      ${pageOf(sql, [sql`mark.created_at`, sql`mark.bot_id`], range, timeAndId(sql))}`;
  return withCards(services, marks);
}
