import type { Sql } from 'postgres';
import { type Database, openDatabase } from '../../src/db/client.ts';

/**
 * Opens a connection of its own to the database of a pool, for the rows of a test. Its statements may take any time: on
 * a busy machine, many rows take longer than the service gives a statement.
 */
export function openPatient({ sql }: Database): Database {
  const { host, port, database, user, pass } = sql.options;
  const address = { host: host[0] ?? '', port: port[0] ?? 0, database, username: user, password: pass ?? '' };
  const patient = openDatabase(address, 1, { isPatient: true });
  patient.sql.options.connection.statement_timeout = 0;
  return patient;
}

/**
 * Fills tables with many rows, with {@link openPatient}.
 *
 * @param db a pool on the database to fill
 * @throws what `work` throws
 */
export async function fill(db: Database, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const patient = openPatient(db);
  try {
    await work(patient.sql);
  } finally {
    await patient.close();
  }
}
