import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { type Config, ConfigError } from './config/config.ts';
import { type Database, type DatabaseAddress, openDatabase } from './db/client.ts';
import { keepClock } from './db/clock.ts';
import { migrateDatabase } from './db/migrate.ts';
import { whileAway } from './db/retry.ts';
import { type AttemptStatements, createAttemptStatements } from './domain/delivery/attempt-statements.ts';
import { createDeliveryWatch } from './domain/delivery/watch.ts';
import { createDatabaseProbe, type PartStatus } from './domain/health.ts';
import { adoptKey } from './domain/identity/adopt-key.ts';
import { createKeyring } from './domain/identity/keyring.ts';
import { createSecretBox, type SecretBox } from './domain/identity/secret-box.ts';
import { createTokenStatements } from './domain/identity/token-statements.ts';
import { createStatsStatements } from './domain/listing/stats-statements.ts';
import { createVersionReader } from './domain/listing/version.ts';
import { createCaptcha } from './domain/vote/captcha.ts';
import { createWindowStatements } from './domain/vote/window-statements.ts';
import { startEmbeddedDatabase } from './embedded/database.ts';
import { keyFile, readOrMakeKey } from './embedded/key.ts';
import { createAdmission } from './http/admission.ts';
import { listen } from './http/listen.ts';
import { listenForMetrics } from './http/metrics.ts';
import { createPageCache, type PageCache } from './http/page-cache.ts';
import { failOpen } from './limits/fail-open.ts';
import { MemoryStore } from './limits/memory-store.ts';
import { createRateLimiter } from './limits/rate-limit.ts';
import { RedisStore } from './limits/redis-store.ts';
import { createSender } from './net/sender.ts';
import type { Services } from './schema/context.ts';
import { locateTemporal } from './workflows/temporal/locate.ts';
import { createWorkflowLinks } from './workflows/temporal/workflow-links.ts';
import { createMetrics } from './workflows/worker/metrics.ts';
import type { Deliveries } from './workflows/worker/worker.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Which parts of the service a process runs. */
export type Role = 'all' | 'web' | 'worker';

/** What the fields of the schema and the worker ask of the domain. */
export interface AppServices extends Services, AttemptStatements {}

