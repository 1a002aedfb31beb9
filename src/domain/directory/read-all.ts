import { type ColumnOrder, orderNamed } from '../../terms/directory-orders.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { CARD_COLUMNS, type ListingCard } from '../listing/card.ts';
import { readDirectoryCursor, writeDirectoryCursor } from './cursor.ts';

/** A range of the directory between two cursors. */
export interface DirectoryRange {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Reads from the end. */
  readonly inverted: boolean;
}

/** A listing and its cursor. */
export interface DirectoryEntry {
  readonly listing: ListingCard;
  /** Opaque for clients. */
  readonly cursor: string;
}

/**
 * The sizes that statements read: a row of the first page, a page, and the largest page, each with one more to see
 * whether there is a next one. A size as a parameter would be planned anew each time.
 */
const SIZES = [8, 26, 101] as const;

/**
 * Reads a page of all public listings: a walk along the index of the order, by a named statement. That of the
 * first page has no parameters, so PostgreSQL plans it once per connection.
 *
 * @throws {ForeignCursorError} when a cursor belongs to another order
 */
export async function readAll(
  { db: { sql } }: WithDatabase,
  order: ColumnOrder,
  { limit, after, before, inverted }: DirectoryRange,
): Promise<DirectoryEntry[]> {
  const { table, column, missing, kind } = orderNamed(order);
  const stored = `${table}.${column}`;
  const key = missing === undefined ? stored : `coalesce(${stored}, ${missing})`;
  const id = table === 'bots' ? 'bots.id' : 'bot_stats.bot_id';
  const beyond = (cursor: string | undefined, sign: '<' | '>') => {
    if (cursor === undefined) return sql``;
    const place = readDirectoryCursor(order, cursor);
    const value = kind === 'time' ? sql`to_timestamp(${place.key}::float8)` : sql`${place.key}::bigint`;
    return sql`and (${sql.unsafe(`${key}, ${id}`)}) ${sql.unsafe(sign)} (${value}, ${place.id}::text)`;
  };
  const direction = inverted ? 'asc' : 'desc';
  const size = SIZES.find((size) => size >= limit) ?? limit;
  const rows = await sql<(ListingCard & { key: string })[]>`
    select ${sql.unsafe(CARD_COLUMNS)}, ${sql.unsafe(kind === 'time' ? `extract(epoch from ${key})` : key)}::text as key
    from bots join bot_stats on bot_stats.bot_id = bots.id
    where bots.state = 'approved' ${beyond(after, '<')} ${beyond(before, '>')}
    order by ${sql.unsafe(`${key} ${direction}, ${id} ${direction} limit ${size}`)}`;
  return rows.slice(0, limit).map((row) => entryOf(order, row));
}

/** @param row also has the value of the order's column, as a number */
export function entryOf(
  order: ColumnOrder,
  { key, ...listing }: ListingCard & { key: string },
): DirectoryEntry {
  return { listing, cursor: writeDirectoryCursor(order, key, listing.id) };
}
