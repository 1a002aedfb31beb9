import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServerAdapter, Response } from '@whatwg-node/server';
import type { Logger } from 'pino';
import { createClientReader } from './auth/client-address.ts';
import { type Cookie, createCookie } from './auth/cookies.ts';
import { type Credential, readCredential, readSession, readToken } from './auth/credentials.ts';
import { identify } from './auth/identify.ts';
import { createOAuth } from './auth/oauth.ts';
import { isSameOrigin } from './auth/same-origin.ts';
import type { Config } from './config.ts';
import { type Database, type DatabaseAddress, openDatabase } from './db/client.ts';
import { migrateDatabase } from './db/migrate.ts';
import { whileAway } from './db/retry.ts';
import { findAvatar } from './domain/avatars.ts';
import { createBatches } from './domain/batches.ts';
import { createCaptcha } from './domain/captcha.ts';
import { RateLimitedError } from './domain/errors.ts';
import { createVersionReader } from './domain/listing-version.ts';
import { findVisibleListing } from './domain/read-listings.ts';
import { createSecretBox } from './domain/secret-box.ts';
import type { PartStatus, Services } from './domain/services.ts';
import { endSession, SESSION_MAX_MS, startSession } from './domain/sessions.ts';
import { listSitemapParts, readSitemapPart } from './domain/sitemap.ts';
import { createDeliveryWatch } from './domain/watch-deliveries.ts';
import { startEmbeddedDatabase } from './embedded/database.ts';
import { readOrMakeKey } from './embedded/key.ts';
import { createVisitorBudgets } from './limits/budget.ts';
import { failOpen } from './limits/fail-open.ts';
import { MemoryStore } from './limits/memory-store.ts';
import { createRateLimiter, type RateLimiter } from './limits/rate-limit.ts';
import { RedisStore } from './limits/redis-store.ts';
import { faultOf } from './log.ts';
import { createFetch } from './net/fetch.ts';
import { createSender } from './net/sender.ts';
import { createRest } from './rest/handler.ts';
import { openApi } from './rest/openapi.ts';
import { createContext } from './schema/context.ts';
import { documentLimits } from './schema/document-limits.ts';
import { schema } from './schema/index.ts';
import { createGraphQLServer } from './schema/yoga.ts';
import { createCachedWidget } from './web/cached-widget.ts';
import { serveGraphiQL } from './web/graphiql.ts';
import { createWeb } from './web/handler.ts';
import { createPageCache, isKnown, type PageCache, type Served } from './web/page-cache.ts';
import type { SignIn } from './web/sign-in.ts';
import { locateTemporal } from './workflows/locate.ts';
import { createMetrics, type Metrics } from './workflows/metrics.ts';
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
  const db = await openMigratedDatabase(config, log, parts);
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
  cache: PageCache,
  log: Logger,
  parts: AsyncDisposableStack,
): Promise<number> {
  const onFault = (error: unknown, operation: string) =>
    log.error({ fault: faultOf(error), operation }, 'A request failed.');
  const sessionCookie = createCookie('session', config.publicUrl.startsWith('https:'));
  const budgets = createVisitorBudgets(config.budgets);
  const readClient = createClientReader(config.trustedProxies);
  const arrived = new WeakMap<Request, IncomingMessage>();
  const clientOf = (request: Request) => {
    const message = arrived.get(request);
    return message ? readClient(message) : { address: undefined, key: 'unknown' };
  };
  const contextOf = (trusted: boolean, read: (headers: Headers) => Credential) => (request: Request) => {
    const limits = trusted ? undefined : documentLimits({ kind: 'anonymous' });
    return createContext({ services, limiter, budgets, client: () => clientOf(request), limits }, () => {
      const credential = read(request.headers);
      // A browser sends the cookie with requests that other sites cause, too.
      const isForeign = credential.kind === 'session' && isBinding(request) && !isSameOrigin(request);
      return identify(services, isForeign ? { kind: 'none' } : credential);
    });
  };
  /** @throws {RateLimitedError} when somebody tries to sign in too often */
  const admitSignIn = async (request: Request) => {
    if (!budgets.signIn) return;
    const state = await limiter.spend(`address:${clientOf(request).key}`, budgets.signIn, {
      fieldName: 'signIn',
    });
    if (!state.admitted) throw new RateLimitedError(state.retryAfterSeconds);
  };
  const rest = createRest({
    schema,
    contextOf: contextOf(true, readToken),
    onFault,
    openApi: openApi(config.publicUrl),
  });
  const graphql = createGraphQLServer({
    contextOf: contextOf(false, (headers) => readCredential(headers, sessionCookie)),
    introspection: config.introspection,
    onFault,
  });
  const cachedWidget = createCachedWidget(cache, rest);
  const signIn = openSignIn(config, services, sessionCookie, admitSignIn, parts);
  const pageContextOf = contextOf(true, (headers) => readSession(headers, sessionCookie));
  const web = createWeb({
    schema,
    contextOf: pageContextOf,
    publicUrl: config.publicUrl,
    now: services.now,
    cache,
    sitemap: {
      parts: () => listSitemapParts(services),
      read: (from) => readSitemapPart(services, from),
    },
    readAvatar: async (request, botId) => {
      const listing = await findVisibleListing(services, await pageContextOf(request).actor(), botId);
      if (!listing) return undefined;
      const picture = listing.avatarHash === null ? undefined : await findAvatar(services, botId);
      return { name: listing.name, isPublic: listing.state === 'approved', picture };
    },
    onFault,
    ...(signIn && { signIn }),
    ...(config.captcha && { captcha: config.captcha }),
  });
  const route = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/graphql') return (config.graphiql && serveGraphiQL(request)) || graphql(request);
    return (await cachedWidget(request)) ?? (await rest(request)) ?? web(request);
  };
  const adapter = createServerAdapter<{ req: IncomingMessage }>(async (request: Request, { req }) => {
    arrived.set(request, req);
    // Host becomes a part of the address, and a strange one would lead to another path than was asked for.
    if (!HOST.test(request.headers.get('host') ?? ''))
      return plainError(400, 'The Host header is not valid.');
    try {
      return await route(request);
    } catch (error) {
      // Who has gone away has broken nothing, and reads no answer.
      if (!request.signal.aborted) onFault(error, 'http');
      return plainError(500, 'Something broke; try again later.');
    }
  });
  const server = createServer((request, response) => {
    const served = peekPage(cache, request);
    if (!served) return adapter(request, response);
    const { headers, body } = served;
    return isKnown(served, request.headers['if-none-match'])
      ? response.writeHead(304, headers).end()
      : response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
  });
  const port = await serve(server.on('clientError', refuseMalformed), config.http, parts);
  // The server waits for its answers to end, which streams would do after minutes.
  parts.defer(() => services.deliveryWatch.close());
  return port;
}

