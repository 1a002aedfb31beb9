import { and, asc, desc, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm';
import { botOwners, botStats, bots, type CommandEntry, type ListingState } from '../db/tables.ts';
import type { Actor } from './actor.ts';
import { isManager } from './policies.ts';
import type { Services } from './services.ts';
import { isSnowflake } from './snowflake.ts';

export interface Listing {
  readonly id: string;
  readonly name: string;
  readonly shortDescription: string;
  readonly longDescription: string;
  readonly state: ListingState;
  /** Of its picture, if it has one. */
  readonly avatarHash: string | null;
  readonly createdAt: Date;
  readonly commands: readonly CommandEntry[];
  readonly serverCount: number | null;
  readonly checkedInAt: Date | null;
  readonly voteCount: number;
}

type Db = Pick<Services, 'db'>;

const columns = {
  ...getTableColumns(bots),
  avatarHash: sql<string | null>`(select hash from bot_avatars where bot_id = ${bots.id})`,
  serverCount: botStats.serverCount,
  checkedInAt: botStats.checkedInAt,
  voteCount: sql<number>`coalesce(${botStats.voteCount}, 0)::float8`,
};

function select({ db }: Db, where: SQL | undefined) {
  return db.orm.select(columns).from(bots).leftJoin(botStats, eq(botStats.botId, bots.id)).where(where);
}

/** @returns the listing in any state but `removed` */
export async function findListing(services: Db, botId: string): Promise<Listing | undefined> {
  if (!isSnowflake(botId)) return undefined;
  const [listing] = await select(services, and(eq(bots.id, botId), ne(bots.state, 'removed')));
  return listing;
}

/** @returns the listing if the public may see it */
export async function findPublicListing(services: Db, botId: string): Promise<Listing | undefined> {
  const listing = await findListing(services, botId);
  return listing?.state === 'approved' ? listing : undefined;
}

/** @returns the listing if it is public, the asking bot's own, or one that the asking user manages */
export async function findVisibleListing(
  services: Db,
  actor: Actor,
  botId: string,
): Promise<Listing | undefined> {
  const listing = await findListing(services, botId);
  if (!listing || listing.state === 'approved') return listing;
  if (actor.kind === 'bot') return actor.botId === botId ? listing : undefined;
  return actor.kind === 'user' && (await isManager(services, actor.userId, botId)) ? listing : undefined;
}

/** A place in the directory, which is ordered newest first. */
export interface DirectoryPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** A page between two positions, read by the directory's index from either end. */
export interface DirectoryPage {
  readonly limit: number;
  readonly after?: DirectoryPosition | undefined;
  readonly before?: DirectoryPosition | undefined;
  /** Read from the far end: oldest first. */
  readonly inverted: boolean;
}

/** The public directory. */
export function listDirectory(services: Db, page: DirectoryPage): Promise<Listing[]> {
  const place = sql`(${bots.createdAt}, ${bots.id})`;
  const at = (position: DirectoryPosition) =>
    sql`(${position.createdAt.toISOString()}::timestamptz, ${position.id}::text)`;
  const direction = page.inverted ? asc : desc;
  return select(
    services,
    and(
      sql`${bots.state} = 'approved'`,
      page.after && sql`${place} < ${at(page.after)}`,
      page.before && sql`${place} > ${at(page.before)}`,
    ),
  )
    .orderBy(direction(bots.createdAt), direction(bots.id))
    .limit(page.limit);
}

/** The listings that a user manages, in every state but `removed`, newest first. */
export function listManagedBy({ db }: Db, userId: string): Promise<Listing[]> {
  return db.orm
    .select(columns)
    .from(botOwners)
    .innerJoin(bots, eq(bots.id, botOwners.botId))
    .leftJoin(botStats, eq(botStats.botId, bots.id))
    .where(and(eq(botOwners.userId, userId), ne(bots.state, 'removed')))
    .orderBy(desc(bots.createdAt), desc(bots.id));
}
