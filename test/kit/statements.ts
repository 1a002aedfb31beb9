import type { Database } from '../../src/db/client.ts';

/** Statements of the service's background work, and of the driver itself. */
const NOBODYS = /clock_timestamp\(\)|pg_catalog\.pg_type/;

/** The statements that this pool sends while `act` runs. */
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
