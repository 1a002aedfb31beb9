import type { Fragment } from 'postgres';
import type { Database } from './client.ts';

/**
 * Joins the rows of several parts.
 *
 * @throws without any part
 */
export function unionAll({ sql }: Pick<Database, 'sql'>, parts: readonly Fragment[]): Fragment {
  return parts.reduce((before, part) => sql`${before} union all ${part}`);
}
