import { and, desc, eq, getTableColumns, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import {
  botOwners,
  botStats,
  bots,
  type CommandEntry,
  type ListingState,
  type TextImage,
} from '../../db/tables.ts';
import type { Actor } from '../identity/actor.ts';
import { isModerator } from '../identity/permissions.ts';
import { gathered } from '../kernel/batch.ts';
import { isOneOf } from '../kernel/each-id.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { isSnowflake } from '../kernel/snowflake.ts';
import { isManager } from '../ownership/permissions.ts';
import type { ListingFields } from './listing-fields.ts';

/** A listing with its numbers. */
export interface Listing extends ListingFields {
  readonly id: string;
  readonly state: ListingState;
  /** The hash of its picture; null without one. */
  readonly avatarHash: string | null;
  /** The hash of its banner; null without one. */
  readonly bannerHash: string | null;
  /** The images that its text names, as far as they were fetched. */
  readonly textImages: readonly TextImage[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Increases with each edit and each move. */
  readonly revision: number;
  readonly commands: readonly CommandEntry[];
  readonly serverCount: number | null;
  readonly checkedInAt: Date | null;
  /** The usual time between two of its reports; null before the second one. */
  readonly reportIntervalSeconds: number | null;
  readonly voteCount: number;
  /** The votes of the last seven days, as of the last hourly ranking. */
  readonly weeklyVotes: number;
}

type Db = WithDatabase;

const {
  search: _search,
  popularity: _popularity,
  rankedVotes: _rankedVotes,
  ownedSince: _ownedSince,
  ...columnsOfBots
} = getTableColumns(bots);

/** The columns that a listing is read from. */
export const listingColumns = {
  ...columnsOfBots,
  avatarHash: sql<string | null>`(select hash from bot_avatars where bot_id = ${bots.id})`,
  serverCount: botStats.serverCount,
  checkedInAt: botStats.checkedInAt,
  reportIntervalSeconds: botStats.reportIntervalSeconds,
  voteCount: sql<number>`coalesce(${botStats.voteCount}, 0)::float8`,
  weeklyVotes: sql<number>`coalesce(${botStats.weeklyVotes}, 0)`,
};

function select({ db }: Db, where: SQL | undefined) {
  return db.orm
    .select(listingColumns)
    .from(bots)
    .leftJoin(botStats, eq(botStats.botId, bots.id))
    .where(where);
}

const listingOf = gathered(async (services: Db, ids: readonly string[]) => {
  const listings = await listByIds(services, ids);
  return ids.map((id) => listings.get(id));
});

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
export async function listByIds(services: Db, ids: readonly string[]): Promise<Map<string, Listing>> {
  const listings = await select(services, isOneOf(bots.id, ids));
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
 */
export async function findVisibleListing(
  services: Db,
  actor: Actor,
  botId: string,
): Promise<Listing | undefined> {
  if (isModerator(actor) && isSnowflake(botId)) return listingOf(services, botId);
  const listing = await findListing(services, botId);
  if (!listing || listing.state === 'approved') return listing;
  if (actor.kind === 'bot') return actor.botId === botId ? listing : undefined;
  return actor.kind === 'user' && (await isManager(services, actor.userId, botId)) ? listing : undefined;
}

/** Lists the listings that a user manages, newest first, in every state but `removed`. */
export function listManagedBy({ db }: Db, userId: string): Promise<Listing[]> {
  return db.orm
    .select(listingColumns)
    .from(botOwners)
    .innerJoin(bots, eq(bots.id, botOwners.botId))
    .leftJoin(botStats, eq(botStats.botId, bots.id))
    .where(and(eq(botOwners.userId, userId), isNotNull(botOwners.acceptedAt), ne(bots.state, 'removed')))
    .orderBy(desc(bots.createdAt), desc(bots.id));
}
