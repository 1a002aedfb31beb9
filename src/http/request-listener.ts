import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { AroundOperation } from '../documents/compiled.ts';
import { requireDatabase } from '../domain/health.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { actorOrNobody } from '../schema/context.ts';
import type { Traces } from '../telemetry/traces/traces.ts';
import { chooseLanguage } from '../web/words/choose-language.ts';
import type { Admission, Lane } from './admission/admission.ts';
import type { Outside, Waiter } from './admission/outside.ts';
import { createStandings } from './admission/standing.ts';
import { type ArrivingMessage, createBodyBudget } from './arriving-message.ts';
import { createClientReader, isLocal } from './caller/client-address.ts';
import {
  type Credential,
  createCookie,
  createCredentialReader,
  isOfUnknownReader,
} from './caller/credentials.ts';
import { type CredentialMemory, createCredentialMemory, identifyAndNote } from './caller/identify.ts';
import { openSignIn } from './caller/sign-in.ts';
import { createContexts, type Lanes } from './context.ts';
import { BROKEN, createFailureWriter, failureOf, TOO_LATE } from './failures.ts';
import { createFaultLog, TooLateError } from './fault-log.ts';
import type { PageCache } from './message/page-cache.ts';
import type { Reply } from './message/reply.ts';
import type { HttpRequest, Method } from './message/request.ts';
import { sendReply } from './message/send.ts';
import { createResponder, type ResponderOptions } from './respond.ts';
import { pathOf, RoutedRequest, type Standing } from './routed-request.ts';
import { createRouter } from './router.ts';
import { createRoutes } from './routes.ts';

/** The parts that answer requests. */
export interface RequestListenerOptions {
  readonly config: Config;
  /** The services of each lane, with the lane's own database connections. */
  readonly lanes: Lanes;
  readonly limiter: RateLimiter;
  readonly admission: Admission;
  /** Where requests wait for other servers. */
  readonly outside: Outside;
  /** For strangers, with what `readers` read. */
  readonly cache: PageCache;
  /** For members, with the data of the primary. It is the same one while both have the same data. */
  readonly memberCache: PageCache;
  readonly pictures: Pictures;
  /** Absent when nothing is traced. */
  readonly traces?: Traces | undefined;
  /** Surrounds the execution of each GraphQL operation. */
  readonly around?: AroundOperation | undefined;
  /** Learns why a request failed, when that is the fault of the service. */
  readonly onFault?: ((error: unknown) => void) | undefined;
  readonly log: Logger;
  readonly parts: AsyncDisposableStack;
}

/** A listener for a server's requests, and the names of routes for metrics and traces. */
export interface RequestListener {
  readonly answer: (message: IncomingMessage, response: ServerResponse) => unknown;
  /** The path of the route that serves an address. */
  readonly routeOf: (url: string) => string;
}

