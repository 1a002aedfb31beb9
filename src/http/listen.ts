import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServerAdapter, Response } from '@whatwg-node/server';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { listSitemapParts, readSitemapPart } from '../domain/directory/sitemap.ts';
import { endSession, SESSION_MAX_MS, startSession } from '../domain/identity/sessions.ts';
import { RateLimitedError } from '../domain/kernel/errors.ts';
import { findAvatar } from '../domain/listing/avatars.ts';
import { findVisibleListing } from '../domain/listing/read.ts';
import { TAGS } from '../domain/listing/tags.ts';
import { createFaultLog } from '../fault-log.ts';
import { createVisitorBudgets } from '../limits/budget.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import { faultOf } from '../log.ts';
import { createFetch } from '../net/fetch.ts';
import { createSender } from '../net/sender.ts';
import { createRest } from '../rest/handler.ts';
import { openApi } from '../rest/openapi.ts';
import type { Services } from '../schema/context.ts';
import { createContext } from '../schema/context.ts';
import { documentLimits } from '../schema/document-limits.ts';
import { schema } from '../schema/index.ts';
import { createGraphQLServer } from '../schema/yoga.ts';
import { serveGraphiQL } from '../web/graphiql.ts';
import { createWeb } from '../web/handler.ts';
import { MessagePage } from '../web/pages.ts';
import { createResponder } from '../web/respond.ts';
import type { SignIn } from '../web/sign-in.ts';
import { text } from '../web/text.ts';
import type { Metrics } from '../workflows/metrics.ts';
import { type Admission, type Lane, OverloadedError, type Release } from './admission.ts';
import { RequestAbortedError } from './body.ts';
import { createCachedWidget } from './cached-widget.ts';
import { createClientReader } from './client-address.ts';
import { compress } from './compression.ts';
import { type Cookie, createCookie } from './cookies.ts';
import { type Credential, readCredential, readSession, readToken } from './credentials.ts';
import { identify } from './identify.ts';
import { answerEarly, arrivalLimits, refuseMalformed } from './intake.ts';
import { isLocal } from './is-local.ts';
import { deadlineOf, laneOf, refusal, takesBodyFirst, withinDeadline, withWholeBody } from './lanes.ts';
import { createOAuth } from './oauth.ts';
import { inCoding, isKnown, type PageCache, type Served } from './page-cache.ts';
import { isSameOrigin } from './same-origin.ts';

/**
 * Answers people, bots and everybody else over HTTP, until `parts` are disposed of.
 *
 * @returns the port
 * @throws when the port cannot be had
 */