/** Whether a request changes something or holds something open. */
function isBinding({ method, headers }: Request): boolean {
  return method === 'POST' || Boolean(headers.get('accept')?.includes('text/event-stream'));
}

/** @returns undefined where nobody can sign in */
function openSignIn(
  { oauth, developmentSignIn, publicUrl, webhooks }: Config,
  services: Services,
  cookie: Cookie,
  admit: (request: Request) => Promise<void>,
  parts: AsyncDisposableStack,
): SignIn | undefined {
  if (!oauth && !developmentSignIn) return undefined;
  const end = async (request: Request) => {
    const credential = readSession(request.headers, cookie);
    if (credential.kind === 'session') await endSession(services, credential.id);
    return cookie.clear();
  };
  const sessions = {
    admit,
    async start(request: Request, user: { id: string; name: string }) {
      const id = await startSession(services, user);
      await end(request);
      // The service decides when a session ends; a browser may offer one that has.
      return cookie.set(id, SESSION_MAX_MS / 1000);
    },
    end,
  };
  if (!oauth) return sessions;
  // The operators name the provider, and anybody names webhooks: what is trusted for one is not for the other.
  const sender = createSender({ ...webhooks, trustedNetworks: oauth.trustedNetworks });
  parts.defer(() => sender.close());
  const provider = createOAuth(oauth, {
    ...services,
    fetch: createFetch(sender, MAX_PROVIDER_BYTES),
    cookie: createCookie('sign-in', publicUrl.startsWith('https:')),
    redirectUri: `${publicUrl}/sign-in/callback`,
  });
  return { ...sessions, provider };
}

/** What nearly all readers ask for goes past everything else: cached answers for whoever shows no cookie. */
function peekPage(cache: PageCache, { method, url = '', headers }: IncomingMessage): Served | undefined {
  if (method !== 'GET' || headers.cookie !== undefined || !HOST.test(headers.host ?? '')) return undefined;
  return cache.peek(url);
}

/** Many times what a provider answers. */
const MAX_PROVIDER_BYTES = 64 * 1024;
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
        // A connection that is busy now, as with a stream that is about to end, is idle soon, and would be kept open.
        const closing = setInterval(() => server.closeIdleConnections(), 50);
        server.close(() => {
          clearInterval(closing);
          resolve();
        });
        server.closeIdleConnections();
        // Whoever still sends or reads after this time is cut.
        setTimeout(() => server.closeAllConnections(), 5000).unref();
      }),
  );
  return (server.address() as AddressInfo).port;
}
