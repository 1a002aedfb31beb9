import { getTableColumns } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { bots, type CommandEntry, type Screenshot, type TextImage } from '../../db/tables.ts';
import type { ListingFields } from '../../terms/listing-fields.ts';
import { type Actor, isModerator } from '../identity/actor.ts';
import { createBatch, gathered, ofEach } from '../kernel/batch.ts';
import { NotFoundError } from '../kernel/errors.ts';
import { isSnowflake } from '../kernel/ids.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { isOnTeam } from '../ownership/permissions.ts';
import { CARD_COLUMNS, type ListingCard } from './card.ts';

/** A whole listing with its numbers. */
export interface Listing extends ListingCard, ListingFields {
  /** The hash of its banner; null without one. */
  readonly bannerHash: string | null;
  readonly screenshots: readonly Screenshot[];
  /** The images that its text names, as far as they were fetched. */
  readonly textImages: readonly TextImage[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Increases with each edit and each move. */
  readonly revision: number;
  readonly commands: readonly CommandEntry[];
  /** The usual time between two of its reports; null before the second one. */
  readonly reportIntervalSeconds: number | null;
  /** The counts of its last reports, the newest last. */
  readonly recentCounts: readonly number[];
}

type Db = WithDatabase;

const {
  search: _search,
  textWords: _textWords,
  popularity: _popularity,
  rankedVotes: _rankedVotes,
  rankedScore: _rankedScore,
  ownedSince: _ownedSince,
  ...columnsOfBots
} = getTableColumns(bots);

/** The columns of a {@link Listing}, of `bots` and `bot_stats`. */
const LISTING_COLUMNS = [
  CARD_COLUMNS,
  ...Object.entries(columnsOfBots).map(([field, { name }]) => `bots.${name} as "${field}"`),
  'bot_stats.report_interval_seconds as "reportIntervalSeconds"',
  `coalesce(bot_stats.recent_counts, '{}') as "recentCounts"`,
].join();

const listingOf = gathered(async (services: Db, ids: readonly string[]) => {
  const listings = await listByIds(services, [...new Set(ids)]);
  return ids.map((id) => listings.get(id));
});

/**
 * Reads the rest of a listing, in any state. Concurrent reads share a statement.
 *
 * @param card part of a listing, or all of it, which needs no statement
 * @throws {NotFoundError} when the listing has stopped being public since its card was read, or was deleted
 */
export async function readWhole(services: Db, card: ListingCard | Listing): Promise<Listing> {
  if ('longDescription' in card) return card;
  const listing = await listingOf(services, card.id);
  if (!listing || (card.state === 'approved' && listing.state !== 'approved')) throw new NotFoundError();
  return listing;
}

/** Finds a listing in any state but `removed`. */
export async function findListing(services: Db, botId: string): Promise<Listing | undefined> {
  const listing = isSnowflake(botId) ? await listingOf(services, botId) : undefined;
  return listing?.state === 'removed' ? undefined : listing;
}

/**
 * Reads listings in any state.
 *
 * @returns the listings by id
 */
export async function listByIds({ db: { sql } }: Db, ids: readonly string[]): Promise<Map<string, Listing>> {
  const listings = await sql<Listing[]>`
    select ${sql.unsafe(LISTING_COLUMNS)} from bots left join bot_stats on bot_stats.bot_id = bots.id
    where bots.id = any((select ${[...ids]}::text[])::text[])`;
  return new Map(listings.map((listing) => [listing.id, listing]));
}

/** Finds an approved listing. */
export async function findPublicListing(services: Db, botId: string): Promise<Listing | undefined> {
  const listing = await findListing(services, botId);
  return listing?.state === 'approved' ? listing : undefined;
}

/**
 * Finds a listing that the actor may see: a public one, the bot's own, or one that the user manages. Moderators see
 * every listing.
 *
 * @param sender is looked up while the listing is read
 */
export async function findVisibleListing(
  services: Db,
  sender: Promise<Actor>,
  botId: string,
): Promise<Listing | undefined> {
  const reading = isSnowflake(botId) ? listingOf(services, botId) : undefined;
  const [actor, listing] = await Promise.all([sender, reading]);
  if (!listing || listing.state === 'approved' || isModerator(actor)) return listing;
  if (listing.state === 'removed') return undefined;
  if (actor.kind === 'bot') return actor.botId === botId ? listing : undefined;
  return actor.kind === 'user' && (await isOnTeam(services, actor.userId, botId)) ? listing : undefined;
}

/** Lists the listings whose team a user is on, newest first, in every state but `removed`. */
export async function listManagedBy({ db: { sql } }: Db, userId: string): Promise<ListingCard[]> {
  return sql<ListingCard[]>`
    select ${sql.unsafe(CARD_COLUMNS)} from bot_owners owner
    join bots on bots.id = owner.bot_id and bots.state <> 'removed'
    left join bot_stats on bot_stats.bot_id = bots.id
    where owner.user_id = ${userId} and coalesce(owner.accepted_at, owner.reads_since) is not null
    order by bots.created_at desc, bots.id desc`;
}

/** The version of a public listing. A cached page with the same version is still valid. */
export interface ListingVersion {
  /** Changes with the listing, its picture, its owners, its server count and its votes. */
  readonly content: string;
  readonly checkedInAt: Date | null;
}

/**
 * Makes the reader of versions. It reads by primary keys, and concurrent reads share a statement.
 *
 * The version of a row is the transaction that wrote it (`xmin`): it costs nothing, and no writer can forget to
 * change it. The row of the numbers is written with every report, also without a change, so its values are used
 * instead.
 *
 * @returns a function that reads a version; its result is undefined when the listing is not public
 */
export function createVersionReader({ sql }: Pick<Database, 'sql'>) {
  return createBatch(async (botIds: readonly string[]): Promise<(ListingVersion | undefined)[]> => {
    const rows = await sql<{ botId: string; content: string; checkedInAt: Date | null }[]>`
      select bots.id as "botId", stats.checked_in_at as "checkedInAt",
        concat_ws(' ', bots.xmin, coalesce(avatar.xmin::text, '-'), coalesce(stats.server_count::text, '-'),
          stats.vote_count,
          (select string_agg(concat_ws(' ', owner.user_id, owner.xmin, users.name), ' ' order by owner.user_id)
            from bot_owners owner join users on users.id = owner.user_id where owner.bot_id = bots.id)) as content
      from unnest((select ${[...botIds]}::text[])) as wanted(id)
      join bots on bots.id = wanted.id and bots.state = 'approved'
      left join bot_stats stats on stats.bot_id = bots.id
      left join bot_avatars avatar on avatar.bot_id = bots.id`;
    return ofEach(botIds, rows).map(([version]) => version);
  });
}
