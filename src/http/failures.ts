import type { IncomingMessage } from 'node:http';
import { DomainError, RateLimitedError } from '../domain/kernel/errors.ts';
import { requestId } from '../lib/request-id.ts';
import { RETRY_AFTER_SECONDS } from './admission/admission.ts';
import { OverloadedError } from './admission/slots.ts';
import { TinyChunksError } from './arriving-message.ts';
import { BodyTooLargeError, BodyTooSlowError, EncodedBodyError, RequestAbortedError } from './body.ts';
import { type Failure, headersOf, type Reply, replyJson } from './message/reply.ts';
import type { Method } from './message/request.ts';
import { SECURITY_HEADERS } from './message/security-headers.ts';
import type { RouteKind } from './router.ts';

/** What decides the form and the language of a failure. */
type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** The codes in GraphQL's `extensions`. */
const CODES: Readonly<Record<Failure['status'], string>> = {
  400: 'BAD_REQUEST',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'BAD_REQUEST',
  408: 'REQUEST_TIMEOUT',
  413: 'BODY_TOO_LARGE',
  415: 'BAD_REQUEST',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'OVERLOADED',
};

export const NOT_FOUND: Failure = { status: 404, sentence: 'Not found.' };
export const FOREIGN: Failure = { status: 403, sentence: 'This form was sent from another site.' };
/** Section 7 of the contract. */
export const BROKEN: Failure = {
  status: 500,
  sentence: 'The request could not be stored or answered; try again later.',
};
const ABORTED: Failure = { status: 400, sentence: 'The request was aborted.' };

/**
 * Makes the error for a method that a path does not have.
 *
 * @param known the methods that it has; HEAD comes with GET
 */
export function notAllowed(known: readonly Method[]): Failure {
  const allow = known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return { status: 405, sentence: 'Method not allowed.', headers: { allow } };
}

/** Makes the error for an overloaded or slow service. */
export function busy(sentence: string): Failure {
  return {
    status: 503,
    sentence,
    retryAfter: RETRY_AFTER_SECONDS,
    headers: { ...SECURITY_HEADERS, 'cache-control': 'no-store' },
  };
}

/** The error for a response that is not ready in time. */
export const TOO_LATE = busy('The service did not answer in time: try again in a few seconds.');

/**
 * Converts a thrown error into an error response.
 *
 * @param isGone whether the client has disconnected, which is not a fault of the service
 * @returns {@link BROKEN} for a fault of the service; the caller logs it
 */
export function failureOf(error: unknown, isGone: boolean): Failure {
  if (error instanceof OverloadedError) return busy(error.message);
  if (error instanceof BodyTooLargeError) return { status: 413, sentence: error.message };
  if (error instanceof TinyChunksError) {
    return { status: 413, sentence: error.message, headers: { connection: 'close' } };
  }
  if (error instanceof EncodedBodyError) {
    return { status: 415, sentence: error.message, headers: { 'accept-encoding': 'identity' } };
  }
  if (error instanceof BodyTooSlowError) {
    return { status: 408, sentence: error.message, headers: { connection: 'close' } };
  }
  if (isGone || error instanceof RequestAbortedError) return ABORTED;
  if (!(error instanceof DomainError)) return BROKEN;
  const { code, message: sentence, reason, parameters } = error;
  if (code === 'INVALID_INPUT') return { status: 400, sentence, reason, parameters };
  if (error instanceof RateLimitedError) {
    return { status: 429, sentence, reason, parameters, retryAfter: error.retryAfter };
  }
  return BROKEN;
}

/**
 * Makes a function that writes errors in the format of the route: the contract's error body, GraphQL errors, or a
 * page.
 *
 * @param page renders a page
 */
export function createFailureWriter(
  page: (failure: Failure, request: Asked) => Reply,
): (kind: RouteKind, failure: Failure, request: Asked) => Reply {
  return (kind, failure, request) => {
    if (kind === 'graphql') return asGraphQL(failure);
    const isForPeople =
      kind === 'page' && (failure.status !== 503 || request.headers.accept?.includes('text/html'));
    return isForPeople
      ? page({ ...failure, reference: requestId() }, request)
      : asJson(failure, { error: failure.sentence });
  };
}

function asGraphQL(failure: Failure): Reply {
  const { status, sentence: message, retryAfter } = failure;
  const extensions = { code: CODES[status], ...(retryAfter !== undefined && { retryAfter }) };
  return asJson(failure, { errors: [{ message, extensions }] });
}

function asJson(failure: Failure, body: object): Reply {
  const { status } = failure;
  // The rest of a large body is not read, so the connection must be closed.
  return replyJson(status, body, {
    ...headersOf(failure),
    ...((status === 413 || status === 415) && { connection: 'close' }),
  });
}
