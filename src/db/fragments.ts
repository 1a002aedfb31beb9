import type { PendingQuery, Row } from 'postgres';
import type { Database } from './client.ts';

/** A part of a statement. */
export type Fragment = PendingQuery<Row[]>;

/**
 * Joins the rows of several parts.
 *
 * @throws without any part
 */
export function unionAll({ sql }: Pick<Database, 'sql'>, parts: readonly Fragment[]): Fragment {
  return parts.reduce((before, part) => sql`${before} union all ${part}`);
}
