import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { botStats, bots } from '../../db/tables.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { findPublicListing, type Listing, listingColumns } from '../listing/read.ts';
import { findTag } from '../listing/tags.ts';
import {
  type DirectoryOrder,
  ForeignCursorError,
  readDirectoryCursor,
  writeDirectoryCursor,
} from './cursor.ts';
import { isCommon, narrowed, queryFor, wordsOf } from './filter.ts';
import { amongAlike, hasWords, MAX_RANKED, type Orm, type Search, searchByRelevance } from './relevance.ts';

/** What the directory is narrowed down to, and its order. */
export interface DirectoryFilter {
  readonly search?: string | undefined;
  readonly tag?: string | undefined;
  readonly order: DirectoryOrder;
}

/** A part of the directory between two places, read from either end. */
export interface DirectoryRange {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Read from the far end. */
  readonly inverted: boolean;
}

/** A listing, and its place in the directory as it was asked for. */
export interface DirectoryEntry {
  readonly listing: Listing;
  /** Opaque to clients. */
  readonly cursor: string;
}

interface Key {
  readonly column: SQL;
  readonly id: typeof bots.id | typeof botStats.botId;
  /** What is compared in the database, from the number in a cursor. */
  readonly compare: (key: string) => SQL;
  readonly write: (column: SQL) => SQL;
  /** What is in the index: all that is public, and perhaps more. */
  readonly indexed: SQL;
  /** What has the column, beside `bots`: joined to walk along it, or looked up for each of few rows. */
  readonly join?: SQL;
  readonly lookUp?: SQL;
}

const ofStats = {
  id: botStats.botId,
  indexed: sql`${botStats} where true`,
  join: sql`join ${botStats} on ${botStats.botId} = ${bots.id}`,
  // Fenced off: the planner takes few rows for many, and reads all of the other table.
  lookUp: sql`cross join lateral (select * from ${botStats} where ${botStats.botId} = ${bots.id} offset 0) ${botStats}`,
};
const time = {
  compare: (key: string) => sql`to_timestamp(${key}::float8)`,
  write: (column: SQL) => sql`extract(epoch from ${column})`,
};
const number = { compare: (key: string) => sql`${key}::bigint`, write: (column: SQL) => column };

const isPublic = sql`${bots.state} = 'approved'`;

/** Each has an index of this key and the id. */
const KEYS: Record<Exclude<DirectoryOrder, 'relevance'>, Key> = {
  newest: { column: sql`${bots.createdAt}`, id: bots.id, indexed: sql`${bots} where ${isPublic}`, ...time },
  votes: { column: sql`${botStats.listedVoteCount}`, ...ofStats, ...number },
  servers: { column: sql`coalesce(${botStats.serverCount}, -1)`, ...ofStats, ...number },
  active: { column: sql`coalesce(${botStats.activeHour}, '-infinity')`, ...ofStats, ...time },
};
/** A walk that is this long without a full page is given up. */
const WALK = 5000;

type Db = WithDatabase;

/**
 * Reads the public directory: approved listings, narrowed down by words of name and short text (the beginning of a
 * word is enough) and by a tag. The id of a listing finds this one. Where no listing has the words, those whose names are spelled alike are given. With a
 * tag that is none, as of an old address, the list is empty.
 *
 * @throws {InvalidInputError} when a cursor comes from another list, or the search is too long or no text
 */
export async function searchDirectory(
  services: Db,
  filter: DirectoryFilter,
  range: DirectoryRange,
): Promise<DirectoryEntry[]> {
  const search = filter.search?.trim() ?? '';
  const words = wordsOf(search);
  if (search !== '' && words.length === 0) return [];
  if (filter.tag !== undefined && !findTag(filter.tag)) return [];
  const named = await findPublicListing(services, search);
  if (named && (filter.tag === undefined || named.tags.includes(filter.tag))) {
    return onlyOne(named, filter.order, range);
  }
  const asked = { search, words, tag: filter.tag };
  if (filter.order !== 'relevance') return readInOrder(services, filter.order, asked, range);
  return words.length > 0
    ? readByPlaces(services, asked, range)
    : readInOrder(services, 'votes', asked, range);
}

/** The list of a listing that was asked for by its id. */
function onlyOne(
  listing: Listing,
  order: DirectoryOrder,
  { after, before }: DirectoryRange,
): DirectoryEntry[] {
  const cursor = writeDirectoryCursor(order, '0', listing.id);
  for (const place of [after, before]) {
    if (place !== undefined && place !== cursor) throw new ForeignCursorError();
  }
  return after === undefined && before === undefined ? [{ listing, cursor }] : [];
}

