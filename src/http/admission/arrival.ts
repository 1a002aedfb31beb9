import type { IncomingMessage } from 'node:http';
import type { Context } from '../../schema/context.ts';
import type { Match } from '../router.ts';
import type { Lane, Release } from './admission.ts';
import { laneOf, takesBodyFirst } from './lanes.ts';

/** A request and what the edge found out about it, once. */
export interface Arrival {
  readonly message: IncomingMessage;
  readonly match: Match;
  /** Undefined for what is never refused. */
  readonly lane: Lane | undefined;
  readonly isBodyFirst: boolean;
  /** The place in the lane, once it is taken, and how long the request waited for it, in milliseconds. */
  place?: { readonly release: Release; readonly waitedMs: number };
  /** Made when it is first asked for. */
  context?: Context;
}

/** @param find what is at a path */
export function readArrival(message: IncomingMessage, find: (path: string) => Match): Arrival {
  const { url = '/' } = message;
  const query = url.indexOf('?');
  const match = find(query === -1 ? url : url.slice(0, query));
  const lane = laneOf(match, message);
  return { message, match, lane, isBodyFirst: takesBodyFirst(match, lane, message) };
}
