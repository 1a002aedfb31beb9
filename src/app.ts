import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Database } from './db/client.ts';
import { keepClock } from './db/clock.ts';
import { openPools } from './db/pools.ts';
import { type AttemptStatements, createAttemptStatements } from './domain/delivery/attempt-statements.ts';
import { createDeliveryWatch } from './domain/delivery/watch.ts';
import { createDatabaseProbe } from './domain/health.ts';
import { createTokenStatements } from './domain/identity/token-statements.ts';
import { createVersionReader } from './domain/listing/version.ts';
import { createStatsStatements } from './domain/stats/report.ts';
import { createCaptcha } from './domain/vote/captcha.ts';
import { createWindowStatements } from './domain/vote/window-statements.ts';
import { createAdmission } from './http/admission/admission.ts';
import { listen } from './http/listen.ts';
import { listenForMetrics } from './http/metrics.ts';
import { requireFreePort } from './http/open-port.ts';
import { createPageCache, type PageCache } from './http/responses/page-cache.ts';
import { openLimits } from './limits/open.ts';
import { createSender } from './net/sender.ts';
import { startMigratedDatabase } from './parts/database.ts';
import { openSecrets } from './parts/secrets.ts';
import type { Services } from './schema/context.ts';
import { locateTemporal } from './workflows/temporal/locate.ts';
import { createWorkflowLinks } from './workflows/temporal/workflow-links.ts';
import { createMetrics } from './workflows/worker/metrics.ts';
import type { Deliveries } from './workflows/worker/worker.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Which parts of the service a process runs. */
export type Role = 'all' | 'web' | 'worker';

/** What the schema and the worker need. */
export interface AppServices extends Services, AttemptStatements {}

export interface App {
  readonly services: AppServices;
  /** The port of HTTP; undefined in a worker. */
  readonly port: number | undefined;
  /** Resolves when deliveries run; undefined in a process that does not run them. */
  readonly deliveriesReady: Promise<void> | undefined;
  /** The address of the Temporal UI; undefined until it is known. */
  readonly temporalUi: () => string | undefined;
  /** Finishes the requests and deliveries in progress, and closes all parts in reverse order. */
  close(): Promise<void>;
}

/**
 * Opens the parts of the service, connects them and starts them.
 *
 * @param systemNow this machine's clock
 * @throws when the database cannot be reached or the port is taken; the parts that are open by then are closed
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
  const uses = { requests: role !== 'worker', deliveries: role !== 'web' };
  if (uses.requests) await requireFreePort(config.http);
  if (config.metrics) await requireFreePort(config.metrics);
  const address = await startMigratedDatabase(config, log, parts);
  const pools = openPools(address, config.databasePoolSize, uses, parts);
  const db = pools.bots;
  const secrets = await openSecrets(config, db);
  const clock = await keepClock(db, systemNow, (aheadMs) => logOffset(log, aheadMs));
  parts.defer(() => clock.close());
  const sender = createSender(config.webhooks);
  parts.defer(() => sender.close());
  const { limiter, redisStatus } = await openLimits(config.redisUrl, log, parts);

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
      // Discord requires this form.
      userAgent: `DiscordBot (${config.publicUrl}, 1)`,
      onFailure: (reason) => log.debug({ reason }, 'The look-up of an application failed.'),
    },
    admins: new Set(config.adminUserIds),
    minimumAccountAgeMs: config.minimumAccountAgeDays * DAY_MS,
    captcha:
      config.captcha &&
      createCaptcha(config.captcha, sender, (reason) =>
        log.warn({ reason }, 'The captcha provider does not respond: votes are refused.'),
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
  if (uses.requests) {
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
  if (uses.deliveries) {
    // A web process does not load Temporal's SDK, whose native code takes 30 MB.
    const { runDeliveries } = await import('./workflows/worker/worker.ts');
    deliveries = runDeliveries({
      locate: temporal.locate,
      taskQueue: config.taskQueue,
      cacheDir: config.cacheDir,
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

function logOffset(log: Logger, aheadMs: number): void {
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

/** The same services over other connections. Services that are replaced later are replaced here too. */
function withDatabase(services: Services, db: Database): Services {
  return Object.create(services, { db: { value: db } }) as Services;
}