async function readByPlaces(services: Db, asked: Search, range: DirectoryRange): Promise<DirectoryEntry[]> {
  const from = range.after === undefined ? 0 : placeOf(range.after) + 1;
  const to = range.before === undefined ? MAX_RANKED : placeOf(range.before);
  const size = Math.max(0, Math.min(range.limit, to - from));
  const start = range.inverted ? Math.max(from, to - size) : from;
  const entries = (await searchByRelevance(services, asked, start, size)).map((listing, index) => ({
    listing,
    cursor: writeDirectoryCursor('relevance', String(start + index), listing.id),
  }));
  return range.inverted ? entries.reverse() : entries;
}

function placeOf(cursor: string): number {
  const place = Number(readDirectoryCursor('relevance', cursor).key);
  if (!Number.isInteger(place) || place < 0 || place >= MAX_RANKED) throw new ForeignCursorError();
  return place;
}

/** What many listings have is soon found by walking along the order; what few have, by gathering those and putting them in order. */
async function readInOrder(
  services: Db,
  order: Exclude<DirectoryOrder, 'relevance'>,
  asked: Search,
  range: DirectoryRange,
): Promise<DirectoryEntry[]> {
  const { column, id, compare, write, indexed, join = sql``, lookUp = sql`` } = KEYS[order];
  const place = sql`(${column}, ${id})`;
  const at = (cursor: string) => {
    const { key, id: last } = readDirectoryCursor(order, cursor);
    return sql`(${compare(key)}, ${last}::text)`;
  };
  const inRange = and(
    range.after === undefined ? undefined : sql`${place} < ${at(range.after)}`,
    range.before === undefined ? undefined : sql`${place} > ${at(range.before)}`,
  );
  const direction = range.inverted ? asc : desc;
  const inOrder = sql`order by ${direction(column)}, ${direction(id)}`;
  const limit = sql`limit ${range.limit}`;
  const select = (orm: Orm, key: SQL) =>
    orm
      .select({ ...listingColumns, key: sql<string>`${write(key)}::text` })
      .from(bots)
      .innerJoin(botStats, eq(botStats.botId, bots.id));

  async function read(orm: Orm, found: SQL): Promise<DirectoryEntry[]> {
    const rows = await select(orm, sql`found.key`)
      .innerJoin(sql`(${found}) as found`, sql`found.id = ${bots.id}`)
      .orderBy(direction(sql`found.key`), direction(sql`found.id`));
    return rows.map(toEntry);
  }

  function gather(orm: Orm, matching: SQL): Promise<DirectoryEntry[]> {
    const matched = sql`select ${bots.id}, ${bots.createdAt} from ${bots} where ${and(isPublic, matching)} offset 0`;
    return read(
      orm,
      sql`
        select ${bots.id}, ${column} as key from (${matched}) ${bots} ${lookUp}
        where ${inRange ?? sql`true`} ${inOrder} ${limit}`,
    );
  }

  function toEntry({ key, ...listing }: Listing & { key: string }): DirectoryEntry {
    return { listing, cursor: writeDirectoryCursor(order, key, listing.id) };
  }

  const { orm } = services.db;
  const query = asked.words.length === 0 ? undefined : queryFor(asked.words, 'beginnings');
  const wanted = narrowed(query, asked.tag);
  if (!wanted) {
    const rows = await select(orm, column)
      .where(and(isPublic, inRange))
      .orderBy(direction(column), direction(id))
      .limit(range.limit);
    return rows.map(toEntry);
  }
  if (await isCommon(services, wanted)) {
    const walked = await read(
      orm,
      sql`
        select id, key from (
          select ${bots.id}, ${column} as key, ${bots.search}, ${bots.tags} from ${bots} ${join}
          where ${and(isPublic, inRange)} ${inOrder} limit ${WALK}
        ) ${bots} where ${wanted} order by ${direction(sql`key`)}, ${direction(sql`id`)} ${limit}`,
    );
    const wasGivenUp = async () => {
      const rest = sql`select from ${indexed} and ${inRange ?? sql`true`} ${inOrder} limit 1 offset ${WALK}`;
      return (await orm.execute(rest)).length > 0;
    };
    if (walked.length === range.limit || !(await wasGivenUp())) return walked;
  }
  const gathered = await gather(orm, wanted);
  if (gathered.length > 0 || !query || (await hasWords(services, asked))) return gathered;
  return amongAlike(services, asked, (transaction, alike) =>
    gather(transaction, sql`${bots.id} in (select id from (${alike}) alike)`),
  );
}
