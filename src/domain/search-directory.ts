import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { botStats, bots } from '../db/tables.ts';
import {
  type DirectoryOrder,
  ForeignCursorError,
  readDirectoryCursor,
  writeDirectoryCursor,
} from './directory-cursor.ts';
import { InvalidInputError } from './errors.ts';
import { type Listing, listingColumns } from './read-listings.ts';
import type { Services } from './services.ts';
import { findTag } from './tags.ts';

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
  readonly read: (key: string) => SQL;
  readonly write: (column: SQL) => SQL;
}

const time = {
  read: (key: string) => sql`to_timestamp(${key}::float8)`,
  write: (column: SQL) => sql`extract(epoch from ${column})`,
};
const number = { read: (key: string) => sql`${key}::bigint`, write: (column: SQL) => column };

/** Each has an index of this key and the id. */
const KEYS: Record<Exclude<DirectoryOrder, 'relevance'>, Key> = {
  newest: { column: sql`${bots.createdAt}`, id: bots.id, ...time },
  votes: { column: sql`${botStats.listedVoteCount}`, id: botStats.botId, ...number },
  servers: { column: sql`coalesce(${botStats.serverCount}, -1)`, id: botStats.botId, ...number },
  active: { column: sql`coalesce(${botStats.activeHour}, '-infinity')`, id: botStats.botId, ...time },
};
/** The best matches by votes are looked at closer; nobody reads further than this. */
const MAX_MATCHES = 400;
const MAX_SEARCH_LENGTH = 100;
const MAX_WORDS = 8;
/** How alike a word of a name and a mistyped word have to be: `gaurdian` and `guardian` are at 0.42. */
const LIKENESS = '0.4';

type Db = Pick<Services, 'db'>;

/**
 * Reads the public directory: approved listings, narrowed down by words of name and short text (the beginning of a
 * word is enough) and by a tag. Where no listing has the words, those whose names are spelled alike are given. With a
 * tag that is none, as of an old address, the list is empty.
 *
 * @throws {InvalidInputError} when a cursor comes from another list, or the search is too long or no text
 */
export async function searchDirectory(
  services: Db,
  filter: DirectoryFilter,
  range: DirectoryRange,
): Promise<DirectoryEntry[]> {
  const words = wordsOf(filter.search);
  const search = filter.search?.trim() ?? '';
  if (search !== '' && words.length === 0) return [];
  if (filter.tag !== undefined && !findTag(filter.tag)) return [];
  if (filter.order === 'relevance' && words.length > 0) {
    return searchByRelevance(services, search, words, filter.tag, range);
  }
  const order = filter.order === 'relevance' ? 'votes' : filter.order;
  return readInOrder(services, order, and(matches(words), tagged(filter.tag)), range);
}

async function readInOrder(
  { db }: Db,
  order: Exclude<DirectoryOrder, 'relevance'>,
  where: SQL | undefined,
  range: DirectoryRange,
): Promise<DirectoryEntry[]> {
  const { column, id, read, write } = KEYS[order];
  const place = sql`(${column}, ${id})`;
  const at = (cursor: string) => {
    const { key, id: last } = readDirectoryCursor(order, cursor);
    return sql`(${read(key)}, ${last}::text)`;
  };
  const direction = range.inverted ? asc : desc;
  const rows = await db.orm
    .select({ ...listingColumns, key: sql<string>`${write(column)}::text` })
    .from(bots)
    .innerJoin(botStats, eq(botStats.botId, bots.id))
    .where(
      and(
        sql`${bots.state} = 'approved'`,
        where,
        range.after === undefined ? undefined : sql`${place} < ${at(range.after)}`,
        range.before === undefined ? undefined : sql`${place} > ${at(range.before)}`,
      ),
    )
    .orderBy(direction(column), direction(id))
    .limit(range.limit);
  return rows.map(({ key, ...listing }) => ({
    listing,
    cursor: writeDirectoryCursor(order, key, listing.id),
  }));
}

