import { randomBytes } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type { Config } from '../config/config.ts';
import { keepClock, machineClocks } from '../db/clock.ts';
import { bots as botsTable } from '../db/tables.ts';
import type { WithDatabase } from '../domain/kernel/needs.ts';
import { findOwner } from '../embedded/owner.ts';
import { createLog } from '../lib/log.ts';
import { openMigratedDatabase } from '../parts/database.ts';
import { openSecrets } from '../parts/secrets.ts';
import type { PlannedBot } from './plan.ts';
import { handMadeBots } from './samples.ts';
import { type Seeded, type SeedSize, seed } from './seed.ts';

/** The hand-made bots that no listing has the name of: the first start of the service may have added them. */
async function missingHandMadeBots({ db }: WithDatabase): Promise<PlannedBot[]> {
  const samples = handMadeBots();
  const names = samples.map(({ fields }) => fields.name);
  const rows = await db.orm
    .select({ name: botsTable.name })
    .from(botsTable)
    .where(inArray(botsTable.name, names));
  const known = new Set(rows.map(({ name }) => name));
  return samples.filter(({ fields }) => !known.has(fields.name));
}

/**
 * Seeds the database of the configuration. The service may run at the same time.
 *
 * @returns what it added, and the address of the service if one runs on the same embedded database
 * @throws {ConfigError} when the encryption key is not the one of the database
 */
export async function seedDatabase(
  config: Config,
  size: SeedSize,
): Promise<Seeded & { site: string | undefined }> {
  const parts = new AsyncDisposableStack();
  try {
    const db = await openMigratedDatabase(config, createLog('warn', 2), parts);
    const clock = await keepClock(db, machineClocks);
    parts.defer(() => clock.close());
    const needs = { db, now: clock.now };
    const secrets = await openSecrets(config, needs);
    const seeded = await seed({ ...needs, randomBytes, secrets }, size, await missingHandMadeBots(needs));
    return {
      ...seeded,
      site: config.databaseUrl === undefined ? findOwner(config.dataDir)?.site : undefined,
    };
  } finally {
    await parts.disposeAsync();
  }
}
