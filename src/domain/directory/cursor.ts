import { InvalidInputError } from '../kernel/errors.ts';
import { isSnowflake } from '../kernel/snowflake.ts';

/** How the directory can be ordered; by relevance only with a search. */
export type DirectoryOrder = 'newest' | 'votes' | 'servers' | 'active' | 'relevance';

/** A cursor that no page of this list gave out. */
export class ForeignCursorError extends InvalidInputError {
  constructor() {
    super('A cursor must come from an earlier page of the same list.');
  }
}

/** A number as PostgreSQL writes it: a count, a rank, or seconds since 1970. */
const PLACE = /^([a-z]+) (-Infinity|-?\d{1,12}(?:\.\d{1,6})?) (\d+)$/;

/**
 * @param key what the list is ordered by, as a number
 * @param id which of the listings with this key
 * @returns an opaque cursor for a client
 */
export function writeDirectoryCursor(order: DirectoryOrder, key: string, id: string): string {
  return Buffer.from(`${order} ${key} ${id}`).toString('base64url');
}

/** @throws {ForeignCursorError} when it is no cursor of a list in this order */
export function readDirectoryCursor(order: DirectoryOrder, cursor: string): { key: string; id: string } {
  const [, of, key, id] = PLACE.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (of !== order || key === undefined || !isSnowflake(id)) throw new ForeignCursorError();
  const isTime = order === 'newest' || order === 'active';
  // Long before 1970 is no time for PostgreSQL; before everything is.
  if (isTime ? /^-\d/.test(key) : !/^-?\d+$/.test(key)) throw new ForeignCursorError();
  return { key, id };
}
