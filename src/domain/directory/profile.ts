import { and, eq, isNotNull, min, sql } from 'drizzle-orm';
import { botOwners, bots, users } from '../../db/tables.ts';
import { LINKS } from '../../terms/listing-fields.ts';
import { gathered, ofEach } from '../kernel/batch.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import { isSnowflake } from '../kernel/ids.ts';
import { type PageRange, pageOf } from '../kernel/keyset-cursor.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { CARD_COLUMNS, type ListingCard, listCards } from '../listing/card.ts';

/** A user with public listings. */
export interface Profile {
  readonly userId: string;
  readonly name: string;
}

/**
 * Finds the public profile of a user.
 *
 * @returns undefined for a user who manages no approved listing, so voters and invited users stay private
 */
export async function findProfile({ db }: WithDatabase, userId: string): Promise<Profile | undefined> {
  if (!isSnowflake(userId)) return undefined;
  const [profile] = await db.orm
    .select({ userId: users.id, name: users.name })
    .from(users)
    .innerJoin(botOwners, eq(botOwners.userId, users.id))
    .innerJoin(bots, eq(bots.id, botOwners.botId))
    .where(and(eq(users.id, userId), eq(bots.state, 'approved'), isNotNull(botOwners.acceptedAt)))
    .limit(1);
  return profile;
}

/**
 * The time at which the oldest of a user's approved listings was added.
 *
 * @returns null without an approved listing
 */
export async function listedSince({ db }: WithDatabase, userId: string): Promise<Date | null> {
  const [first] = await db.orm
    .select({ since: min(bots.createdAt) })
    .from(botOwners)
    .innerJoin(bots, eq(bots.id, botOwners.botId))
    .where(and(eq(botOwners.userId, userId), eq(bots.state, 'approved'), isNotNull(botOwners.acceptedAt)));
  return first?.since ?? null;
}

/** A link that belongs to a user rather than to one bot. */
export interface ProfileLink {
  readonly name: (typeof LINKS)[number]['name'];
  readonly url: string;
}

/** Finds the links of a user: of each kind the one that all approved listings with such a link have. */
export async function listLinksOf({ db }: WithDatabase, userId: string): Promise<ProfileLink[]> {
  const only = Object.fromEntries(
    LINKS.map(({ name }) => [
      name,
      sql<string | null>`case when count(distinct ${bots[name]}) = 1 then min(${bots[name]}) end`,
    ]),
  );
  const [found = {}] = await db.orm
    .select(only)
    .from(botOwners)
    .innerJoin(bots, eq(bots.id, botOwners.botId))
    .where(and(eq(botOwners.userId, userId), eq(bots.state, 'approved'), isNotNull(botOwners.acceptedAt)));
  return LINKS.flatMap(({ name }) => {
    const url = found[name];
    return url ? [{ name, url }] : [];
  });
}

/**
 * Lists the approved listings of a user, those in the most servers first.
 *
 * @param range a page; its cursors are ids
 * @throws {InvalidInputError} when a cursor is not an id
 */
export async function listPublicOf(
  { db: { sql } }: WithDatabase,
  userId: string,
  range: PageRange,
): Promise<ListingCard[]> {
  const place = [sql`coalesce(bot_stats.server_count, -1)`, sql`owner.bot_id`];
  const placeOf = (id: string) => {
    if (!isSnowflake(id)) throw new InvalidInputError('cursor.ofOtherList');
    return sql`coalesce((select server_count from bot_stats where bot_id = ${id}), -1), ${id}`;
  };
  return sql<ListingCard[]>`
    select ${sql.unsafe(CARD_COLUMNS)} from bot_owners owner
    join bots on bots.id = owner.bot_id and bots.state = 'approved'
    left join bot_stats on bot_stats.bot_id = bots.id
    where owner.user_id = ${userId} and owner.accepted_at is not null ${pageOf(sql, place, range, placeOf)}`;
}

/** The most bots that {@link listMoreByOwner} lists. */
const MORE = 4;

/**
 * Lists other public bots of a bot's owner, at most four, as the owner's page begins: ordered by id, and with those
 * that the owner manages as a co-owner.
 */
export const listMoreByOwner = gathered(async (services: WithDatabase, botIds: readonly string[]) => {
  const rows = await services.db.sql<{ botId: string; otherId: string }[]>`
    select owner.bot_id as "botId", other.bot_id as "otherId"
    from unnest((select ${[...botIds]}::text[])) as wanted(id)
    join bot_owners owner on owner.bot_id = wanted.id and not owner.is_co_owner
    cross join lateral (
      select owned.bot_id from bot_owners owned join bots on bots.id = owned.bot_id and bots.state = 'approved'
      where owned.user_id = owner.user_id and owned.bot_id <> owner.bot_id and owned.accepted_at is not null
      order by owned.bot_id desc limit ${MORE}
    ) other order by owner.bot_id, other.bot_id desc`;
  const cards = await listCards(services, [...new Set(rows.map(({ otherId }) => otherId))]);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return ofEach(botIds, rows).map((others) => others.flatMap(({ otherId }) => byId.get(otherId) ?? []));
});
