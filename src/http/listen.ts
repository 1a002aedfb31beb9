import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServerAdapter, Response } from '@whatwg-node/server';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createFaultLog } from '../fault-log.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import type { Services } from '../schema/context.ts';
import { type Admission, type Lane, OverloadedError } from './admission/admission.ts';
import { type Arrival, readArrival } from './admission/arrival.ts';
import { withinDeadline } from './admission/deadline.ts';
import { deadlineOf, SMALL_BODY_BYTES } from './admission/lanes.ts';
import { BodyTooLargeError, withTooLargeBody, withWholeBody } from './body.ts';
import { createCookie } from './caller/cookies.ts';
import { isLocal } from './caller/is-local.ts';
import { openSignIn } from './caller/sign-in.ts';
import { createContexts } from './context.ts';
import { createDispatch } from './dispatch.ts';
import { answerEarly } from './early.ts';
import { arrivalLimits, refuseMalformed } from './malformed.ts';
import { openPort } from './open-port.ts';
import { isKnown } from './responses/conditional.ts';
import { BROKEN, busy, createFailureWriter, type Failure, failureOf } from './responses/failures.ts';
import { inCoding, type PackedResponse } from './responses/packed-response.ts';
import type { PageCache } from './responses/page-cache.ts';
import { openRooms } from './rooms.ts';
import { createRouter } from './router.ts';

/** The parts that the edge needs. */
export interface EdgeOptions {
  readonly config: Config;
  /** The services of each lane, with the lane's own database connections. */
  readonly lanes: Readonly<Record<Lane, Services>>;
  readonly limiter: RateLimiter;
  readonly admission: Admission;
  readonly cache: PageCache;
  readonly log: Logger;
  readonly parts: AsyncDisposableStack;
}

/** The maximum number of request bodies in memory, up to 64 KiB each. */
const MAX_BODIES = 1000;
const TOO_LATE = 'The service did not answer in time: try again in a few seconds.';

/**
 * Serves HTTP until `parts` are disposed of.
 *
 * @returns the port
 * @throws when the port cannot be opened
 */
export async function listen(options: EdgeOptions): Promise<number> {
  const { config, lanes, limiter, admission, cache, log, parts } = options;
  const services = lanes.strangers;
  const onFault = createFaultLog(log, () => services.db.sql`select 1`, parts);
  const sessionCookie = createCookie('session', config.publicUrl.startsWith('https:'));
  const arrivals = new WeakMap<IncomingMessage | Request, Arrival>();
  const contexts = createContexts({
    config,
    lanes,
    limiter,
    sessionCookie,
    arrivalOf: (request) => arrivals.get(request),
  });
  const gate = {
    admit: contexts.admitSignIn,
    isLocal: (request: Request) => {
      const arrival = arrivals.get(request);
      return arrival !== undefined && isLocal(arrival.message);
    },
  };
  const signIn = openSignIn(config, lanes.members, sessionCookie, gate, parts);
  const { routes, web } = openRooms({ config, services, contexts, cache, signIn, onFault });
  const find = createRouter(routes);
  const write = createFailureWriter(web.failure);
  const fail = ({ match, message }: Arrival, failure: Failure) => {
    const { body, ...head } = write(match.form, failure, message.headers.accept);
    return new Response(body, head);
  };
  const dispatch = createDispatch(web.notFound, (request, failure) => fail(arrivalOf(request), failure));

  function arrivalOf(key: IncomingMessage | Request): Arrival {
    const arrival = arrivals.get(key);
    if (!arrival) throw new Error('The request did not come through the edge.');
    return arrival;
  }

  function failWith(arrival: Arrival, request: Request, error: unknown): Response {
    const failure = failureOf(error, request.signal.aborted);
    if (failure === BROKEN) onFault(error, arrival.match.form === 'page' ? 'page' : 'http');
    return fail(arrival, failure);
  }

  /** The number of requests whose bodies are in memory or being read. */
  let bodies = 0;
  const adapter = createServerAdapter<{ readonly req: IncomingMessage; readonly res: ServerResponse }>(
    async (request: Request, { req, res }) => {
      const arrival = arrivalOf(req);
      const { isBodyFirst, match, lane } = arrival;
      if (isBodyFirst && bodies >= MAX_BODIES) return fail(arrival, busy(new OverloadedError().message));
      if (isBodyFirst) bodies += 1;
      try {
        const whole = isBodyFirst ? await takeBody(request) : request;
        arrivals.set(whole, arrival);
        const { release, waitedMs } = arrival.place ?? (await takePlace(arrival, res));
        const answer = dispatch(whole, match)
          .catch((error: unknown) => failWith(arrival, request, error))
          .finally(release);
        const ms = deadlineOf(match, lane, req, waitedMs);
        return await withinDeadline(req, ms, answer, () => fail(arrival, busy(TOO_LATE)), release);
      } catch (error) {
        return failWith(arrival, request, error);
      } finally {
        if (isBodyFirst) bodies -= 1;
      }
    },
  );

  /** @throws {OverloadedError} when there is no slot */
  async function takePlace({ lane }: Arrival, response: ServerResponse) {
    const since = performance.now();
    const release = lane ? await admission.enter(lane, response) : () => {};
    return { release, waitedMs: performance.now() - since };
  }

  /** Takes a slot first, so that a refused request costs only its headers. */
  async function serveAdmitted(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrival = readArrival(message, find);
    arrivals.set(message, arrival);
    if (!arrival.lane || arrival.isBodyFirst) return adapter(message, response);
    try {
      arrival.place = await takePlace(arrival, response);
    } catch (error) {
      const { status, headers, body } = write(
        arrival.match.form,
        failureOf(error, false),
        message.headers.accept,
      );
      response.writeHead(status, headers).end(body);
      return;
    }
    // The slot is usually released earlier: when the response exists, even if the client reads it slowly.
    await adapter(message, response).finally(arrival.place.release);
  }

  const server = createServer(arrivalLimits(config.http.requestTimeoutSeconds), (message, response) => {
    if (answerEarly(message, response)) return;
    const served = peekPage(cache, message);
    if (!served) return void serveAdmitted(message, response);
    const { headers, body } = served;
    return isKnown(headers.etag, message.headers['if-none-match'])
      ? response.writeHead(304, headers).end()
      : response.writeHead(200, headers).end(body);
  });
  const port = await openPort(refuseMalformed(server), config.http, parts);
  // The server waits for open responses, and streams would stay open for minutes.
  parts.defer(() => services.deliveryWatch.close());
  return port;
}

/** @throws {RequestAbortedError} when the body ends too early */
async function takeBody(request: Request): Promise<Request> {
  try {
    return await withWholeBody(request, SMALL_BODY_BYTES);
  } catch (error) {
    if (error instanceof BodyTooLargeError) return withTooLargeBody(request);
    throw error;
  }
}

/**
 * Returns a cached response for a request without a cookie. Nearly all readers get their pages this way, before
 * routing and admission.
 */
function peekPage(
  cache: PageCache,
  { method, url = '', headers }: IncomingMessage,
): PackedResponse | undefined {
  if (method !== 'GET' || headers.cookie !== undefined) return undefined;
  const served = cache.peek(url);
  return served && inCoding(served, headers['accept-encoding']);
}
