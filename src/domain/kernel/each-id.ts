import { type Column, type SQL, sql } from 'drizzle-orm';

/*
 * Conditions on several ids at once. The first two are for a lateral join that reads the first rows of each id from an
 * index: PostgreSQL runs the joined query once per id, so the rows of each id keep its order.
 */

/** The ids as a table, without duplicates. */
export function eachId(ids: readonly string[]): SQL {
  return sql`unnest(${sql.param([...new Set(ids)])}::text[]) as each(id)`;
}

/** The id of the row of {@link eachId}, inside the joined query. */
export const theId = sql<string>`each.id`;

/**
 * Matches the rows of any of several ids. Unlike `inArray`, it is the same statement for any number of ids, so that
 * PostgreSQL keeps its plan.
 *
 * @param column has the type text
 */
export function isOneOf(column: Column, ids: readonly string[]): SQL {
  return sql`${column} = any((select ${sql.param([...ids])}::text[])::text[])`;
}
