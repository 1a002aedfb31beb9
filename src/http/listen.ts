import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { AroundOperation } from '../documents/compiled.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { Services } from '../schema/context.ts';
import type { Measures } from '../telemetry/measures.ts';
import { withRequest } from '../telemetry/request-id.ts';
import type { Traces } from '../telemetry/traces/traces.ts';
import { chooseLanguage } from '../web/words/choose-language.ts';
import type { Admission, Lane } from './admission/admission.ts';
import { createStandings } from './admission/standing.ts';
import { type ArrivingMessage, createArrivingMessage, createBodyBudget } from './arriving-message.ts';
import { isLocal } from './caller/client-address.ts';
import { type Credential, createCookie, createCredentialReader } from './caller/credentials.ts';
import { createCredentialMemory, identifyAndNote } from './caller/identify.ts';
import { openSignIn } from './caller/sign-in.ts';
import { createContexts } from './context.ts';
import { BROKEN, createFailureWriter, failureOf } from './failures.ts';
import { createFaultLog } from './fault-log.ts';
import { answerEarly, arrivalLimits, refuseMalformed } from './malformed.ts';
import type { PageCache } from './message/page-cache.ts';
import type { Reply } from './message/reply.ts';
import type { HttpRequest } from './message/request.ts';
import { sendReply } from './message/send.ts';
import { openPort } from './open-port.ts';
import { answerProbe, type Readiness } from './operators.ts';
import { servePipelinedInTurn } from './pipelined-in-turn.ts';
import { createResponder } from './respond.ts';
import { pathOf, RoutedRequest, type Slot } from './routed-request.ts';
import { createRouter } from './router.ts';
import { createRoutes } from './routes.ts';

/** The parts that the edge needs. */
export interface EdgeOptions {
  readonly config: Config;
  /** The services of each lane, with the lane's own database connections. */
  readonly lanes: Readonly<Record<Lane, Services>>;
  readonly limiter: RateLimiter;
  readonly admission: Admission;
  readonly cache: PageCache;
  readonly pictures: Pictures;
  readonly readiness: Readiness;
  /** Absent when nobody reads metrics. */
  readonly measures?: Measures | undefined;
  /** Absent when nothing is traced. */
  readonly traces?: Traces | undefined;
  /** Surrounds the execution of each GraphQL operation. */
  readonly around?: AroundOperation | undefined;
  /** Learns why a request failed, when that is the fault of the service. */
  readonly onFault?: ((error: unknown) => void) | undefined;
  readonly log: Logger;
  readonly parts: AsyncDisposableStack;
}

/**
 * Serves HTTP until `parts` are disposed of.
 *
 * @returns the port
 * @throws when the port cannot be opened
 */
