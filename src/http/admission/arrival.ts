import type { IncomingMessage } from 'node:http';
import type { Context } from '../../schema/context.ts';
import type { ApiMatch, Match, WebMatch } from '../router.ts';
import type { Lane, Release } from './admission.ts';
import { laneOf, takesBodyFirst } from './lanes.ts';

/** A slot in a lane, and the time that the request waited for it, in milliseconds. */
export interface Place {
  readonly release: Release;
  readonly waitedMs: number;
}

/** A request, with the facts that the edge determines once. */
export interface Arrival<Of extends Match = Match> {
  readonly message: IncomingMessage;
  readonly match: Of;
  /** Undefined for requests that are never refused. */
  readonly lane: Lane | undefined;
  /** Whether the body is read before the request takes a slot. */
  readonly isBodyFirst: boolean;
  place?: Place;
  /** Created on first use. */
  context?: Context;
}

/** A request of the REST interface. */
export type ApiArrival = Arrival<ApiMatch>;
/** Any other request. */
export type WebArrival = Arrival<WebMatch>;

/** Whether a request is one of the REST interface. */
export function isApi(arrival: ApiArrival | WebArrival): arrival is ApiArrival {
  return arrival.match.form === 'api';
}

/** The path of a request target, without the query. */
export function pathOf(url = '/'): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/**
 * Determines route, lane and order of a request.
 *
 * @param find the router
 */
export function readArrival(
  message: IncomingMessage,
  find: (path: string) => Match,
): ApiArrival | WebArrival {
  const match = find(pathOf(message.url));
  const lane = laneOf(match, message);
  const isBodyFirst = takesBodyFirst(match, lane, message);
  return { message, match, lane, isBodyFirst } as ApiArrival | WebArrival;
}
