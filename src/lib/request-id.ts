import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The name of the header of requests and responses, in lower case. */
const REQUEST_ID_HEADER = 'x-request-id';

const GIVEN = /^[\w.:+/=-]{1,64}$/;
/** `traceparent` of W3C Trace Context: version, trace id, parent id, flags. */
const TRACE_PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}/;

/**
 * The id that connects the log lines, error responses and deliveries of one request. It is the sender's `X-Request-Id`,
 * or the trace id of the sender's `traceparent`, or random. It is made when somebody first asks for it, because most
 * requests never need it.
 */
class RequestId {
  readonly #headers: IncomingHttpHeaders;
  #id: string | undefined;

  constructor(headers: IncomingHttpHeaders) {
    this.#headers = headers;
  }

  get id(): string {
    this.#id ??= givenId(this.#headers) ?? randomUUID().replaceAll('-', '');
    return this.#id;
  }
}

const current = new AsyncLocalStorage<RequestId>();

/** Runs work for a request. Everything that it calls and awaits sees the id of this request. */
export function withRequest<Result>(headers: IncomingHttpHeaders, work: () => Result): Result {
  return current.run(new RequestId(headers), work);
}

/** Runs work that is for no request, also when a request begins it. */
export function withoutRequest<Result>(work: () => Result): Result {
  return current.exit(work);
}

/** The id of the request that the calling code works for. Undefined where there is no request. */
export function requestId(): string | undefined {
  return current.getStore()?.id;
}

/**
 * The header of a response that tells the id, or none. Errors have it, and so have responses to requests that gave an
 * id.
 *
 * @param headers of the request; without them, only errors have it
 */
export function requestIdHeader(
  status: number,
  headers: IncomingHttpHeaders = {},
): Readonly<Record<string, string>> {
  return status >= 400 || headers[REQUEST_ID_HEADER] !== undefined ? anyRequestIdHeader() : {};
}

/** The header of a response that always tells the id. */
export function anyRequestIdHeader(): Readonly<Record<string, string>> {
  const id = requestId();
  return id === undefined ? {} : { [REQUEST_ID_HEADER]: id };
}

/** The id that the sender gave. An invalid one is ignored. It may come from anybody, so it grants nothing. */
function givenId(headers: IncomingHttpHeaders): string | undefined {
  const given = headers[REQUEST_ID_HEADER];
  if (typeof given === 'string' && GIVEN.test(given)) return given;
  const { traceparent } = headers;
  return typeof traceparent === 'string' ? TRACE_PARENT.exec(traceparent)?.[1] : undefined;
}
