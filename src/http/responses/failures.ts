import { OverloadedError, RETRY_AFTER_SECONDS } from '../admission/admission.ts';
import { BodyTooLargeError, RequestAbortedError } from '../body.ts';
import type { Form } from '../router.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { JSON_HEADERS } from './send-json.ts';

/** A request that gets an error instead of what it asked for. */
export interface Failure {
  readonly status: 400 | 403 | 404 | 405 | 413 | 429 | 500 | 503;
  /** For those who wrote the client. Pages have words of their own for most of them. */
  readonly sentence: string;
  /** When to try again, in seconds. */
  readonly retryAfter?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer as it is sent. */
export interface Written {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Write = (failure: Failure) => Written;

/** The codes of GraphQL's `extensions`; other errors have none. */
const CODES: Partial<Record<Failure['status'], string>> = { 500: 'INTERNAL_SERVER_ERROR', 503: 'OVERLOADED' };

export const NOT_FOUND: Failure = { status: 404, sentence: 'Not found.' };
export const FOREIGN: Failure = { status: 403, sentence: 'This form was sent from another site.' };
/** Section 7 of the contract. */
export const BROKEN: Failure = {
  status: 500,
  sentence: 'The request could not be stored or answered; try again later.',
};
const ABORTED: Failure = { status: 400, sentence: 'The request was aborted.' };

/** @param allow the methods that the path has */
export function methodNotAllowed(allow: readonly string[]): Failure {
  return { status: 405, sentence: 'Method not allowed.', headers: { allow: allow.join(', ') } };
}

/** The service has too much to do, or was too slow. */
export function busy(sentence: string): Failure {
  return {
    status: 503,
    sentence,
    retryAfter: RETRY_AFTER_SECONDS,
    headers: { ...SECURITY_HEADERS, 'cache-control': 'no-store' },
  };
}

/**
 * What a client is told of an error that was thrown.
 *
 * @param isGone whether the client has gone: it has broken nothing, and reads no answer
 * @returns {@link BROKEN} for what is the service's own fault, to be logged
 */
export function failureOf(error: unknown, isGone: boolean): Failure {
  if (error instanceof OverloadedError) return busy(error.message);
  if (error instanceof BodyTooLargeError) return { status: 413, sentence: error.message };
  if (isGone || error instanceof RequestAbortedError) return ABORTED;
  if (!(error instanceof Error)) return BROKEN;
  const { code, retryAfter } = error as Error & { readonly code?: unknown; readonly retryAfter?: unknown };
  if (code === 'INVALID_INPUT') return { status: 400, sentence: error.message };
  if (code === 'RATE_LIMITED') {
    return { status: 429, sentence: error.message, retryAfter: Number(retryAfter) };
  }
  return BROKEN;
}

/**
 * Writes errors in the form that clients expect: the contract's error body, GraphQL's errors, or a page.
 *
 * @param page writes a page
 */
export function createFailureWriter(
  page: Write,
): (form: Form, failure: Failure, accept: string | null | undefined) => Written {
  return (form, failure, accept) => {
    if (form === 'graphql') return asGraphQL(failure);
    const isForPeople = form === 'page' && (failure.status !== 503 || accept?.includes('text/html'));
    return isForPeople ? page(failure) : asJson(failure, { error: failure.sentence });
  };
}

function asGraphQL(failure: Failure): Written {
  const { status, sentence: message, retryAfter } = failure;
  const code = CODES[status];
  const extensions = code && { code, ...(retryAfter !== undefined && { retryAfter }) };
  return asJson(failure, { errors: [{ message, ...(extensions && { extensions }) }] });
}

function asJson(failure: Failure, body: object): Written {
  const { status } = failure;
  // The rest of a body that is too large is not read.
  const headers = { ...JSON_HEADERS, ...headersOf(failure), ...(status === 413 && { connection: 'close' }) };
  return { status, headers, body: JSON.stringify(body) };
}

/** The headers of an error in any form. */
export function headersOf({ headers, retryAfter }: Failure): Record<string, string> {
  return { ...headers, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) };
}
