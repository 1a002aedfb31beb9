import type { IncomingMessage } from 'node:http';
import type { Row } from '../router.ts';
import type { Lane } from './admission.ts';

/** In whichever form the cookie's name is (see `createCookie`); an id has 32 bytes in base64url. */
const SESSION = /(?:^|[;\s-])session=[\w-]{43}(?:$|;)/;
const TOKEN = /^(?:bearer +)?blt_[\w-]{43}$/i;

/**
 * Tells in which lane a request waits when there are too many, by what it looks like: the credential is not verified
 * here, since that costs a query. A stranger who makes one up takes a place for the time of that query.
 *
 * @returns undefined for what is never refused
 */
export function laneOf({ form, entrance }: Row, { method, headers }: IncomingMessage): Lane | undefined {
  if (entrance === 'free') return undefined;
  const isBot = headers.authorization !== undefined && TOKEN.test(headers.authorization);
  if (entrance === 'token') return isBot ? 'bots' : 'strangers';
  if (headers.cookie !== undefined && SESSION.test(headers.cookie)) {
    return method === 'POST' && entrance === 'vote' ? 'votes' : 'members';
  }
  // A person who signs in is about to be a member, and may wait for the provider.
  const isSignIn = entrance === 'callback' || (method === 'POST' && entrance === 'sign-in');
  return isSignIn || (isBot && form === 'graphql') ? 'members' : 'strangers';
}

/** More than any form or document of a stranger needs. */
export const SMALL_BODY_BYTES = 64 * 1024;

/**
 * Whether the body of a request is taken in before the request takes a place: a client that sends it byte by byte
 * would hold the place otherwise. Not where the credential is looked at first: REST refuses a stranger without reading
 * the body, and only members may send a large one to `/graphql`.
 */
export function takesBodyFirst({ form }: Row, lane: Lane | undefined, { headers }: IncomingMessage): boolean {
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length = Number(headers['content-length'] ?? 0);
  if ((!isChunked && length === 0) || form === 'api') return false;
  return lane !== 'members' || form !== 'graphql' || (!isChunked && length <= SMALL_BODY_BYTES);
}

/** Beyond this time nobody waits for a page any more, and proxies give up soon. In milliseconds. */
const DEADLINE_MS = 4000;
/** For what may wait for somebody else: a captcha, the look-up of an application, the host of a webhook. */
const ASKING_DEADLINE_MS = 12_000;
/** For a sign-in, which asks the provider twice. A code is good for one use. */
const CALLBACK_DEADLINE_MS = 25_000;

/**
 * How long an answer may take. The database has limits of its own, which are shorter: this is for what nobody
 * thought of.
 *
 * @param waitedMs how long the request waited for its place, in milliseconds
 * @returns in milliseconds
 */
export function deadlineOf(
  { entrance }: Row,
  lane: Lane | undefined,
  { method }: IncomingMessage,
  waitedMs: number,
): number {
  if (entrance === 'callback') return CALLBACK_DEADLINE_MS;
  if (method === 'POST' && lane !== 'bots' && lane !== 'strangers') return ASKING_DEADLINE_MS;
  return Math.max(DEADLINE_MS - waitedMs, DEADLINE_MS / 4);
}
