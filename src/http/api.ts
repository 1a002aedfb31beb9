import type { ServerResponse } from 'node:http';
import type { Operation } from '../rest/operation.ts';
import type { Context } from '../schema/context.ts';
import type { ApiArrival, Arrival, Place } from './admission/arrival.ts';
import { startDeadline } from './admission/deadline.ts';
import { deadlineOf } from './admission/lanes.ts';
import { readJson } from './body.ts';
import type { Edge } from './edge.ts';
import { NOT_FOUND, notAllowed, TOO_LATE } from './responses/failures.ts';
import { type Reply, sendReply } from './responses/reply.ts';
import type { Method } from './route.ts';

/** What the REST interface needs of the edge. */
export interface ApiOptions extends Edge {
  readonly contextOf: (arrival: Arrival) => Context;
  /** Learns that the token of a request is not valid: `/check` verifies it in a statement of its own. */
  readonly refuse: (arrival: Arrival) => void;
}

/**
 * Makes the server of the REST interface. It reads Node's request and writes Node's response, because the requests and
 * responses of the Fetch standard take more time than everything else that such a request needs.
 */
export function createApi({
  contextOf,
  refuse,
  takePlace,
  fail,
  failWith,
}: ApiOptions): (arrival: ApiArrival, response: ServerResponse) => Promise<void> {
  /** @throws whatever the operation throws */
  function answer(arrival: ApiArrival): Reply | Promise<Reply> {
    const { message, match } = arrival;
    const { answers } = match;
    const { method, url = '', headers } = message;
    const operation: Operation | undefined = answers[(method === 'HEAD' ? 'GET' : method) as Method];
    if (!operation) {
      const known = Object.keys(answers) as Method[];
      return fail(arrival, known.length > 0 ? notAllowed(known) : NOT_FOUND);
    }
    return operation({
      context: contextOf(arrival),
      query: queryOf(url),
      id: match.places[0] ?? '',
      acceptEncoding: headers['accept-encoding'] as string | undefined,
      readJson: () => readJson(message),
    });
  }

  return async (arrival, response) => {
    const { message, match } = arrival;
    const send = (reply: Reply) => sendReply(message, response, reply);
    let place: Place;
    try {
      place = await takePlace(arrival, response);
    } catch (error) {
      return send(failWith(arrival, error, false));
    }
    const { release, waitedMs, lane } = place;
    const late = () => void send(fail(arrival, TOO_LATE));
    const stop = startDeadline(message, deadlineOf(match, lane, message, waitedMs), late, release);
    let reply: Reply;
    try {
      reply = await answer(arrival);
    } catch (error) {
      // The request itself counts as destroyed as soon as its body has been read.
      reply = failWith(arrival, error, message.socket.destroyed);
    }
    if (reply.status === 401) refuse(arrival);
    release();
    if (stop()) return send(reply);
  };
}

function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}
