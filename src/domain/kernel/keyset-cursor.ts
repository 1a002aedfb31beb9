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

/**
 * The limits of a page of a list that is ordered by time, newest first. Its cursors are those of `writeCursor`. Without a
 * cursor, a limit is one that every row fulfils.
 */
export function boundsOf({ after, before }: PageRange): { after: KeysetPosition; before: KeysetPosition } {
  return {
    after: after === undefined ? { time: new Date(Date.UTC(9999, 0)), id: '' } : positionOf(after),
    before: before === undefined ? { time: new Date(0), id: '' } : positionOf(before),
  };
}

function positionOf(cursor: string): KeysetPosition {
  const position = readCursor(cursor);
  if (!position) throw new InvalidInputError('cursor.ofOtherList');
  return position;
}
