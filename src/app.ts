import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type Database, type DatabaseAddress, openDatabase } from './db/client.ts';
import { migrateDatabase } from './db/migrate.ts';
import { whileAway } from './db/retry.ts';
import { createBatches } from './domain/batches.ts';
import { createCaptcha } from './domain/captcha.ts';
import { createVersionReader } from './domain/listing-version.ts';
import { createSecretBox } from './domain/secret-box.ts';
import type { PartStatus, Services } from './domain/services.ts';
import { createDeliveryWatch } from './domain/watch-deliveries.ts';
import { startEmbeddedDatabase } from './embedded/database.ts';
import { readOrMakeKey } from './embedded/key.ts';
import { listen, listenForMetrics } from './http.ts';
import { failOpen } from './limits/fail-open.ts';
import { MemoryStore } from './limits/memory-store.ts';
import { createRateLimiter } from './limits/rate-limit.ts';
import { RedisStore } from './limits/redis-store.ts';
import { createSender } from './net/sender.ts';
import { createPageCache, type PageCache } from './web/page-cache.ts';
import { locateTemporal } from './workflows/locate.ts';
import { createMetrics } from './workflows/metrics.ts';
import { type Deliveries, runDeliveries } from './workflows/worker.ts';
import { createWorkflowLinks } from './workflows/workflow-links.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Which parts of the service a process runs. */
export type Role = 'all' | 'web' | 'worker';

export interface App {
  readonly services: Services;
  /** Where HTTP is answered; undefined in a worker. */
  readonly port: number | undefined;
  /** Settled when deliveries run; undefined in a process that does not run them. */
  readonly deliveriesReady: Promise<void> | undefined;
  /** The operators' Temporal UI, once it is known. */
  readonly temporalUi: () => string | undefined;
  /** Finishes what is under way and closes every part, the last opened first. */
  close(): Promise<void>;
}

/**
 * Opens the parts of the service, wires them and starts them.
 *
 * @throws when the database cannot be reached or the port cannot be had; what was opened by then is closed
 */
export async function startApp(config: Config, role: Role, log: Logger): Promise<App> {
  const parts = new AsyncDisposableStack();
  try {
    return await openParts(config, role, log, parts);
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}

async function openParts(config: Config, role: Role, log: Logger, parts: AsyncDisposableStack): Promise<App> {
  const db = await openMigratedDatabase(config, log, parts, { forRequests: role === 'web' });
  const sender = createSender(config.webhooks);
  parts.defer(() => sender.close());
  const { limiter, redisStatus } = await openLimits(config, log, parts);

  const temporal = locateTemporal(config, log);
  parts.defer(() => temporal.close());
  let deliveries: Deliveries | undefined;
  let cache: PageCache | undefined;
  const services: Services = {
    db,
    batches: createBatches(db),
    secrets: createSecretBox(config.encryptionKey ?? readOrMakeKey(config.dataDir), randomBytes),
    sender,
    platform: config.applications && {
      ...config.applications,
      // As Discord wants to be asked.
      userAgent: `DiscordBot (${config.publicUrl}, 1)`,
      onFailure: (reason) => log.debug({ reason }, 'A look-up of an application gave nothing.'),
    },
    admins: new Set(config.adminUserIds),
    minimumAccountAgeMs: config.minimumAccountAgeDays * DAY_MS,
    captcha:
      config.captcha &&
      createCaptcha(config.captcha, sender, (reason) =>
        log.warn({ reason }, 'The captcha provider cannot be asked: votes are refused.'),
      ),
    now: () => new Date(),
    randomBytes,
    wakeDispatcher: () => deliveries?.wake(),
    deliveryWatch: createDeliveryWatch(db),
    listingTouched: (botId) => cache?.touch(botId),
    workflowLinks: createWorkflowLinks(temporal),
    partStatus: async () => ({
      temporal: deliveries ? await deliveries.status() : 'not used',
      redis: await redisStatus(),
    }),
  };

  const metrics = createMetrics(services);
  let port: number | undefined;
  if (role !== 'worker') {
    cache = createPageCache({
      ...services,
      readVersion: createVersionReader(db),
      registry: metrics.registry,
    });
    port = await listen(config, services, limiter, cache, log, parts);
  }
  if (config.metrics) await listenForMetrics(config.metrics, metrics, log, parts);
  if (role !== 'web') {
    deliveries = runDeliveries({
      locate: temporal.locate,
      taskQueue: config.taskQueue,
      services,
      metrics,
      log,
    });
    parts.defer(() => deliveries?.close());
  }
  return {
    services,
    port,
    deliveriesReady: deliveries?.ready,
    temporalUi: temporal.uiUrl,
    close: () => parts.disposeAsync(),
  };
}

/** Opens the database that the configuration names, or the embedded one, and brings its tables up to date. */
export async function openMigratedDatabase(
  config: Pick<Config, 'database' | 'databasePoolSize' | 'dataDir'>,
  log: Logger,
  parts: AsyncDisposableStack,
  options: { readonly forRequests?: boolean } = {},
): Promise<Database> {
  let address: DatabaseAddress;
  if (config.database.kind === 'server') {
    address = { url: config.database.url };
  } else {
    const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, log });
    parts.defer(() => embedded.stop());
    address = embedded.options;
  }
  // Who waits for another process to migrate hears nothing for as long as that takes.
  const migrating = openDatabase(address, 1, { isPatient: true });
  try {
    const migrate = () => migrateDatabase(migrating);
    // Another process may be about to hand the embedded database over; a server that is away is an error.
    await (config.database.kind === 'embedded' ? whileAway(migrate) : migrate());
  } finally {
    await migrating.close();
  }
  const db = openDatabase(address, config.databasePoolSize, options);
  parts.defer(() => db.close());
  return db;
}

async function openLimits(config: Config, log: Logger, parts: AsyncDisposableStack) {
  if (config.redisUrl === undefined) {
    const store = new MemoryStore();
    parts.defer(() => store.close());
    return { limiter: createRateLimiter(store), redisStatus: async (): Promise<PartStatus> => 'not used' };
  }
  const redis = new RedisStore({ url: config.redisUrl });
  const store = failOpen(redis, { logger: log });
  parts.defer(() => store.close());
  // Otherwise the first requests would pass uncounted while the connection is made.
  await redis.connected();
  const redisStatus = async (): Promise<PartStatus> => ((await redis.connected(1)) ? 'ok' : 'unavailable');
  return { limiter: createRateLimiter(store), redisStatus };
}
