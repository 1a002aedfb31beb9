import { type SQL, sql } from 'drizzle-orm';

/*
 * For a lateral join that reads the first few rows of each of several ids from an index. PostgreSQL runs it once for
 * each id, so the rows of an id keep the order of the joined query.
 */

/** The ids as a table, each once. */
export function eachId(ids: readonly string[]): SQL {
  return sql`unnest(${sql.param([...new Set(ids)])}::text[]) as each(id)`;
}

/** The id of the row of {@link eachId}, inside the joined query. */
export const theId = sql<string>`each.id`;
