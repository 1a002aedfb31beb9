import type { Database } from '../../src/db/client.ts';

/** What the service asks in the background, and the driver for itself. */
const NOBODYS = /clock_timestamp\(\)|pg_catalog\.pg_type/;

/** The statements that are sent on the connections of this pool while something is done. */
export async function statementsDuring({ sql }: Database, act: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  sql.options.debug = (_, statement) => {
    if (!NOBODYS.test(statement)) statements.push(statement.replaceAll(/\s+/g, ' ').trim());
  };
  try {
    await act();
  } finally {
    sql.options.debug = false;
  }
  return statements;
}
