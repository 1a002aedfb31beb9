import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Config } from './config/config.ts';
import { siteOf } from './config/http.ts';
import { isTraced } from './config/telemetry.ts';
import { openPools, type Pools, quarterOf } from './db/client.ts';
import { keepClock, type MachineClocks, machineClocks } from './db/clock.ts';
import { openReplicas, type ReplicaState, type Replicas } from './db/replicas.ts';
import { createDeliveryWatch } from './domain/delivery/watch.ts';
import {
  createDatabaseProbe,
  createTemporalWatch,
  createWorkerWatch,
  requireDatabase,
} from './domain/health.ts';
import { createAddressHash } from './domain/identity/address-hash.ts';
import { createSecretBox } from './domain/identity/secret-box.ts';
import { createTokenStatements, createTokenUses, USES_STORED_EVERY_MS } from './domain/identity/tokens.ts';
import { createVersionReader } from './domain/listing/read.ts';
import { createQueueWatch } from './domain/moderation/watch.ts';
import { createNoticeWatch } from './domain/notices/read.ts';
import { createOwnDataJob } from './domain/privacy/own-data-job.ts';
import { createCaptcha } from './domain/vote/captcha.ts';
import { createVoteWatch } from './domain/vote/stream.ts';
import { findOwner, folderInUse, ownFolder } from './embedded/owner.ts';
import { createAdmission } from './http/admission/admission.ts';
import { createOutside } from './http/admission/outside.ts';
import { createFaultLog } from './http/fault-log.ts';
import { listen } from './http/listen.ts';
import { createPageCache, type PageCache } from './http/message/page-cache.ts';
import { requireFreePort } from './http/open-port.ts';
import { createReadiness, listenForOperators, type Readiness } from './http/operators.ts';
import { type Identity, readBuild } from './lib/build.ts';
import { faultOf, orWarn } from './lib/log.ts';
import { repeat } from './lib/repeat.ts';
import { openLimits } from './limits/rate-limit.ts';
import { createMailer } from './net/mailer.ts';
import { createSender } from './net/sender.ts';
import { createTextRecords } from './net/text-records.ts';
import { startMigratedDatabase, withDatabase } from './parts/database.ts';
import { requireFreeSpace } from './parts/free-space.ts';
import { followHold, placeOf } from './parts/hold.ts';
import { keepPresence } from './parts/presence.ts';
import { followKey, openKeyring } from './parts/secrets.ts';
import { openPictures } from './pictures/pictures.ts';
import type { Services } from './schema/context.ts';
import { createDeliveryMetrics } from './telemetry/delivery-metrics.ts';
import {
  countOutdatedConnections,
  createExposition,
  tellBuild,
  tellReplicas,
} from './telemetry/exposition.ts';
import { createMeasures, joinWatches, type Watches } from './telemetry/measures.ts';
import type { Traces } from './telemetry/traces/traces.ts';
import { noticeWords } from './web/words/notice-text.ts';
import { locateTemporal } from './workflows/temporal/locate.ts';
import { createWorkflowLinks } from './workflows/temporal/workflow-links.ts';
import { jobsOf } from './workflows/worker/jobs.ts';
import type { Deliveries } from './workflows/worker/worker.ts';

/** Which parts of the service a process runs. */
export type Role = 'all' | 'web' | 'worker';

export interface App {
  readonly services: Services;
  /** The port of HTTP; undefined in a worker. */
  readonly port: number | undefined;
  /** The address that people and bots use; undefined in a worker. */
  readonly site: string | undefined;
  /** Resolves when deliveries run; undefined in a process that does not run them. */
  readonly deliveriesReady: Promise<void> | undefined;
  /** The address of the Temporal UI; undefined until it is known. */
  readonly temporalUi: () => string | undefined;
  /**
   * Says for `drainSeconds` that the process is not ready. Then finishes the requests and deliveries in progress, and
   * closes all parts in reverse order.
   */
  close(): Promise<void>;
}

/** What a process gets from outside. */
export interface Outside {
  /** The clocks of this machine. */
  readonly clocks?: MachineClocks | undefined;
  /** Reads the metrics of Temporal's SDK. */
  readonly sdkMetrics?: (() => Promise<string>) | undefined;
  /** Called before the first request or delivery can come. */
  readonly beforeServing?: (() => void) | undefined;
}

/**
 * Opens the parts of the service, connects them and starts them.
 *
 * @throws when the database cannot be reached or the port is taken; the parts that are open by then are closed
 */
