import type { ServerResponse } from 'node:http';
import type { Operation } from '../rest/operation.ts';
import type { Context } from '../schema/context.ts';
import type { ApiArrival, Arrival } from './admission/arrival.ts';
import { withinDeadline } from './admission/deadline.ts';
import { deadlineOf } from './admission/lanes.ts';
import { readJson } from './body.ts';
import type { Edge } from './edge.ts';
import { NOT_FOUND, notAllowed, TOO_LATE } from './responses/failures.ts';
import { type Reply, sendReply } from './responses/reply.ts';
import type { Method } from './route.ts';

/** What the REST interface needs of the edge. */
export interface ApiOptions extends Edge {
  readonly contextOf: (arrival: Arrival) => Context;
}

/**
 * Makes the server of the REST interface. It reads Node's request and writes Node's response, because the requests and
 * responses of the Fetch standard take more time than everything else that such a request needs.
 */
export function createApi({
  contextOf,
  takePlace,
  fail,
  failWith,
}: ApiOptions): (arrival: ApiArrival, response: ServerResponse) => Promise<void> {
  async function answer(arrival: ApiArrival): Promise<Reply> {
    const { message, match } = arrival;
    const {
      answers,
      places: [id = ''],
    } = match;
    const { method, url = '', headers } = message;
    const operation: Operation | undefined = answers[(method === 'HEAD' ? 'GET' : method) as Method];
    if (!operation) {
      const known = Object.keys(answers) as Method[];
      return fail(arrival, known.length > 0 ? notAllowed(known) : NOT_FOUND);
    }
    try {
      return await operation({
        context: contextOf(arrival),
        query: queryOf(url),
        id,
        acceptEncoding: headers['accept-encoding'] as string | undefined,
        readJson: () => readJson(message),
      });
    } catch (error) {
      return failWith(arrival, error, message.destroyed);
    }
  }

  async function admitted(arrival: ApiArrival, response: ServerResponse): Promise<Reply> {
    const { message, match, lane } = arrival;
    try {
      const { release, waitedMs } = await takePlace(arrival, response);
      const made = answer(arrival).finally(release);
      return await withinDeadline(message, deadlineOf(match, lane, message, waitedMs), made, {
        late: () => fail(arrival, TOO_LATE),
        giveUp: release,
      });
    } catch (error) {
      return failWith(arrival, error, false);
    }
  }

  return async (arrival, response) => {
    await sendReply(arrival.message, response, await admitted(arrival, response));
  };
}

function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}
