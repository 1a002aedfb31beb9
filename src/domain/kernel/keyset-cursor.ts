import type { Fragment, ISql } from 'postgres';
import { InvalidInputError } from './errors.ts';
import { isSnowflake } from './ids.ts';

/** A position in a list that is ordered by time, then by id. */
export interface KeysetPosition {
  readonly time: Date;
  readonly id: string;
}

/** A page of a list, between two cursors. */
export interface PageRange<Cursor = string> {
  readonly limit: number;
  readonly after?: Cursor | undefined;
  readonly before?: Cursor | undefined;
  /** Reads from the end. */
  readonly inverted: boolean;
}

/** JavaScript writes later years with more than four digits, and PostgreSQL does not read those. */
const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Whether a cursor can have this time. */
export const isCursorTime = (time: number): boolean => time >= 0 && time <= LAST_TIME;

/** Writes a position as an opaque cursor for a client. */
export function writeCursor({ time, id }: KeysetPosition): string {
  return Buffer.from(`${time.getTime()}.${id}`).toString('base64url');
}

/**
 * Reads a cursor of {@link writeCursor}.
 *
 * @returns undefined for any other value
 */
export function readCursor(cursor: unknown): KeysetPosition | undefined {
  const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : '';
  const [, time, id] = /^(\d{1,15})\.(\d+)$/.exec(text) ?? [];
  if (!isCursorTime(Number(time)) || !isSnowflake(id)) return undefined;
  return { time: new Date(Number(time)), id };
}

/** Of a list that is ordered by time and id, with cursors of {@link writeCursor}: the values at a cursor. */
export const timeAndId = (sql: ISql) => (cursor: string) => {
  const position = readCursor(cursor);
  if (!position) throw new InvalidInputError('cursor.ofOtherList');
  return sql`${position.time}, ${position.id}`;
};

/**
 * Writes the end of a statement that reads a page: its bounds, which follow a condition, its order and its limit.
 *
 * @param columns what the list is ordered by
 * @param valuesAt the values of these columns at a cursor
 * @param isRising whether the lowest comes first; otherwise the highest
 */
export function pageOf<Cursor>(
  sql: ISql,
  columns: readonly Fragment[],
  { after, before, inverted, limit }: PageRange<Cursor>,
  valuesAt: (cursor: Cursor) => Fragment,
  isRising = false,
): Fragment {
  const list = (parts: readonly Fragment[]) => parts.reduce((some, part) => sql`${some}, ${part}`);
  const bound = (cursor: Cursor | undefined, isAbove: boolean) =>
    cursor === undefined
      ? sql``
      : sql`and (${list(columns)}) ${isAbove ? sql`>` : sql`<`} (${valuesAt(cursor)})`;
  const direction = inverted === isRising ? sql`desc` : sql`asc`;
  return sql`
    ${bound(after, isRising)} ${bound(before, !isRising)}
    order by ${list(columns.map((column) => sql`${column} ${direction}`))} limit ${limit}`;
}