export async function listen({
  config,
  lanes,
  limiter,
  admission,
  cache,
  log,
  parts,
}: {
  readonly config: Config;
  /** The services with the connections to the database that each lane of requests has. */
  readonly lanes: Readonly<Record<Lane, Services>>;
  readonly limiter: RateLimiter;
  readonly admission: Admission;
  readonly cache: PageCache;
  readonly log: Logger;
  readonly parts: AsyncDisposableStack;
}): Promise<number> {
  const services = lanes.strangers;
  const onFault = createFaultLog(log, () => services.db.sql`select 1`, parts);
  const sessionCookie = createCookie('session', config.publicUrl.startsWith('https:'));
  const budgets = createVisitorBudgets(config.budgets);
  const readClient = createClientReader(config.trustedProxies);
  const arrived = new WeakMap<Request, { readonly message: IncomingMessage; readonly lane: Lane }>();
  const clientOf = (request: Request) => {
    const arrival = arrived.get(request);
    return arrival ? readClient(arrival.message) : { address: undefined, key: 'unknown' };
  };
  const contextOf = (trusted: boolean, read: (headers: Headers) => Credential) => (request: Request) => {
    const limits = trusted ? undefined : documentLimits({ kind: 'anonymous' });
    const credential = read(request.headers);
    // A browser sends the cookie with requests that other sites cause, too.
    const isForeign = !isSameOrigin(request);
    // Any link may lead to a page, and documents are for this site alone.
    const isNobody = credential.kind === 'session' && isForeign && (!trusted || isBinding(request));
    const services = lanes[arrived.get(request)?.lane ?? 'strangers'];
    return createContext({
      services,
      limiter,
      // Requests caused by other sites have a separate budget.
      budgets: isForeign ? { ...budgets, anonymous: budgets.anonymousElsewhere } : budgets,
      client: () => clientOf(request),
      limits,
      identify: () => identify(services, isNobody ? { kind: 'none' } : credential),
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
  const gate = {
    admit: admitSignIn,
    isLocal: (request: Request) => {
      const arrival = arrived.get(request);
      return arrival !== undefined && isLocal(arrival.message);
    },
  };
  const signIn = openSignIn(config, lanes.members, sessionCookie, gate, parts);
  const pageContextOf = contextOf(true, (headers) => readSession(headers, sessionCookie));
  const web = createWeb({
    schema,
    contextOf: pageContextOf,
    publicUrl: config.publicUrl,
    now: services.now,
    cache,
    sitemap: {
      tags: TAGS.map(({ slug }) => slug),
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
    ...(config.security && { security: config.security }),
  });
  const responder = createResponder(signIn !== undefined);
  const { busyTitle, busy } = text.failures;
  const busyPage = responder.document(busyTitle, MessagePage(busyTitle, busy), responder.nobody);
  const route = async (request: Request) => {
    const { pathname } = new URL(request.url);
    // Its answers may hold a token that was just made, beside what the document asked for: they are not compressed.
    if (pathname === '/graphql') {
      const response = (config.graphiql && (await serveGraphiQL(request))) || (await graphql(request));
      response.headers.set('x-content-type-options', 'nosniff');
      return response;
    }
    return compress(request, (await cachedWidget(request)) ?? (await rest(request)) ?? (await web(request)));
  };
  const places = new WeakMap<IncomingMessage, { readonly release: Release; readonly waitedMs: number }>();
  /** Requests whose bodies are here, or on their way. */
  let bodies = 0;
  const adapter = createServerAdapter<Arrival>(async (request: Request, { req, res }) => {
    const lane = laneOf(req);
    const busy = (sentence: string) => {
      const { headers, body } = refusal(req, sentence, busyPage);
      return new Response(body, { status: 503, headers });
    };
    const isBodyFirst = takesBodyFirst(req, lane);
    if (isBodyFirst && bodies >= MAX_BODIES) return busy(new OverloadedError().message);
    if (isBodyFirst) bodies += 1;
    try {
      const whole = isBodyFirst ? await withWholeBody(request) : request;
      arrived.set(whole, { message: req, lane: lane ?? 'strangers' });
      const { release, waitedMs } = places.get(req) ?? (await takePlace(lane, res));
      const answer = answerOf(whole).finally(release);
      const ms = deadlineOf(req, lane, waitedMs);
      return await withinDeadline(req, ms, answer, () => busy(TOO_LATE), release);
    } catch (error) {
      if (error instanceof OverloadedError) return busy(error.message);
      if (!isGone(request, error)) onFault(error, 'http');
      return plainError(500, 'Something broke; try again later.');
    } finally {
      if (isBodyFirst) bodies -= 1;
    }
  });

  /** @throws {OverloadedError} when there is no place */
  async function takePlace(lane: Lane | undefined, response: ServerResponse) {
    const since = performance.now();
    const release = lane ? await admission.enter(lane, response) : () => {};
    return { release, waitedMs: performance.now() - since };
  }

  async function answerOf(request: Request): Promise<Response> {
    try {
      return await route(request);
    } catch (error) {
      if (!isGone(request, error)) onFault(error, 'http');
      return plainError(500, 'Something broke; try again later.');
    }
  }

  /** Takes a place first, so that a request that is refused has cost nothing but its headers. */
  async function serveAdmitted(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const lane = laneOf(message);
    if (!lane || takesBodyFirst(message, lane)) return adapter(message, response);
    try {
      places.set(message, await takePlace(lane, response));
    } catch (error) {
      const { headers, body } = refusal(message, error instanceof Error ? error.message : '', busyPage);
      response.writeHead(503, headers).end(body);
      return;
    }
    // Released earlier, as a rule: when there is an answer, however slowly it is read.
    await adapter(message, response).finally(places.get(message)?.release);
  }

  const server = createServer(arrivalLimits(config.http.requestTimeoutSeconds), (message, response) => {
    if (answerEarly(message, response)) return;
    const served = peekPage(cache, message);
    if (!served) return void serveAdmitted(message, response);
    const { headers, body } = served;
    return isKnown(served, message.headers['if-none-match'])
      ? response.writeHead(304, headers).end()
      : response.writeHead(200, headers).end(body);
  });
  const port = await serve(refuseMalformed(server), config.http, parts);
  // The server waits for its answers to end, which streams would do after minutes.
  parts.defer(() => services.deliveryWatch.close());
  return port;
}

interface Arrival {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** Who has gone away has broken nothing, and reads no answer. */
function isGone(request: Request, error: unknown): boolean {
  return request.signal.aborted || error instanceof RequestAbortedError;
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
  gate: Pick<SignIn, 'admit' | 'isLocal'>,
  parts: AsyncDisposableStack,
): SignIn | undefined {
  if (!oauth && !developmentSignIn) return undefined;
  const end = async (request: Request) => {
    const credential = readSession(request.headers, cookie);
    if (credential.kind === 'session') await endSession(services, credential.id);
    return cookie.clear();
  };
  const sessions = {
    ...gate,
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
  const { secrets, now, randomBytes } = services;
  const provider = createOAuth(oauth, {
    secrets,
    now,
    randomBytes,
    fetch: createFetch(sender, MAX_PROVIDER_BYTES),
    cookie: createCookie('sign-in', publicUrl.startsWith('https:')),
    redirectUri: `${publicUrl}/sign-in/callback`,
  });
  return { ...sessions, provider };
}

/** What nearly all readers ask for goes past everything else: cached answers for whoever shows no cookie. */
function peekPage(cache: PageCache, { method, url = '', headers }: IncomingMessage): Served | undefined {
  if (method !== 'GET' || headers.cookie !== undefined) return undefined;
  const served = cache.peek(url);
  return served && inCoding(served, headers['accept-encoding']);
}

/** Many times what a provider answers. */
const MAX_PROVIDER_BYTES = 64 * 1024;
/** Of 64 KB at most: what is kept of requests that wait. */
const MAX_BODIES = 1000;
const TOO_LATE = 'The service did not answer in time: try again in a few seconds.';

/** The last resort, in the form of the contract's errors. */
function plainError(status: number, error: string): Response {
  return new Response(JSON.stringify({ error }), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' },
  });
}

/**
 * For a scraper on an address of its own: the numbers are the operators', not the public's.
 *
 * @throws when the port cannot be had
 */
export async function listenForMetrics(
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
