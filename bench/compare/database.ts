import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import postgres from 'postgres';
import { readConfig } from '../../src/config/config.ts';
import type { Database } from '../../src/db/client.ts';
import { createLog } from '../../src/lib/log.ts';
import { openMigratedDatabase } from '../../src/parts/database.ts';
import { openSecrets } from '../../src/parts/secrets.ts';
import { type Seeded, type SeedSize, seed } from '../../src/seed/seed.ts';
import { findPostgres, startPostgres } from '../../test/kit/postgres.ts';
import { createDatabase } from '../../test/kit/server-database.ts';
import { until } from '../../test/kit/service-parts.ts';

/** A database on a real server, with the tables of the service. */
export interface BenchDatabase {
  readonly db: Database;
  /** For processes that use this database: its URL, and the key that encrypts its secrets. */
  readonly environment: { readonly DATABASE_URL: string; readonly ENCRYPTION_KEY: string };
  /** Adds sample listings, as `npm run seed` does. */
  seed(size: SeedSize): Promise<Seeded>;
}

/** @returns the URL of the server in DATABASE_URL, or of a new one that is as durable as in production */
export async function findServer(parts: AsyncDisposableStack): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const program = await findPostgres(process.env.PATH ?? '');
  if (!program) throw new Error('This measurement needs a PostgreSQL server. Name it in DATABASE_URL.');
  return (await startPostgres(program, parts, { settings: { max_connections: '300' } })).url;
}

/**
 * Makes a new database on a server, so that the measurement leaves other databases alone.
 *
 * @param serverUrl any database on the server, which may be just starting; the user must be allowed to make another
 * @param parts drops the database
 */
export async function makeDatabase(serverUrl: string, parts: AsyncDisposableStack): Promise<BenchDatabase> {
  const url = await createDatabase(serverUrl, parts);
  const environment = { DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
  const config = readConfig(environment);
  const db = await openMigratedDatabase(config, createLog('warn', 2), parts);
  const now = () => new Date();
  const secrets = await openSecrets(config, { db, now });
  return {
    db,
    environment,
    seed: (size) => seed({ db, secrets, now, randomBytes }, size),
  };
}

/**
 * Starts a server that follows the one of a database, and waits until it can be read.
 *
 * @param database its URL
 * @returns the URL of the same database there
 */
export async function startStandby(database: string, parts: AsyncDisposableStack) {
  const program = await findPostgres(process.env.PATH ?? '');
  if (!program) throw new Error('A standby needs a PostgreSQL server on this machine.');
  const { server, url } = await startPostgres(program, parts, {
    standbyOf: database,
    settings: { max_connections: '300' },
  });
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await until('The standby', () => sql`select 1`);
  await sql.end();
  return { url: `${new URL(new URL(database).pathname, url)}`, pid: server.pid ?? 0 };
}

/** Describes where figures come from: the versions of Node and PostgreSQL, and the processor. */
export async function describeMachine({ sql }: Pick<Database, 'sql'>) {
  const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
  return { node: process.version, postgres: row?.version, cpu: cpus()[0]?.model, cores: cpus().length };
}
