import type { IncomingMessage } from 'node:http';
import type { Response } from '@whatwg-node/server';
import { type Lane, RETRY_AFTER_SECONDS } from './limits/admission.ts';
import { BodyTooLargeError, MAX_BODY_BYTES, readBytes } from './request-body.ts';
import { SECURITY_HEADERS } from './web/security-headers.ts';

/** Answers that cost nothing: files from memory. */
const FREE =
  /^\/(?:assets\/|docs\/assets\/|api\/(?:health|openapi\.json)(?:$|[/?])|favicon\.ico|robots\.txt)/;
const VOTE = /^\/bot\/[^/?]+\/vote(?:$|[/?])/;
/** In whichever form the cookie's name is (see `createCookie`). */
const SESSION = /(?:^|[;\s-])session=/;

/**
 * Tells in which lane a request waits when there are too many. What is shown is not verified yet: that is work, and a stranger
 * who pretends to be a member takes places from members only.
 *
 * @returns undefined for what is never refused
 */
export function laneOf({ url = '/', method, headers }: IncomingMessage): Lane | undefined {
  if (url.startsWith('/api/v1/') && headers.authorization !== undefined) return 'bots';
  if (FREE.test(url)) return undefined;
  if (headers.cookie !== undefined && SESSION.test(headers.cookie)) {
    return method === 'POST' && VOTE.test(url) ? 'votes' : 'members';
  }
  return url.startsWith('/graphql') && headers.authorization !== undefined ? 'members' : 'strangers';
}

/** More than any form or document of a stranger needs: thousands of them may wait at the same time. */
const STRANGER_BODY_BYTES = 64 * 1024;

/**
 * Takes a body in before the request takes a place: somebody who sends it byte by byte would hold the place otherwise.
 *
 * @returns for a body that is too large, a request that says so, for whoever answers it to refuse in its own form
 * @throws {RequestAbortedError} when the body ends too early
 */
export async function withWholeBody(request: Request, lane: Lane | undefined): Promise<Request> {
  // The others' bodies, where they have one, are read by nobody.
  if (request.method !== 'POST' && request.method !== 'PUT') return request;
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  const maxBytes = lane === 'strangers' ? STRANGER_BODY_BYTES : MAX_BODY_BYTES;
  try {
    return new Request(url, { method, headers, signal, body: await readBytes(request, maxBytes) });
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    headers.set('content-length', String(MAX_BODY_BYTES + 1));
    return new Request(url, { method, headers, signal });
  }
}

/** Whether a request brings something along that has to be read. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Beyond this time nobody waits for a page any more, and proxies give up soon. In milliseconds. */
const DEADLINE_MS = 4500;

/**
 * Answers with 503 when an answer takes too long, as with a database that is silent. The work goes on, and keeps its place.
 *
 * @param message its body may still be on its way, which is the client's time and not ours
 */
export function withinDeadline(
  message: IncomingMessage,
  answer: Promise<Response>,
  late: () => Response,
): Promise<Response> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout;
    const wait = () => {
      timer = setTimeout(() => (message.complete ? resolve(late()) : wait()), DEADLINE_MS);
    };
    wait();
    // It does not reject: what went wrong is an answer by then.
    answer.then(resolve).finally(() => clearTimeout(timer));
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
  if (/^\/graphql(?:$|\?)/.test(url)) {
    const extensions = { code: 'OVERLOADED', retryAfter: RETRY_AFTER_SECONDS };
    return { headers: json, body: JSON.stringify({ errors: [{ message: sentence, extensions }] }) };
  }
  const isForPeople = !/^\/(?:api|widget)\//.test(url) && headers.accept?.includes('text/html');
  return isForPeople
    ? { headers: { ...common, 'content-type': 'text/html; charset=utf-8' }, body: page }
    : { headers: json, body: JSON.stringify({ error: sentence }) };
}