/** Composes what answers requests: credentials, lanes, routes and errors. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { config, lanes, limiter, cache, memberCache, traces, parts } = options;
  const onFault = faultReporter(options);
  const sessionCookie = createCookie('session', config.publicUrl.startsWith('https:'));
  const readCredential = createCredentialReader(sessionCookie);
  const memory = createCredentialMemory();
  const contexts = createContexts({ config, lanes, limiter, memory, traceparent: traces?.traceparent });
  const gate = {
    admit: contexts.admitSignIn,
    isLocal: (request: HttpRequest) => isLocal(request.message),
  };
  const signIn = openSignIn(config, lanes.members, sessionCookie, gate, options.outside, memory, parts);
  const { routes, web } = createRoutes({
    config,
    services: lanes.readers,
    contexts,
    cache,
    memberCache,
    signIn,
    pictures: options.pictures,
    around: options.around,
    onFault,
  });
  const find = createRouter(routes);
  const respond = createResponder({
    takeSlot: slotTaker(options, memory),
    during: (request, slot, work) =>
      options.outside.during({ sender: () => senderOf(request), pause: slot.pause }, work),
    notFound: web.notFound,
    ...failureReplies(createFailureWriter(web.failure), onFault),
    refuse({ claim, slot }) {
      if (claim && slot?.credential.kind === 'token') memory.note(claim, false);
    },
  });
  const bodyBudget = createBodyBudget();

  function answer(message: IncomingMessage, response: ServerResponse): unknown {
    const kept = peekPage(cache, message);
    if (kept) return sendReply(message, response, kept);
    const route = find(pathOf(message.url));
    const credential = route.admission === 'free' ? NO_CREDENTIAL : readCredential(route.kind, message);
    const request = new RoutedRequest(message, response, route, credential, contexts.of);
    if (!message.complete && hasBody(message)) {
      // A made-up credential gets no share of those who have a real one.
      const lane = isTrusted(request, memory) ? request.lane : request.strangersLane;
      (message as ArrivingMessage).countOn(bodyBudget(lane ?? 'strangers', response));
    }
    return respond(request).catch((error: unknown) => {
      onFault(error, 'http');
      response.destroy();
    });
  }

  return { answer, routeOf: (url) => find(pathOf(url)).path };
}

type OnFault = (error: unknown, operation: string) => void;

function faultReporter({ lanes, log, parts, onFault }: RequestListenerOptions): OnFault {
  const { databaseStatus } = lanes.strangers;
  const pools = Object.values(lanes).map(({ db }) => db);
  const logFault = createFaultLog(log, () => requireDatabase(databaseStatus, pools), parts);
  return (error, operation) => {
    onFault?.(error);
    logFault(error, operation);
  };
}

function slotTaker(
  { admission, lanes, config }: RequestListenerOptions,
  memory: CredentialMemory,
): ResponderOptions['takeSlot'] {
  const readClient = createClientReader(config.trustedProxies);
  /** Who waits for a turn: an address, or a session or token. Bots and voters have rate limits by account. */
  const turnsBy = (lane: Lane, { message, claim }: RoutedRequest, { credential }: Standing) => {
    if (lane === 'bots' || lane === 'votes') return undefined;
    return lane === 'members' && claim && credential.kind === claim.kind
      ? claim.key
      : readClient(message).key;
  };
  const standingOf = createStandings({
    admission,
    memory,
    lookUp: ({ credential, claim }) => identifyAndNote(lanes.members, credential, claim, memory),
  });
  return async (request) => {
    const standing = await standingOf(request);
    await readEarnedBody(request, standing);
    const since = performance.now();
    const { lane } = standing;
    const sender = lane && turnsBy(lane, request, standing);
    let release = lane ? await admission.enter(lane, request.response, sender) : () => {};
    let isDone = false;
    request.slot = {
      ...standing,
      waitedMs: performance.now() - since,
      release() {
        isDone = true;
        release();
      },
      pause() {
        release();
        return () => {
          if (lane && !isDone) release = admission.enterAgain(lane, sender);
        };
      },
    };
    return request.slot;
  };
}

/** Whom the waiting of a request for other servers counts for: the account, whatever its sessions, or the address. */
async function senderOf({ context }: RoutedRequest): ReturnType<Waiter['sender']> {
  const actor = await actorOrNobody(context);
  if (actor.kind === 'user') return { key: `user:${actor.userId}`, kind: 'account' };
  if (actor.kind === 'bot') return { key: `bot:${actor.botId}`, kind: 'account' };
  return { key: `address:${context.client().key}`, kind: 'address' };
}

/**
 * Reads a body before the slot and the deadline of the work: that of an honest sender may take a minute, and a slow one
 * must hold no slot. REST refuses a sender without a valid credential, and an unknown path, before it reads a body. Of
 * a document of a stranger, only as much is read as strangers may send, also where the credential was invented.
 */
async function readEarnedBody(request: RoutedRequest, standing: Standing): Promise<void> {
  const { route, claim, lane, method, message } = request;
  if (method === 'GET' || !hasBody(message)) return;
  const isEarned = claim !== undefined && standing.lane === lane;
  if (route.kind === 'graphql' && method === 'POST') {
    await (isEarned ? request.readBody() : request.readBodyFirst());
  } else if (route.kind === 'api' && isEarned && route.handlers[method as Method]) {
    await request.readBody();
  }
}

function failureReplies(
  write: ReturnType<typeof createFailureWriter>,
  onFault: OnFault,
): Pick<ResponderOptions, 'fail' | 'failWith'> {
  return {
    fail({ route, message }, failure) {
      if (failure === TOO_LATE) onFault(new TooLateError(), route.path);
      return write(route.kind, failure, message);
    },
    failWith({ route, message }, error, isGone) {
      const failure = failureOf(error, isGone);
      if (failure === BROKEN) onFault(error, route.kind === 'page' ? 'page' : 'http');
      return write(route.kind, failure, message);
    },
  };
}

function isTrusted({ claim }: RoutedRequest, memory: CredentialMemory): boolean {
  return claim !== undefined && memory.recall(claim) === true;
}

const NO_CREDENTIAL: Credential = { kind: 'none' };

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Pages that are cached: of a bot, the directory, a tag, the first page. */
const HAS_LANGUAGE = /^\/(?:bots?\b|tag\/|$)/;

/**
 * Returns a cached response for a request without a cookie, or with that of a language. Nearly all readers get their
 * pages this way, before routing and admission.
 */
function peekPage(cache: PageCache, message: IncomingMessage): Reply | undefined {
  const { method, url = '' } = message;
  if (method !== 'GET' || !isOfUnknownReader(message)) return undefined;
  // Widgets have no language.
  const language = HAS_LANGUAGE.test(url) ? chooseLanguage(message) : undefined;
  return cache.peek(url, language);
}
