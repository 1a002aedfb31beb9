import postgres, { type Sql } from 'postgres';
import type { Database } from '../../src/db/client.ts';

/**
 * Fills tables with many rows. The statements have a connection of their own and may take any time: on a busy machine,
 * they take longer than the service gives a statement.
 *
 * @param db a pool on the database to fill
 * @throws what `work` throws
 */
export async function fill({ sql }: Database, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const { host, port, database, user, pass } = sql.options;
  const address = { host: host[0] ?? '', port: port[0] ?? 0, database, username: user, password: pass ?? '' };
  const own = postgres({ ...address, max: 1 });
  try {
    await work(own);
  } finally {
    await own.end();
  }
}