export async function startApp(config: Config, role: Role, log: Logger, outside: Outside = {}): Promise<App> {
  const parts = new AsyncDisposableStack();
  try {
    const identity = { ...readBuild(config.buildRevision), role, instance: randomUUID() };
    log.info(identity, 'The service starts.');
    return await openParts(config, identity, log.child({ instance: identity.instance }), outside, parts);
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}

/** What the services use, and is opened after them. */
interface Late {
  deliveries?: Deliveries;
  touch?: PageCache['touch'];
}

async function openParts(
  config: Config,
  identity: Identity,
  log: Logger,
  { clocks = machineClocks, sdkMetrics, beforeServing }: Outside,
  parts: AsyncDisposableStack,
): Promise<App> {
  const { role, instance } = identity;
  const uses = { requests: role !== 'worker', deliveries: role !== 'web' };
  // The owner of the folder may have the port, too, which would say less.
  if (needsFolder(config, uses) && findOwner(config.dataDir)?.kind === 'service')
    throw folderInUse(config.dataDir);
  if (uses.requests) await requireFreePort(config);
  const metrics =
    config.metricsPort === undefined ? undefined : { host: config.metricsHost, port: config.metricsPort };
  if (metrics) await requireFreePort(metrics, 'METRICS_');
  const opened = await openFoundation(config, identity, uses, log, clocks, parts);
  const { registry, temporal } = opened;
  const late: Late = {};
  const services = createServices(opened, late);
  const readiness = createReadiness({
    database: services.databaseStatus,
    temporal: uses.requests ? undefined : async () => (await late.deliveries?.status()) ?? 'unavailable',
    isHeld: services.isHeld,
  });
  beforeServing?.();
  const port = uses.requests ? await openRequests(opened, services, readiness, late) : undefined;
  const site = port === undefined ? undefined : siteOf(config, port);
  if (site !== undefined && config.databaseUrl === undefined) opened.owner?.note({ site });
  if (metrics) {
    const exposition = createExposition({
      registry,
      services,
      partStatus: async () => ({
        ...(await services.partStatus()),
        // Only of a process that uses it.
        temporal: (await late.deliveries?.status()) ?? 'not used',
      }),
      isReady: async () => (await readiness.check()).ready,
      clockAheadMs: opened.clock.aheadMs,
      jobs: () => jobsOf(services),
      sdkMetrics,
    });
    await listenForOperators(metrics, { exposition, readiness, identity }, log, parts);
  }
  if (uses.deliveries) await openDeliveries(opened, services, late);
  const keyIds = opened.keyring.keys.map(({ id }) => id.toString('hex'));
  const delivers = async () => (await late.deliveries?.status()) === 'ok';
  parts.defer(await keepPresence(services, instance, async () => ({ delivers: await delivers(), keyIds })));
  return {
    services,
    port,
    site,
    deliveriesReady: late.deliveries?.ready,
    temporalUi: temporal.uiUrl,
    async close() {
      readiness.drain();
      await delay(config.drainSeconds * 1000);
      await parts.disposeAsync();
    },
  };
}

/** Opens what the services are made of. */
async function openFoundation(
  config: Config,
  identity: Identity,
  uses: Parameters<typeof openPools>[2],
  log: Logger,
  clocks: MachineClocks,
  parts: AsyncDisposableStack,
) {
  const registry = new Registry();
  const measures = config.metricsPort === undefined ? undefined : createMeasures(registry);
  tellBuild(registry, identity, config.otelServiceName);
  const traces = await openTraces(config, identity, log, parts);
  const watches = joinWatches(measures, traces);
  if (config.databaseUrl === undefined) requireFreeSpace(config.dataDir);
  const owner = needsFolder(config, uses) ? await ownFolder(config.dataDir) : undefined;
  parts.defer(() => owner?.release());
  const address = await startMigratedDatabase(config, log, parts, owner);
  const pools = openPools(address, config.databasePoolSize, uses, parts, watches.statements);
  const replicas = uses.requests ? followReplicas(config, pools, registry, watches, log, parts) : undefined;
  const db = pools.bots;
  const hold = await followHold(pools.health, placeOf(address, config), log, parts);
  const clock = await keepClock(db, clocks, {
    onOffset: (aheadMs) => logOffset(log, aheadMs),
    onStep: (behindMs) => logStep(log, behindMs),
  });
  parts.defer(() => clock.close());
  const keyring = await openKeyring(config, { db, now: clock.now });
  const secrets = createSecretBox(keyring, randomBytes);
  const following = followKey(keyring, db, log);
  parts.defer(() => following?.close());
  const untraced = createSender({
    trustedNetworks: config.webhookTrustedNetworks,
    proxy: config.webhookProxy,
    now: () => clock.now().getTime(),
  });
  const sender = traces?.sender(untraced) ?? untraced;
  parts.defer(() => sender.close());
  const limits = await openLimits(config.redisUrl, log, parts, measures?.decision);

  const pictures = openPictures();
  parts.defer(() => pictures.close());
  const temporal = locateTemporal(config, owner, log);
  parts.defer(() => temporal.close());
  const guard = 'guard' in address ? address.guard : undefined;
  if (guard) countOutdatedConnections(registry, guard.refusals);
  const probe = createDatabaseProbe(pools.health, guard?.isRefused);
  return {
    config,
    log,
    parts,
    owner,
    registry,
    measures,
    traces,
    watches,
    pools,
    hold,
    replicas,
    clock,
    keyring,
    secrets,
    sender,
    limits,
    pictures,
    temporal,
    probe,
  };
}

/** @returns undefined without replicas */
function followReplicas(
  { databaseReplicaUrl, databasePoolSize }: Config,
  pools: Pools,
  registry: Registry,
  { statements }: Watches,
  log: Logger,
  parts: AsyncDisposableStack,
): Replicas | undefined {
  if (!databaseReplicaUrl) return undefined;
  const replicas = openReplicas(databaseReplicaUrl, pools, quarterOf(databasePoolSize), parts, {
    watch: statements?.('replica'),
    startAt: randomBytes(4).readUInt32BE(),
    onChange: (state) => logReplica(log, state),
  });
  tellReplicas(registry, replicas.states);
  return replicas;
}

type Opened = Awaited<ReturnType<typeof openFoundation>>;

/** Whether a process runs a server of its own in the data folder. */
function needsFolder(
  { databaseUrl, temporalServer }: Config,
  { deliveries }: { readonly deliveries: boolean },
): boolean {
  return databaseUrl === undefined || (deliveries && !temporalServer);
}

function createServices(
  {
    config,
    log,
    parts,
    pools,
    hold,
    clock,
    secrets,
    sender,
    pictures,
    temporal,
    probe,
    measures,
    limits,
  }: Opened,
  late: Late,
): Services {
  const db = pools.bots;
  const temporalElsewhere = createTemporalWatch(
    { db: pools.health, now: clock.now, isHeld: hold.isHeld },
    config.temporalServer !== undefined,
  );
  return {
    db,
    ...createTokenStatements(db),
    ...createTokenUses(db, clock.now),
    secrets,
    sender,
    readTextRecords: createTextRecords(),
    platform:
      config.applicationLookupUrl === undefined
        ? undefined
        : {
            applicationLookupUrl: config.applicationLookupUrl,
            applicationIconUrl: config.applicationIconUrl,
            // Discord requires this form.
            userAgent: `DiscordBot (${config.publicUrl}, 1)`,
            onFailure: (reason) => log.debug({ reason }, 'The look-up of an application failed.'),
          },
    encodeImage: pictures.encodeImage,
    checkPicture: pictures.checkPicture,
    listingImages: config.listingImages,
    admins: new Set(config.adminUserIds),
    voteMinAccountAgeDays: config.voteMinAccountAgeDays,
    mailer:
      config.smtpUrl && config.mailFrom
        ? createMailer(config.smtpUrl, config.mailFrom, (error) =>
            log.warn(
              { fault: faultOf(error) },
              'The mail server does not take emails: they are tried again.',
            ),
          )
        : undefined,
    noticeWords,
    publicUrl: config.publicUrl,
    hashAddress: createAddressHash({ db: pools.members, secrets }),
    captcha:
      config.captchaSecret === undefined
        ? undefined
        : createCaptcha(config.captchaVerifyUrl, config.captchaSecret, sender, (reason) =>
            log.warn({ reason }, 'The captcha provider does not respond: votes are refused.'),
          ),
    now: clock.now,
    randomBytes,
    wakeDispatcher: () => late.deliveries?.wake(),
    onVote: measures?.vote ?? (() => {}),
    deliveryWatch: createDeliveryWatch(pools.members),
    noticeWatch: createNoticeWatch(pools.members),
    queueWatch: createQueueWatch({ db: pools.members, now: clock.now }),
    voteWatch: createVoteWatch(pools.members),
    listingTouched: (botId) => late.touch?.(botId),
    workflowLinks: createWorkflowLinks(temporal),
    ownDataJob: createOwnDataJob(pools.ownData),
    onFault: createFaultLog(log, () => requireDatabase(probe.status, [db]), parts),
    ...hold,
    lacksWorker: createWorkerWatch({ db: pools.health, now: clock.now }),
    databaseStatus: probe.status,
    partStatus: async () => ({
      temporal: await (late.deliveries?.status() ?? temporalElsewhere()),
      redis: await limits.redisStatus(),
    }),
  };
}

/**
 * Opens what only requests need, and listens.
 *
 * @returns the port
 */
async function openRequests(
  {
    config,
    log,
    parts,
    registry,
    pools,
    replicas,
    pictures,
    probe,
    measures,
    limits,
    traces,
    watches,
  }: Opened,
  services: Services,
  readiness: Readiness,
  late: Late,
): Promise<number> {
  parts.defer(storeUses(services, log));
  const memberCache = createPageCache({
    ...services,
    readVersion: createVersionReader(pools.strangers),
    registry,
  });
  const cache = replicas ? createReplicaCache(replicas, services, registry) : memberCache;
  late.touch = (botId) => {
    cache.touch(botId);
    memberCache.touch(botId);
  };
  const outside = createOutside();
  // Whatever a request can reach other servers with goes through it. Deliveries have `services` itself.
  const limited = outside.services(services);
  const admission = createAdmission(config, registry);
  parts.defer(() => admission.close());
  const lanes = {
    bots: limited,
    votes: limited,
    members: withDatabase(limited, pools.members),
    strangers: withDatabase(limited, pools.strangers),
    readers: withDatabase(limited, replicas?.db ?? pools.strangers),
  };
  return listen({
    config,
    lanes,
    limiter: limits.limiter,
    admission,
    outside,
    cache,
    memberCache,
    pictures,
    readiness,
    measures,
    traces,
    around: watches.operation,
    onFault: probe.noteFault,
    log,
    parts,
  });
}

/** A response is not older than the version it is kept under: a version of another turn is another one. */
function createReplicaCache({ db, turn }: Replicas, services: Services, registry: Registry): PageCache {
  const read = createVersionReader(db);
  const readVersion = async (botId: string) => {
    const since = turn();
    const version = await read(botId);
    return version && { ...version, content: `${since} ${version.content}` };
  };
  return createPageCache({ ...services, readVersion, registry });
}

async function openDeliveries(
  { config, log, parts, registry, temporal, traces }: Opened,
  services: Services,
  late: Late,
): Promise<void> {
  // A web process does not load Temporal's SDK, whose native code takes 30 MB.
  const { runDeliveries } = await import('./workflows/worker/worker.ts');
  const deliveries = runDeliveries({
    locate: temporal.locate,
    taskQueue: config.temporalTaskQueue,
    cacheDir: config.cacheDir,
    services,
    retention: config,
    metrics: createDeliveryMetrics(registry),
    traces: await traces?.workflows(),
    log,
  });
  late.deliveries = deliveries;
  parts.defer(() => deliveries.close());
}

/** Stores the last use of tokens now and then. The returned function ends that, and stores what is left. */
function storeUses(services: Services, log: Logger): () => Promise<void> {
  const store = () =>
    orWarn(log, services.storeUses(), 'The last use of tokens was not stored. It is stored later.');
  const storing = repeat(USES_STORED_EVERY_MS, store, USES_STORED_EVERY_MS);
  return async () => {
    await storing.close();
    await store();
  };
}

/** Nothing of OpenTelemetry is loaded without a collector. */
async function openTraces(
  config: Config,
  identity: Identity,
  log: Logger,
  parts: AsyncDisposableStack,
): Promise<Traces | undefined> {
  if (!isTraced(config)) return undefined;
  const { openTraces: open } = await import('./telemetry/traces/open.ts');
  const opened = open(config, identity, {
    onAway: (error) =>
      log.warn({ fault: faultOf(error) }, 'Traces cannot be exported: their spans are lost.'),
    onBack: () => log.info('Traces are exported again.'),
  });
  parts.defer(() => opened.close());
  return opened;
}

function logReplica(log: Logger, { name, status, lagSeconds }: Omit<ReplicaState, 'isUsed'>): void {
  const facts = { replica: name, status, lagSeconds };
  if (status === 'ok') log.info(facts, 'A replica can be read from.');
  else log.warn(facts, 'A replica is not read from: other replicas or the primary serve its reads.');
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

function logStep(log: Logger, behindMs: number): void {
  log.warn(
    { seconds: Math.round(behindMs / 1000) },
    "The time of this process was set to the database's: this machine was suspended, or the database's clock was set.",
  );
}
