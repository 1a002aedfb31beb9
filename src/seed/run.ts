import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { whileAway } from '../db/retry.ts';
import { rankListings } from '../domain/directory/ranking.ts';
import { createLog } from '../log.ts';
import { openMigratedDatabase } from '../parts/database.ts';
import { openSecrets } from '../parts/secrets.ts';
import { type Seeded, type SeedSize, seed } from './seed.ts';

/**
 * Seeds the database of the configuration. The service may run at the same time.
 *
 * @throws {ConfigError} when the encryption key is not the one of the database
 */
export async function seedDatabase(config: Config, size: SeedSize): Promise<Seeded> {
  const parts = new AsyncDisposableStack();
  try {
    const db = await openMigratedDatabase(config, createLog('warn', 2), parts);
    const secrets = await openSecrets(config, db);
    const seeded = await seed({ db, now: () => new Date(), randomBytes, secrets }, size);
    await whileAway(() => rankListings({ db }));
    return seeded;
  } finally {
    await parts.disposeAsync();
  }
}