/** The best by words, and only without any the ones that are spelled alike: a list that is read by its places. */
async function searchByRelevance(
  services: Db,
  search: string,
  words: readonly string[],
  tag: string | undefined,
  range: DirectoryRange,
): Promise<DirectoryEntry[]> {
  const from = range.after === undefined ? 0 : rankOf(range.after) + 1;
  const to = range.before === undefined ? MAX_MATCHES : Math.min(MAX_MATCHES, rankOf(range.before));
  const size = Math.max(0, Math.min(range.limit, to - from));
  const start = range.inverted ? Math.max(from, to - size) : from;
  const ranked =
    (await rankByWords(services, search, words, tag, start, size)) ??
    (await rankByLikeness(services, search, tag, start, size));
  const entries = ranked.map((listing, index) => ({
    listing,
    cursor: writeDirectoryCursor('relevance', String(start + index), listing.id),
  }));
  return range.inverted ? entries.reverse() : entries;
}

/** @returns undefined when no listing has the words */
async function rankByWords(
  { db }: Db,
  search: string,
  words: readonly string[],
  tag: string | undefined,
  start: number,
  size: number,
): Promise<Listing[] | undefined> {
  const query = sql`to_tsquery('simple', ${tsqueryOf(words)})`;
  const name = search.toLowerCase();
  const candidates = sql`
    (select ${bots.id} as id from ${bots} join ${botStats} on ${botStats.botId} = ${bots.id}
      where ${and(sql`${bots.state} = 'approved'`, matches(words), tagged(tag))}
      order by ${botStats.listedVoteCount} desc limit ${MAX_MATCHES})
    union
    (select ${bots.id} from ${bots}
      where ${and(sql`${bots.state} = 'approved'`, sql`lower(${bots.name}) = ${name}`, tagged(tag))}
      limit 20)`;
  const rows = await db.orm
    .select(listingColumns)
    .from(sql`(${candidates}) as candidate`)
    .innerJoin(bots, sql`${bots.id} = candidate.id`)
    .innerJoin(botStats, eq(botStats.botId, bots.id))
    .orderBy(
      sql`lower(${bots.name}) = ${name} desc`,
      sql`ts_rank(${bots.search}, ${query}) desc`,
      desc(botStats.voteCount),
      desc(bots.id),
    )
    .offset(start)
    .limit(size);
  return rows.length > 0 || start > 0 ? rows : undefined;
}

function rankByLikeness(
  { db }: Db,
  search: string,
  tag: string | undefined,
  start: number,
  size: number,
): Promise<Listing[]> {
  return db.orm.transaction(async (transaction) => {
    await transaction.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${LIKENESS}, true)`);
    return transaction
      .select(listingColumns)
      .from(bots)
      .innerJoin(botStats, eq(botStats.botId, bots.id))
      .where(and(sql`${bots.state} = 'approved'`, sql`${search} <% ${bots.name}`, tagged(tag)))
      .orderBy(sql`word_similarity(${search}, ${bots.name}) desc`, desc(botStats.voteCount), desc(bots.id))
      .offset(start)
      .limit(size);
  });
}

function matches(words: readonly string[]): SQL | undefined {
  return words.length === 0 ? undefined : sql`${bots.search} @@ to_tsquery('simple', ${tsqueryOf(words)})`;
}

function tagged(tag: string | undefined): SQL | undefined {
  return tag === undefined ? undefined : sql`${bots.tags} @> array[${tag}]::text[]`;
}

/** Letters and digits only: nothing that the query language would read as its own. */
function wordsOf(search: string | undefined): string[] {
  if (search === undefined) return [];
  if (search.length > MAX_SEARCH_LENGTH) {
    throw new InvalidInputError(`A search has ${MAX_SEARCH_LENGTH} characters at most.`);
  }
  // PostgreSQL has no text with it.
  if (search.includes('\0')) throw new InvalidInputError('A search must not contain the character U+0000.');
  return (search.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}

function tsqueryOf(words: readonly string[]): string {
  return words.map((word) => `${word}:*`).join(' & ');
}

function rankOf(cursor: string): number {
  const rank = Number(readDirectoryCursor('relevance', cursor).key);
  if (!Number.isInteger(rank) || rank < 0 || rank >= MAX_MATCHES) throw new ForeignCursorError();
  return rank;
}
