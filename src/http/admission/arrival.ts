import type { IncomingMessage } from 'node:http';
import type { Context } from '../../schema/context.ts';
import type { Match } from '../router.ts';
import type { Lane, Release } from './admission.ts';
import { laneOf, takesBodyFirst } from './lanes.ts';

/** A request, with the facts that the edge determines once. */
export interface Arrival {
  readonly message: IncomingMessage;
  readonly match: Match;
  /** Undefined for requests that are never refused. */
  readonly lane: Lane | undefined;
  /** Whether the body is read before the request takes a slot. */
  readonly isBodyFirst: boolean;
  /** The slot in the lane, and the time that the request waited for it, in milliseconds. */
  place?: { readonly release: Release; readonly waitedMs: number };
  /** Created on first use. */
  context?: Context;
}

/**
 * Determines route, lane and order of a request.
 *
 * @param find the router
 */
export function readArrival(message: IncomingMessage, find: (path: string) => Match): Arrival {
  const { url = '/' } = message;
  const query = url.indexOf('?');
  const match = find(query === -1 ? url : url.slice(0, query));
  const lane = laneOf(match, message);
  return { message, match, lane, isBodyFirst: takesBodyFirst(match, lane, message) };
}
