import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServerAdapter, Response } from '@whatwg-node/server';
import { requestIdHeader } from '../telemetry/request-id.ts';
import type { Arrival, Place, WebArrival } from './admission/arrival.ts';
import { startDeadline } from './admission/deadline.ts';
import { deadlineOf, SMALL_BODY_BYTES } from './admission/lanes.ts';
import { BodyTooLargeError, readsFrom, withTooLargeBody, withWholeBody } from './body.ts';
import { createDispatch } from './dispatch.ts';
import type { Edge } from './edge.ts';
import { type Failure, TOO_LATE } from './responses/failures.ts';
import type { Reply } from './responses/reply.ts';
import type { Answer } from './route.ts';

/** What pages and GraphQL need of the edge. */
export interface WebOptions extends Edge {
  /** Learns which arrival a request belongs to. */
  readonly arrivals: WeakMap<Request, Arrival>;
  /** Makes the page for an unknown path. */
  readonly notFound: Answer;
}

/** Makes the server of pages and GraphQL. Their handlers get a request of the Fetch standard. */
export function createWebServer({
  arrivals,
  takePlace,
  fail,
  failWith,
  notFound,
}: WebOptions): (arrival: WebArrival, response: ServerResponse) => Promise<void> {
  const failed = (arrival: WebArrival, failure: Failure) => toResponse(fail(arrival, failure));
  const dispatch = createDispatch(notFound, failed);

  type NodeContext = {
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    readonly arrival: WebArrival;
  };
  async function respond(request: Request, { res, arrival }: NodeContext): Promise<Response> {
    const { isBodyFirst, match, message } = arrival;
    if (request.method === 'POST') readsFrom(request, message);
    const failedWith = (error: unknown) => toResponse(failWith(arrival, error, request.signal.aborted));
    try {
      const whole = isBodyFirst ? await takeBody(request, res) : request;
      arrivals.set(whole, arrival);
      const { release, waitedMs, lane } = arrival.place ?? (await takePlace(arrival, res));
      const answer = dispatch(arrival, whole).catch(failedWith).finally(release);
      return await new Promise<Response>((resolve, reject) => {
        const late = () => resolve(failed(arrival, TOO_LATE));
        const stop = startDeadline(message, deadlineOf(match, lane, message, waitedMs), late, release);
        // A rejection after the response, as of a stream that does not end, concerns nobody.
        answer.then((made) => (stop() ? resolve(made) : made.body?.cancel())).catch(reject);
      });
    } catch (error) {
      return failedWith(error);
    }
  }

  const adapter = createServerAdapter<NodeContext>(async (request: Request, context) => {
    const response = await respond(request, context);
    const header = requestIdHeader(response.status, context.arrival.message.headers);
    for (const [name, value] of Object.entries(header)) response.headers.set(name, value);
    return response;
  });

  return async (arrival, response) => {
    const { message } = arrival;
    if (!arrival.lane || arrival.isBodyFirst) return adapter(message, response, { arrival });
    let place: Place;
    try {
      // First, so that a refused request costs only its headers.
      place = await takePlace(arrival, response);
    } catch (error) {
      const { status, headers, body } = failWith(arrival, error, false);
      response.writeHead(status, { ...headers, ...requestIdHeader(status, message.headers) }).end(body);
      return;
    }
    // The slot is usually released earlier: when the response exists, even if the client reads it slowly.
    await adapter(message, response, { arrival }).finally(place.release);
  };
}

function toResponse({ body, ...head }: Reply & { readonly body: string }): Response {
  return new Response(body, head);
}

/** @throws as `readBytes`, but for a body that is too large */
async function takeBody(request: Request, response: ServerResponse): Promise<Request> {
  try {
    return await withWholeBody(request, SMALL_BODY_BYTES);
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    // The rest of the body is not read, so no other request can follow.
    response.shouldKeepAlive = false;
    return withTooLargeBody(request);
  }
}
