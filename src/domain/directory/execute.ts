import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { ISql } from 'postgres';

const dialect = new PgDialect();

/**
 * Runs a statement of a search, which has a part for each popularity class.
 *
 * @param sql also of a transaction
 * @param isNamed whether PostgreSQL keeps the statement, so that it plans it once per connection: planning takes
 *   five times as long as finding. Only for statements of a few forms, because a connection keeps each of them
 */
export function executeSearch<Row extends object>(
  sql: Pick<ISql, 'unsafe'>,
  statement: SQL,
  isNamed: boolean,
): Promise<readonly Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return sql.unsafe<Row[]>(text, params as never[], { prepare: isNamed });
}
