import type { IncomingMessage } from 'node:http';
import type { Actor } from '../../domain/identity/actor.ts';
import type { Context } from '../../schema/context.ts';
import { type Claim, type Credential, claimOf } from '../caller/credentials.ts';
import type { ApiMatch, Form, Match, WebMatch } from '../router.ts';
import type { Lane, Release } from './admission.ts';
import { laneOf, takesBodyFirst } from './lanes.ts';

/** What a request has earned with its credential. */
export interface Standing {
  /** Undefined for requests that are never refused. */
  readonly lane: Lane | undefined;
  /** The credential that counts: none where it was found to be invalid. */
  readonly credential: Credential;
  /** The sender, if it was just looked up. It rejects when the look-up failed: fields of GraphQL report that. */
  readonly actor?: Promise<Actor>;
}

/** A slot in the lane that the request has earned, and the time that it waited for it, in milliseconds. */
export interface Place extends Standing {
  readonly release: Release;
  readonly waitedMs: number;
}

/** A request, with the facts that the edge determines once. */
export interface Arrival<Of extends Match = Match> {
  readonly message: IncomingMessage;
  readonly match: Of;
  readonly credential: Credential;
  /** The credential, if it has the form of a valid one. */
  readonly claim: Claim | undefined;
  /** The lane of the request if its credential is valid. Undefined for requests that are never refused. */
  readonly lane: Lane | undefined;
  /** The lane of the request otherwise. */
  readonly strangersLane: Lane | undefined;
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

const NO_CREDENTIAL: Credential = { kind: 'none' };

/**
 * Determines route, credential, lane and order of a request.
 *
 * @param find the router
 * @param read the credential that counts for a kind of routes
 */
export function readArrival(
  message: IncomingMessage,
  find: (path: string) => Match,
  read: (form: Form, message: IncomingMessage) => Credential,
): ApiArrival | WebArrival {
  const match = find(pathOf(message.url));
  const credential = match.entrance === 'free' ? NO_CREDENTIAL : read(match.form, message);
  const strangersLane = laneOf(match, message, undefined);
  const claim = claimOf(credential);
  const lane = claim ? laneOf(match, message, claim.kind) : strangersLane;
  const isBodyFirst = takesBodyFirst(match, lane, message);
  return { message, match, credential, claim, lane, strangersLane, isBodyFirst } as ApiArrival | WebArrival;
}