export async function listen(options: EdgeOptions): Promise<number> {
  const {
    config,
    lanes,
    limiter,
    admission,
    cache,
    pictures,
    readiness,
    measures,
    traces,
    around,
    log,
    parts,
  } = options;
  const services = lanes.strangers;
  const logFault = createFaultLog(log, () => services.db.sql`select 1`, parts);
  const onFault = (error: unknown, operation: string) => {
    options.onFault?.(error);
    logFault(error, operation);
  };
  const sessionCookie = createCookie('session', config.publicUrl.startsWith('https:'));
  const readCredential = createCredentialReader(sessionCookie);
  const memory = createCredentialMemory();
  const standingOf = createStandings({
    admission,
    memory,
    lookUp: ({ credential, claim }) => identifyAndNote(lanes.members, credential, claim, memory),
  });
  const contexts = createContexts({
    config,
    lanes,
    limiter,
    memory,
    traceparent: traces?.traceparent,
  });
  const gate = {
    admit: contexts.admitSignIn,
    isLocal: (request: HttpRequest) => isLocal(request.message),
  };
  const signIn = openSignIn(config, lanes.members, sessionCookie, gate, memory, parts);
  const { routes, web } = createRoutes({
    config,
    services,
    contexts,
    cache,
    signIn,
    pictures,
    around,
    onFault,
  });
  const find = createRouter(routes);
  const write = createFailureWriter(web.failure);
  const respond = createResponder({
    takeSlot,
    notFound: web.notFound,
    fail: ({ route, message }, failure) => write(route.kind, failure, message),
    failWith({ route, message }, error, isGone) {
      const failure = failureOf(error, isGone);
      if (failure === BROKEN) onFault(error, route.kind === 'page' ? 'page' : 'http');
      return write(route.kind, failure, message);
    },
    refuse({ claim, slot }) {
      if (claim && slot?.credential.kind === 'token') memory.note(claim, false);
    },
  });

  /** @throws {OverloadedError} when there is no slot */
  async function takeSlot(request: RoutedRequest): Promise<Slot> {
    const since = performance.now();
    const standing = await standingOf(request);
    const release = standing.lane ? await admission.enter(standing.lane, request.response) : () => {};
    request.slot = { ...standing, release, waitedMs: performance.now() - since };
    return request.slot;
  }

  function isTrusted({ claim }: RoutedRequest): boolean {
    return claim !== undefined && memory.recall(claim) === true;
  }

  const routeOf = (url: string) => find(pathOf(url)).path;
  const measure = measures?.responses(routeOf);
  const trace = traces?.requests(routeOf);

  const bodyBudget = createBodyBudget();

  function serve(message: IncomingMessage, response: ServerResponse): unknown {
    // The port is closed: the client opens its next connection to another process.
    if (!server.listening) response.shouldKeepAlive = false;
    if (answerEarly(message, response) || answerProbe(message, response, readiness)) return;
    measure?.(message, response);
    return trace ? trace(message, response, () => answer(message, response)) : answer(message, response);
  }

  function answer(message: IncomingMessage, response: ServerResponse): unknown {
    const kept = peekPage(cache, message);
    if (kept) return sendReply(message, response, kept);
    const route = find(pathOf(message.url));
    const credential = route.admission === 'free' ? NO_CREDENTIAL : readCredential(route.kind, message);
    const request = new RoutedRequest(message, response, route, credential, contexts.of);
    if (!message.complete && hasBody(message)) {
      // A made-up credential gets no share of those who have a real one.
      const lane = isTrusted(request) ? request.lane : request.strangersLane;
      (message as ArrivingMessage).countOn(bodyBudget(lane ?? 'strangers', response));
    }
    return respond(request).catch((error: unknown) => {
      onFault(error, 'http');
      response.destroy();
    });
  }

  const inTurn = servePipelinedInTurn();
  const server = createServer(
    { ...arrivalLimits(config.http), IncomingMessage: createArrivingMessage() },
    inTurn((message, response) => {
      withRequest(message.headers, () => serve(message, response));
    }),
  );
  const port = await openPort(refuseMalformed(server, inTurn), config.http, parts);
  // The server waits for open responses, and streams would stay open for minutes.
  parts.defer(() => services.deliveryWatch.close());
  return port;
}

const NO_CREDENTIAL: Credential = { kind: 'none' };

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** The cookie of a reader who has chosen a language, and nothing else. */
const LANGUAGE_ONLY = /^language=[a-z]{2}$/;

/** Pages that are cached: of a bot, the directory, a tag, the first page. */
const HAS_LANGUAGE = /^\/(?:bots?\b|tag\/|$)/;

/**
 * Returns a cached response for a request without a cookie, or with that of a language. Nearly all readers get their
 * pages this way, before routing and admission.
 */
function peekPage(cache: PageCache, message: IncomingMessage): Reply | undefined {
  const { method, url = '', headers } = message;
  const { cookie } = headers;
  if (method !== 'GET' || (cookie !== undefined && !LANGUAGE_ONLY.test(cookie))) return undefined;
  // Widgets have no language.
  const language = HAS_LANGUAGE.test(url) ? chooseLanguage(message) : undefined;
  return cache.peek(url, language);
}
