import type { Sql } from 'postgres';

/**
 * Adds a value to a statement, and returns its place there, such as `$2`, which may stand in the text many times.
 * Whatever a client sends goes through it, and never into the text itself.
 */
export type Place = (value: string | number) => string;

/**
 * Runs a statement of a search. It has up to fifteen parts, one for each kind of match and popularity class, with the
 * same conditions. As text it is written in a few microseconds. Drizzle's builder took half a millisecond, longer than
 * PostgreSQL needs to find out that nothing matches.
 *
 * @param isNamed whether PostgreSQL keeps the statement, so that it plans it once per connection: planning takes
 *   five times as long as finding. Only for statements of a few forms, because a connection keeps each of them
 */
export function runSearch<Row extends object>(
  { sql }: { readonly sql: Pick<Sql, 'unsafe'> },
  write: (place: Place) => string,
  isNamed = false,
): Promise<readonly Row[]> {
  const values: (string | number)[] = [];
  const text = write((value) => `$${values.push(value)}`);
  // Otherwise the driver sends one without values as a simple query, which cannot be named.
  const options = { prepare: isNamed, simple: false };
  return sql.unsafe<Row[]>(text, values, options);
}

/** Runs a statement of a search with other settings, which cost three more round trips: begin, set and commit. */
export function runWith<Row extends object>(
  { sql }: { readonly sql: Pick<Sql, 'begin'> },
  settings: string,
  write: (place: Place) => string,
  isNamed = false,
): Promise<readonly Row[]> {
  return sql.begin(async (transaction) => {
    await transaction.unsafe(settings);
    return runSearch<Row>({ sql: transaction }, write, isNamed);
  }) as Promise<readonly Row[]>;
}

/**
 * Runs a statement of a search without reading a whole table, if indexes answer its conditions. PostgreSQL expects that
 * both cost about the same where one in ten listings matches. In a table with many dead rows it read 20 000 listings
 * to find 2000.
 */
export function runIndexed<Row extends object>(
  db: { readonly sql: Pick<Sql, 'begin'> },
  write: (place: Place) => string,
): Promise<readonly Row[]> {
  // Else a scan of the whole index of another column may seem as cheap, because it reads pages in their order.
  return runWith(db, 'set local enable_seqscan = off; set local random_page_cost = 1', write);
}

/** @returns undefined without conditions */
export function allOf(...conditions: readonly (string | undefined)[]): string | undefined {
  return conditions.filter((condition) => condition !== undefined).join(' and ') || undefined;
}

export const IS_PUBLIC = "bots.state = 'approved'";