export interface App {
  readonly services: AppServices;
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
 * @param systemNow this machine's clock
 * @throws when the database cannot be reached or the port cannot be had; what was opened by then is closed
 */
export async function startApp(
  config: Config,
  role: Role,
  log: Logger,
  systemNow = () => new Date(),
): Promise<App> {
  const parts = new AsyncDisposableStack();
  try {
    return await openParts(config, role, log, systemNow, parts);
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}

async function openParts(
  config: Config,
  role: Role,
  log: Logger,
  systemNow: () => Date,
  parts: AsyncDisposableStack,
): Promise<App> {
  const address = await startMigratedDatabase(config, log, parts);
  const pools = openPools(address, role, config.databasePoolSize, parts);
  const db = pools.bots;
  const secrets = await openSecrets(config, db);
  const clock = await keepClock(db, systemNow, (aheadMs) => tellOffset(log, aheadMs));
  parts.defer(() => clock.close());
  const sender = createSender(config.webhooks);
  parts.defer(() => sender.close());
  const { limiter, redisStatus } = await openLimits(config, log, parts);

  const temporal = locateTemporal(config, log);
  parts.defer(() => temporal.close());
  let deliveries: Deliveries | undefined;
  let cache: PageCache | undefined;
  const services: AppServices = {
    db,
    ...createTokenStatements(db),
    ...createWindowStatements(db),
    ...createStatsStatements(db),
    ...createAttemptStatements(db),
    secrets,
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
    now: clock.now,
    randomBytes,
    wakeDispatcher: () => deliveries?.wake(),
    deliveryWatch: createDeliveryWatch(pools.members),
    listingTouched: (botId) => cache?.touch(botId),
    workflowLinks: createWorkflowLinks(temporal),
    databaseStatus: createDatabaseProbe(pools.health),
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
      readVersion: createVersionReader(pools.strangers),
      registry: metrics.registry,
    });
    const admission = createAdmission({ ...config.admission, registry: metrics.registry });
    parts.defer(() => admission.close());
    const lanes = {
      bots: services,
      votes: services,
      members: withDatabase(services, pools.members),
      strangers: withDatabase(services, pools.strangers),
    };
    port = await listen({ config, lanes, limiter, admission, cache, log, parts });
  }
  if (config.metrics) await listenForMetrics(config.metrics, metrics, log, parts);
  if (role !== 'web') {
    // A web process does without Temporal's SDK and its native code: that is 30 MB.
    const { runDeliveries } = await import('./workflows/worker/worker.ts');
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

function tellOffset(log: Logger, aheadMs: number): void {
  if (aheadMs === 0) {
    log.info("This machine's clock agrees with the database's again.");
    return;
  }
  const where = aheadMs > 0 ? 'ahead of' : 'behind';
  log.warn(
    { seconds: Math.round(Math.abs(aheadMs) / 1000) },
    `This machine's clock is ${where} the database's, whose time is used instead. Set the clocks right (NTP).`,
  );
}

/** The same services, whatever becomes of them, over other connections. */
function withDatabase(services: Services, db: Database): Services {
  return Object.create(services, { db: { value: db } }) as Services;
}

/** Opens the database that the configuration names, or the embedded one, and brings its tables up to date. */
export async function openMigratedDatabase(
  config: Pick<Config, 'database' | 'databasePoolSize' | 'dataDir'>,
  log: Logger,
  parts: AsyncDisposableStack,
): Promise<Database> {
  const db = openDatabase(await startMigratedDatabase(config, log, parts), config.databasePoolSize);
  parts.defer(() => db.close());
  return db;
}

/** @returns where the database answers, its tables up to date */
async function startMigratedDatabase(
  config: Pick<Config, 'database' | 'dataDir'>,
  log: Logger,
  parts: AsyncDisposableStack,
): Promise<DatabaseAddress> {
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
  return address;
}

/**
 * Opens connections for each lane of requests, so that none waits for another's: whatever strangers ask, bots, votes and
 * health find a free one. Bots, votes and deliveries share the largest part.
 *
 * @param total how many connections in all, at least 4
 */
function openPools(
  address: DatabaseAddress,
  role: Role,
  total: number,
  parts: AsyncDisposableStack,
): Record<'bots' | 'members' | 'strangers' | 'health', Database> {
  if (role === 'worker') {
    const all = openDatabase(address, total);
    parts.defer(() => all.close());
    return { bots: all, members: all, strangers: all, health: all };
  }
  const ofStrangers = Math.floor(total / 4);
  const ofMembers = Math.floor(total / 4);
  const forRequests = { forRequests: true, inTurn: true };
  // Deliveries and the ranking, which take their time, share the first pool.
  const bots = openDatabase(address, total - ofStrangers - ofMembers - 1, { forRequests: role === 'web' });
  const strangers = openDatabase(address, ofStrangers, forRequests);
  const members = openDatabase(address, ofMembers, forRequests);
  const health = openDatabase(address, 1, forRequests);
  const close = async () => {
    await Promise.all([bots, strangers, members, health].map((pool) => pool.close()));
  };
  parts.defer(close);
  return { bots: { ...bots, close }, strangers, members, health };
}

/**
 * What encrypts secrets, with the key that the configuration names or that is kept beside the embedded database.
 *
 * @throws {ConfigError} when those in the database are encrypted with another key: each delivery of this process would fail
 */
export async function openSecrets(
  { encryptionKey, dataDir }: Pick<Config, 'encryptionKey' | 'dataDir'>,
  db: Database,
): Promise<SecretBox> {
  const keyring = createKeyring(encryptionKey ?? readOrMakeKey(dataDir));
  // As when it migrates, another process may be about to hand the embedded database over.
  if (await whileAway(() => adoptKey({ db, now: () => new Date(), randomBytes }, keyring))) {
    return createSecretBox(keyring, randomBytes);
  }
  const otherKey = 'is not the key that the secrets in this database are encrypted with.';
  throw new ConfigError([
    encryptionKey
      ? `ENCRYPTION_KEY ${otherKey} Use the same key as before, and the same one for every process of this database.`
      : `${keyFile(dataDir)} ${otherKey} Restore this file from the backup of the database. A missing one is replaced by a new key, which cannot read the old secrets.`,
  ]);
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
