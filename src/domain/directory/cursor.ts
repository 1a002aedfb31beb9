import { type DirectoryOrder, orderNamed } from '../../terms/directory-orders.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import { isSnowflake } from '../kernel/ids.ts';

/** A count, a rank, or seconds since 1970, as PostgreSQL writes them. */
const PLACE = /^([a-z]+) (-Infinity|-?\d{1,12}(?:\.\d{1,6})?) (\d+)$/;

/**
 * Writes a position in the directory as an opaque cursor.
 *
 * @param key the value that the list is ordered by, as a number
 * @param id the id of the listing
 */
export function writeDirectoryCursor(order: DirectoryOrder, key: string, id: string): string {
  return Buffer.from(`${order} ${key} ${id}`).toString('base64url');
}

/**
 * Reads a cursor of {@link writeDirectoryCursor}.
 *
 * @throws {InvalidInputError} when the cursor belongs to another order, or is invalid
 */
export function readDirectoryCursor(order: DirectoryOrder, cursor: string): { key: string; id: string } {
  const [, of, key, id] = PLACE.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (of !== order || key === undefined || !isSnowflake(id))
    throw new InvalidInputError('cursor.ofOtherList');
  const isTime = order !== 'relevance' && orderNamed(order).kind === 'time';
  // PostgreSQL does not accept times long before 1970. Only `-Infinity` is valid there.
  if (isTime ? /^-\d/.test(key) : !/^-?\d+$/.test(key)) throw new InvalidInputError('cursor.ofOtherList');
  return { key, id };
}
