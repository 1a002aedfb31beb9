import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { findProgram } from '../../src/embedded/programs.ts';
import { type Seeded, type SeedSize, seed } from '../../src/seed/seed.ts';
import { temporalServerArgs } from './dev-server.ts';
import { makeFolder } from './folder.ts';
import { temporalCli } from './parts.ts';
import { findPostgres, startPostgres } from './postgres.ts';
import { found, servicesOn, superviseIn, superviseRedis, until } from './service-parts.ts';
import type { Supervised } from './supervise.ts';

export const KINDS = ['web', 'worker', 'Temporal', 'PostgreSQL', 'Redis'] as const;
export type Kind = (typeof KINDS)[number];

/** The service as operators run it: web process, worker, and their servers, each a process of its own. */
export interface Stack {
  /** Of the web process. */
  readonly url: string;
  readonly parts: Readonly<Record<Kind, Supervised>>;
  /** The test's own connections to the service's database. */
  readonly db: Database;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  /** `postgres` holds the cluster, and `temporal` the file of the Temporal server. */
  readonly folders: { readonly postgres: string; readonly temporal: string };
  seed(size: SeedSize): Promise<Seeded>;
  close(): Promise<void>;
}

interface Options {
  /** Variables of the service, over those that it needs. */
  readonly env?: Readonly<Record<string, string>>;
  /** See `startPostgres`. */
  readonly postgres?: Parameters<typeof startPostgres>[2];
}

/**
 * Starts all of it on free ports and with new data.
 *
 * @throws one line naming what this machine lacks
 */
export async function startStack(options: Options = {}): Promise<Stack> {
  const opened = new AsyncDisposableStack();
  try {
    return await start(opened, options);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function start(opened: AsyncDisposableStack, options: Options): Promise<Stack> {
  const programs = await findPrograms();
  const supervise = superviseIn(opened);
  const dataDir = await makeFolder('stack', opened);
  const ports = { web: await freePort(0), temporal: await freePort(0) };
  const postgres = await startPostgres(programs.postgres, opened, options.postgres);
  const key = randomBytes(32);
  const db = openDatabase({ url: postgres.url }, 2);
  opened.defer(() => db.close());
  await until('PostgreSQL', () => migrateDatabase(db));

  const temporal = supervise({
    command: programs.temporal,
    args: temporalServerArgs(ports.temporal, dataDir),
  });
  const redis = await superviseRedis(programs.redis, dataDir, supervise);
  const env = {
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY: key.toString('base64'),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    PORT: String(ports.web),
    REDIS_URL: redis.url,
    TEMPORAL_ADDRESS: `127.0.0.1:${ports.temporal}`,
    WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8',
    ...options.env,
  };
  const web = supervise({ command: process.execPath, args: ['src/main.ts', 'web'], env });
  const worker = supervise({ command: process.execPath, args: ['src/main.ts', 'worker'], env });
  const url = `http://127.0.0.1:${ports.web}`;
  await until('the web process', () => fetch(`${url}/api/health`));
  return {
    url,
    parts: { web, worker, Temporal: temporal, PostgreSQL: postgres.server, Redis: redis.server },
    db,
    databaseUrl: postgres.url,
    temporalAddress: `127.0.0.1:${ports.temporal}`,
    folders: { postgres: postgres.folder, temporal: dataDir },
    seed: (size) => seed(servicesOn(db, key), size),
    close: () => opened.disposeAsync(),
  };
}

async function findPrograms() {
  const path = process.env.PATH ?? '';
  return {
    postgres: found(await findPostgres(path), 'PostgreSQL (install its server)'),
    redis: found(findProgram('redis-server', path), 'redis-server (install Redis)'),
    temporal: found(await temporalCli(path), 'the Temporal CLI (put it on PATH, or install Go)'),
  };
}
