import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { readConfig } from '../../src/config/config.ts';
import type { Database } from '../../src/db/client.ts';
import { createLog } from '../../src/log.ts';
import { openMigratedDatabase } from '../../src/parts/database.ts';
import { openSecrets } from '../../src/parts/secrets.ts';
import { type Seeded, type SeedSize, seed } from '../../src/seed/seed.ts';

/** A database on a real server, with the tables of the service. */
export interface BenchDatabase {
  readonly db: Database;
  /** For processes that use this database: its URL, and the key that encrypts its secrets. */
  readonly environment: { readonly DATABASE_URL: string; readonly ENCRYPTION_KEY: string };
  /** Adds sample listings, as `npm run seed` does. */
  seed(size: SeedSize): Promise<Seeded>;
}

/**
 * Makes a new database on a server, so that the measurement leaves other databases alone.
 *
 * @param serverUrl any database on the server; the user must be allowed to make another
 * @param parts drops the database
 */
export async function makeDatabase(serverUrl: string, parts: AsyncDisposableStack): Promise<BenchDatabase> {
  const name = `bot_listing_bench_${randomBytes(4).toString('hex')}`;
  const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
  parts.defer(() => server.end());
  await server.unsafe(`create database ${name}`);
  parts.defer(async () => {
    await server.unsafe(`drop database ${name} with (force)`);
  });

  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const environment = { DATABASE_URL: url.href, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
  const config = readConfig(environment);
  const db = await openMigratedDatabase(config, createLog('warn', 2), parts);
  const secrets = await openSecrets(config, db);
  return {
    db,
    environment,
    seed: (size) => seed({ db, secrets, now: () => new Date(), randomBytes }, size),
  };
}
