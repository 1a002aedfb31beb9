import type { IncomingMessage } from 'node:http';
import type { Response } from '@whatwg-node/server';
import { type Lane, RETRY_AFTER_SECONDS } from './admission.ts';
import { BodyTooLargeError, MAX_BODY_BYTES, readBytes } from './body.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** Answers that need no work: files from memory, and what tells about the service. */
const FREE =
  /^\/(?:(?:docs\/)?assets\/[\w.-]+|api\/health|api\/openapi\.json|favicon\.ico|robots\.txt)\/?(?:$|\?)/;
const VOTE = /^\/bot\/[^/?]+\/vote\/?(?:$|\?)/;
const CALLBACK = /^\/sign-in\/callback\/?(?:$|\?)/;
const SIGN_IN = /^\/sign-in\/?(?:$|\?)/;
const GRAPHQL = /^\/graphql\/?(?:$|\?)/;
/** In whichever form the cookie's name is (see `createCookie`); an id has 32 bytes in base64url. */
const SESSION = /(?:^|[;\s-])session=[\w-]{43}(?:$|;)/;
const TOKEN = /^(?:bearer +)?blt_[\w-]{43}$/i;

/**
 * Tells in which lane a request waits when there are too many, by what it looks like: the credential is not verified here, since
 * that costs a query. A stranger who makes one up takes a place for the time of that query.
 *
 * @returns undefined for what is never refused
 */
export function laneOf({ url = '/', method, headers }: IncomingMessage): Lane | undefined {
  if (FREE.test(url)) return undefined;
  const isBot = headers.authorization !== undefined && TOKEN.test(headers.authorization);
  if (url.startsWith('/api/v1/')) return isBot ? 'bots' : 'strangers';
  if (headers.cookie !== undefined && SESSION.test(headers.cookie)) {
    return method === 'POST' && VOTE.test(url) ? 'votes' : 'members';
  }
  // Who signs in is about to be a member, and may wait for the provider.
  const isSignIn = CALLBACK.test(url) || (method === 'POST' && SIGN_IN.test(url));
  return isSignIn || (isBot && GRAPHQL.test(url)) ? 'members' : 'strangers';
}

/** More than any form or document of a stranger needs. */
const SMALL_BODY_BYTES = 64 * 1024;

/**
 * Whether the body of a request is taken in before the request takes a place: who sends it byte by byte would hold the place
 * otherwise. Not where the credential is looked at first: REST refuses a stranger without reading the body, and only
 * members may send a large one to `/graphql`.
 */
export function takesBodyFirst({ url = '/', headers }: IncomingMessage, lane: Lane | undefined): boolean {
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length = Number(headers['content-length'] ?? 0);
  if ((!isChunked && length === 0) || url.startsWith('/api/')) return false;
  return lane !== 'members' || !GRAPHQL.test(url) || (!isChunked && length <= SMALL_BODY_BYTES);
}

/**
 * Takes a small body in.
 *
 * @returns for a body that is too large, a request that says so, for whoever answers it to refuse in its own form
 * @throws {RequestAbortedError} when the body ends too early
 */
export async function withWholeBody(request: Request): Promise<Request> {
  // The others' bodies, where they have one, are read by nobody.
  if (request.method !== 'POST' && request.method !== 'PUT') return request;
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  try {
    return new Request(url, { method, headers, signal, body: await readBytes(request, SMALL_BODY_BYTES) });
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    headers.set('content-length', String(MAX_BODY_BYTES + 1));
    return new Request(url, { method, headers, signal });
  }
}

/** Beyond this time nobody waits for a page any more, and proxies give up soon. In milliseconds. */
const DEADLINE_MS = 4000;
/** For what may wait for somebody else: a captcha, the look-up of an application, the host of a webhook. */
const ASKING_DEADLINE_MS = 12_000;
/** For a sign-in, which asks the provider twice. A code is good for one use. */
const CALLBACK_DEADLINE_MS = 25_000;

/**
 * How long an answer may take. The database has limits of its own, which are shorter: this is for what nobody thought of.
 *
 * @param waitedMs how long the request waited for its place, in milliseconds
 * @returns in milliseconds
 */
export function deadlineOf(
  { url = '/', method }: IncomingMessage,
  lane: Lane | undefined,
  waitedMs: number,
): number {
  if (CALLBACK.test(url)) return CALLBACK_DEADLINE_MS;
  if (method === 'POST' && lane !== 'bots' && lane !== 'strangers') return ASKING_DEADLINE_MS;
  return Math.max(DEADLINE_MS - waitedMs, DEADLINE_MS / 4);
}

/**
 * Answers with 503 when an answer takes too long. The work goes on, and keeps its place; unless the request itself is still
 * on its way after twice the time, which holds nothing but the place.
 *
 * @param giveUp ends waiting for a body
 */
export function withinDeadline(
  message: IncomingMessage,
  ms: number,
  answer: Promise<Response>,
  late: () => Response,
  giveUp: () => void,
): Promise<Response> {
  return new Promise((resolve) => {
    let isLate = false;
    const end = () => {
      isLate = true;
      if (!message.complete) giveUp();
      resolve(late());
    };
    let timer = setTimeout(() => {
      if (message.complete) end();
      else timer = setTimeout(end, ms);
    }, ms);
    // It does not reject: what went wrong is an answer by then.
    answer
      .then((response) => (isLate ? response.body?.cancel() : resolve(response)))
      .catch(() => {})
      .finally(() => clearTimeout(timer));
  });
}

export interface Refusal {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * What is answered with 503, in the form that a client expects: GraphQL's errors, a page, or the contract's error body.
 *
 * @param page for people
 */
export function refusal({ url = '/', headers }: IncomingMessage, sentence: string, page: string): Refusal {
  const common = {
    ...SECURITY_HEADERS,
    'retry-after': String(RETRY_AFTER_SECONDS),
    'cache-control': 'no-store',
  };
  const json = { ...common, 'content-type': 'application/json; charset=utf-8' };
  if (GRAPHQL.test(url)) {
    const extensions = { code: 'OVERLOADED', retryAfter: RETRY_AFTER_SECONDS };
    return { headers: json, body: JSON.stringify({ errors: [{ message: sentence, extensions }] }) };
  }
  const isForPeople = !/^\/(?:api|widget)\//.test(url) && headers.accept?.includes('text/html');
  return isForPeople
    ? { headers: { ...common, 'content-type': 'text/html; charset=utf-8' }, body: page }
    : { headers: json, body: JSON.stringify({ error: sentence }) };
}
