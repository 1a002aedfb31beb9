import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { AroundOperation } from '../documents/compiled.ts';
import { createFaultLog } from '../fault-log.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { Readiness } from '../readiness.ts';
import type { Services } from '../schema/context.ts';
import type { Measures } from '../telemetry/measures.ts';
import { withRequest } from '../telemetry/request-id.ts';
import type { Traces } from '../telemetry/traces/traces.ts';
import { chooseLanguage } from '../web/words/choose-language.ts';
import type { Admission, Lane } from './admission/admission.ts';
import { type Arrival, isApi, type Place, pathOf, readArrival } from './admission/arrival.ts';
import { createStandings } from './admission/standing.ts';
import { createApi } from './api.ts';
import { type ArrivingMessage, createArrivingMessage } from './arriving-message.ts';
import { createBodyBudget } from './body-budget.ts';
import { createCookie } from './caller/cookies.ts';
import { createCredentialMemory } from './caller/credential-memory.ts';
import { createCredentialReader } from './caller/credentials.ts';
import { identifyAndNote } from './caller/identify.ts';
import { isLocal } from './caller/is-local.ts';
import { openSignIn } from './caller/sign-in.ts';
import { createContexts } from './context.ts';
import { answerEarly } from './early.ts';
import { arrivalLimits, refuseMalformed } from './malformed.ts';
import { openPort } from './open-port.ts';
import { servePipelinedInTurn } from './pipelined-in-turn.ts';
import { answerProbe } from './probes.ts';
import { isKnown } from './responses/conditional.ts';
import { BROKEN, createFailureWriter, type Failure, failureOf, type Written } from './responses/failures.ts';
import { inCoding, type PackedResponse } from './responses/packed-response.ts';
import type { PageCache } from './responses/page-cache.ts';
import { openRooms } from './rooms.ts';
import { createRouter } from './router.ts';
import { createWebServer } from './web.ts';

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
  /** Pages and GraphQL know only their request. */
  const arrivals = new WeakMap<Request, Arrival>();
  const contexts = createContexts({
    config,
    lanes,
    limiter,
    memory,
    arrivals,
    traceparent: traces?.traceparent,
  });
  const gate = {
    admit: contexts.admitSignIn,
    isLocal: (request: Request) => {
      const arrival = arrivals.get(request);
      return arrival !== undefined && isLocal(arrival.message);
    },
  };
  const signIn = openSignIn(config, lanes.members, sessionCookie, gate, memory, parts);
  const { routes, web } = openRooms({
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
  const fail = ({ match, message }: Arrival, failure: Failure) => write(match.form, failure, message);
  const edge = { takePlace, fail, failWith };
  const serveApi = createApi({ ...edge, contextOf: contexts.at, refuse });
  const serveWeb = createWebServer({ ...edge, arrivals, notFound: web.notFound });

  /** @param isGone whether the client has disconnected */
  function failWith(arrival: Arrival, error: unknown, isGone: boolean): Written {
    const failure = failureOf(error, isGone);
    if (failure === BROKEN) onFault(error, arrival.match.form === 'page' ? 'page' : 'http');
    return fail(arrival, failure);
  }

  /** @throws {OverloadedError} when there is no slot */
  async function takePlace(arrival: Arrival, response: ServerResponse): Promise<Place> {
    const since = performance.now();
    const standing = await standingOf(arrival, response);
    const release = standing.lane ? await admission.enter(standing.lane, response) : () => {};
    arrival.place = { ...standing, release, waitedMs: performance.now() - since };
    return arrival.place;
  }

  /** Notes that the token of a request is not valid. */
  function refuse({ claim, place }: Arrival): void {
    if (claim && place?.credential.kind === 'token') memory.note(claim, false);
  }

  function isTrusted({ claim }: Arrival): boolean {
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
    const served = peekPage(cache, message);
    if (!served) {
      const arrival = readArrival(message, find, readCredential);
      if (!message.complete && hasBody(message)) {
        // A made-up credential gets no share of those who have a real one.
        const lane = isTrusted(arrival) ? arrival.lane : arrival.strangersLane;
        (message as ArrivingMessage).countOn(bodyBudget(lane ?? 'strangers', response));
      }
      const serving = isApi(arrival) ? serveApi(arrival, response) : serveWeb(arrival, response);
      return serving.catch((error: unknown) => {
        onFault(error, 'http');
        response.destroy();
      });
    }
    const { headers, body } = served;
    return isKnown(headers.etag, message.headers['if-none-match'])
      ? response.writeHead(304, headers).end()
      : response.writeHead(200, headers).end(body);
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

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** The cookie of a reader who has chosen a language, and nothing else. */
const LANGUAGE_ONLY = /^language=[a-z]{2}$/;

/** Pages that are cached: of a bot, the directory, a tag, the first page. */
const HAS_LANGUAGE = /^\/(?:bots?\b|tag\/|$)/;

/**
 * Returns a cached response for a request without a cookie, or with that of a language. Nearly all readers get their pages this way, before
 * routing and admission.
 */
function peekPage(
  cache: PageCache,
  { method, url = '', headers }: IncomingMessage,
): PackedResponse | undefined {
  const { cookie } = headers;
  if (method !== 'GET' || (cookie !== undefined && !LANGUAGE_ONLY.test(cookie))) return undefined;
  // Widgets have no language.
  const language = HAS_LANGUAGE.test(url)
    ? chooseLanguage({ url, cookie, acceptLanguage: headers['accept-language'] })
    : undefined;
  const served = cache.peek(url, language);
  return served && inCoding(served, headers['accept-encoding']);
}
