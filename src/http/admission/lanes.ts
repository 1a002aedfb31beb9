import type { IncomingMessage } from 'node:http';
import type { IdentityClaim } from '../caller/credentials.ts';
import type { RouteMatch } from '../router.ts';
import type { Lane } from './admission.ts';

/**
 * Chooses the lane of a request.
 *
 * @param claimed the credential that the request has, if it is valid
 * @returns undefined for requests that are never refused
 */
export function laneOf(
  { kind, admission }: RouteMatch,
  { method }: IncomingMessage,
  claimed: IdentityClaim['kind'] | undefined,
): Lane | undefined {
  if (admission === 'free') return undefined;
  if (admission === 'token') return claimed === 'token' ? 'bots' : 'strangers';
  if (claimed === 'session') return method === 'POST' && admission === 'vote' ? 'votes' : 'members';
  // A user who signs in gets the lane of members, because the provider may be slow.
  const isSignIn = admission === 'callback' || (method === 'POST' && admission === 'sign-in');
  return isSignIn || (claimed === 'token' && kind === 'graphql') ? 'members' : 'strangers';
}

/** More than any form or document of a stranger needs, in bytes. */
export const SMALL_BODY_BYTES = 64 * 1024;

/**
 * Whether to read the body before taking a slot, so that a slow client holds none. False where the credential is
 * checked first: REST refuses strangers without reading the body, and only members may send a large body to `/graphql`.
 */
export function takesBodyFirst(
  { kind }: RouteMatch,
  lane: Lane | undefined,
  { method, headers }: IncomingMessage,
): boolean {
  // No page and no document takes the body of another method.
  if (method !== 'POST' || kind === 'api') return false;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length = Number(headers['content-length'] ?? 0);
  if (!isChunked && length === 0) return false;
  return lane !== 'members' || kind !== 'graphql' || (!isChunked && length <= SMALL_BODY_BYTES);
}

/** The default limit of a response, in milliseconds. Users and proxies do not wait much longer. */
const DEADLINE_MS = 4000;
/** For requests that may wait for another server: a captcha, an application, the host of a webhook. */
const ASKING_DEADLINE_MS = 12_000;
/** For the end of a sign-in, which sends two requests to the provider. A code is valid only once. */
const CALLBACK_DEADLINE_MS = 25_000;
/** For a form that reads all votes of each bot that its sender has voted for. Proxies wait for a minute. */
const OWN_DATA_DEADLINE_MS = 55_000;

/**
 * The time limit of a response. Statements have shorter limits, so this is the last safeguard.
 *
 * @param waitedMs the time that the request waited for its slot, in milliseconds
 * @returns in milliseconds
 */
export function deadlineOf(
  { admission }: RouteMatch,
  lane: Lane | undefined,
  { method }: IncomingMessage,
  waitedMs: number,
): number {
  if (admission === 'callback') return CALLBACK_DEADLINE_MS;
  if (method === 'POST' && admission === 'own-data' && lane === 'members') return OWN_DATA_DEADLINE_MS;
  if (method === 'POST' && lane !== 'bots' && lane !== 'strangers') return ASKING_DEADLINE_MS;
  return Math.max(DEADLINE_MS - waitedMs, DEADLINE_MS / 4);
}

/**
 * Limits the time of a response. The work continues after the limit and keeps its slot. A body that the work needs has
 * arrived before.
 *
 * @param ms the limit in milliseconds
 * @param onLate sends another response
 * @returns ends the limit; its result is false when the response came too late
 */
export function startDeadline(ms: number, onLate: () => void): () => boolean {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    onLate();
  }, ms);
  return () => {
    clearTimeout(timer);
    return !isLate;
  };
}
