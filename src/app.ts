import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServerAdapter, Response } from '@whatwg-node/server';
import type { Logger } from 'pino';
import { readCredential, readSession, readToken } from './auth/credentials.ts';
import { identify } from './auth/identify.ts';
import { isSameOrigin } from './auth/same-origin.ts';
import type { Config } from './config.ts';
import { type Database, type DatabaseAddress, openDatabase } from './db/client.ts';
import { migrateDatabase } from './db/migrate.ts';
import { whileAway } from './db/retry.ts';
import { findAvatar } from './domain/avatars.ts';
import { createBatches } from './domain/batches.ts';
import { findVisibleListing } from './domain/read-listings.ts';
import { createSecretBox } from './domain/secret-box.ts';
import type { PartStatus, Services } from './domain/services.ts';
import { endSession, SESSION_LIFETIME, startSession } from './domain/sessions.ts';
import { startEmbeddedDatabase } from './embedded/database.ts';
import { readOrMakeKey } from './embedded/key.ts';
import { failOpen } from './limits/fail-open.ts';
import { MemoryStore } from './limits/memory-store.ts';
import { createRateLimiter, type RateLimiter } from './limits/rate-limit.ts';
import { RedisStore } from './limits/redis-store.ts';
import { faultOf } from './log.ts';
import { createSender } from './net/sender.ts';
import { createRest } from './rest/handler.ts';
import { openApi } from './rest/openapi.ts';
import { createContext } from './schema/context.ts';
import { schema } from './schema/index.ts';
import { createGraphQLServer } from './schema/yoga.ts';
import { createWeb } from './web/handler.ts';
import { locateTemporal } from './workflows/locate.ts';
import { createMetrics, type Metrics } from './workflows/metrics.ts';
import { type Deliveries, runDeliveries } from './workflows/worker.ts';

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
  const db = await openMigratedDatabase(config, log, parts);
  const sender = createSender(config.webhooks);
  parts.defer(() => sender.close());
  const { limiter, redisStatus } = await openLimits(config, log, parts);

  let deliveries: Deliveries | undefined;
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
    now: () => new Date(),
    randomBytes,
    wakeDispatcher: () => deliveries?.wake(),
    partStatus: async () => ({
      temporal: deliveries ? await deliveries.status() : 'not used',
      redis: await redisStatus(),
    }),
  };

  const port = role === 'worker' ? undefined : await listen(config, services, limiter, log, parts);
  const metrics = createMetrics(services);
  if (config.metrics) await listenForMetrics(config.metrics, metrics, log, parts);
  const temporal = locateTemporal(config, log);
  parts.defer(() => temporal.close());
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
): Promise<Database> {
  let address: DatabaseAddress;
  if (config.database.kind === 'server') {
    address = { url: config.database.url };
  } else {
    const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, log });
    parts.defer(() => embedded.stop());
    address = embedded.options;
  }
  const db = openDatabase(address, config.databasePoolSize);
  parts.defer(() => db.close());
  const migrate = () => migrateDatabase(db);
  // Another process may be about to hand the embedded database over; a server that is away is an error.
  await (config.database.kind === 'embedded' ? whileAway(migrate) : migrate());
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

async function listen(
  config: Config,
  services: Services,
  limiter: RateLimiter,
  log: Logger,
  parts: AsyncDisposableStack,
): Promise<number> {
  const onFault = (error: unknown, operation: string) =>
    log.error({ fault: faultOf(error), operation }, 'A request failed.');
  const contextOf = (trusted: boolean, read: typeof readCredential) => (request: Request) =>
    createContext({ services, limiter, trusted }, () => {
      const credential = read(request.headers);
      // A browser sends the cookie with requests that other sites cause, too.
      const isForeign = credential.kind === 'session' && request.method === 'POST' && !isSameOrigin(request);
      return identify(services, isForeign ? { kind: 'none' } : credential);
    });
  const rest = createRest({
    schema,
    contextOf: contextOf(true, readToken),
    onFault,
    openApi: openApi(config.publicUrl),
  });
  const graphql = createGraphQLServer({
    contextOf: contextOf(false, readCredential),
    graphiql: config.graphiql,
    onFault,
  });
  const pageContextOf = contextOf(true, readSession);
  const web = createWeb({
    schema,
    contextOf: pageContextOf,
    readAvatar: async (request, botId) => {
      const listing = await findVisibleListing(services, await pageContextOf(request).actor(), botId);
      if (!listing) return undefined;
      const picture = listing.avatarHash === null ? undefined : await findAvatar(services, botId);
      return { name: listing.name, isPublic: listing.state === 'approved', picture };
    },
    onFault,
    secureCookies: config.publicUrl.startsWith('https:'),
    ...(config.developmentSignIn && {
      developmentSignIn: {
        start: async (user) => ({ sessionId: await startSession(services, user), maxAge: SESSION_LIFETIME }),
        end: async (request) => {
          const credential = readSession(request.headers);
          if (credential.kind === 'session') await endSession(services, credential.id);
        },
      },
    }),
  });
  const route = async (request: Request) => {
    const { pathname } = new URL(request.url);
    return pathname === '/graphql' ? graphql(request) : ((await rest(request)) ?? web(request));
  };
  const adapter = createServerAdapter(async (request: Request) => {
    // Host becomes a part of the address, and a strange one would lead to another path than was asked for.
    if (!HOST.test(request.headers.get('host') ?? ''))
      return plainError(400, 'The Host header is not valid.');
    try {
      return await route(request);
    } catch (error) {
      onFault(error, 'http');
      return plainError(500, 'Something broke. Try again later.');
    }
  });
  return serve(createServer(adapter).on('clientError', refuseMalformed), config.http, parts);
}

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;
const MALFORMED = JSON.stringify({ error: 'The request is not valid HTTP.' });

/** What the HTTP parser refuses never reaches the routes; its answer has the same form all the same. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${MALFORMED.length}\r\n\r\n${MALFORMED}`,
  );
}

/** The last resort, in the form of the contract's errors. */
function plainError(status: number, error: string): Response {
  return new Response(JSON.stringify({ error }), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}

/** For a scraper on an address of its own: the numbers are the operators', not the public's. */
async function listenForMetrics(
  address: { host: string; port: number },
  metrics: Metrics,
  log: Logger,
  parts: AsyncDisposableStack,
): Promise<void> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const { body, contentType } = await metrics.text();
      response.writeHead(200, { 'content-type': contentType }).end(body);
    } catch (error) {
      log.error({ fault: faultOf(error), operation: 'metrics' }, 'A request failed.');
      response.writeHead(503).end();
    }
  });
  await serve(server, address, parts);
}

async function serve(
  server: Server,
  { host, port }: { host: string; port: number },
  parts: AsyncDisposableStack,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  parts.defer(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        // Whoever still sends or reads after this time is cut.
        setTimeout(() => server.closeAllConnections(), 5000).unref();
      }),
  );
  return (server.address() as AddressInfo).port;
}
