import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Context } from '../../schema/context.ts';
import type { Reply } from './reply.ts';

/** A request of a client. What takes time is made when somebody first asks for it. */
export interface HttpRequest {
  /** The request as Node has it. */
  readonly message: IncomingMessage;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  /** The value of each `:name` in the path, still percent-encoded. */
  readonly params: readonly string[];
  /** The address. Its host is not that of the request. */
  readonly url: URL;
  readonly query: URLSearchParams;
  /** The GraphQL context: one for all operations of the request. */
  readonly context: Context;
  /** Is aborted when the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
  /**
   * Reads the whole body, once. A second call gets the same.
   *
   * @param maxBytes at most 1 MiB
   * @throws {BodyTooLargeError} above `maxBytes`; the rest is not read
   * @throws {BodyTooSlowError} when less than 10 KiB arrive within ten seconds
   * @throws {TinyChunksError} when it comes in very many tiny chunks
   * @throws {OverloadedError} when the bodies of its lane hold too much memory
   * @throws {RequestAbortedError} when the body ends too early
   */
  readBody(maxBytes?: number): Promise<Buffer<ArrayBuffer>>;
  /**
   * Reads the body as JSON. It ignores the content type.
   *
   * @returns the value; undefined when the body is not JSON, which the schema refuses
   * @throws as `readBody`
   */
  readJson(): Promise<unknown>;
  /** @throws as `readBody` */
  readForm(): Promise<URLSearchParams>;
}

/** HEAD uses the handler of GET, without the body. */
export type Method = 'GET' | 'POST' | 'PUT';

/** Handles a request. Undefined means 404. */
export type Handler = (request: HttpRequest) => Promise<Reply | undefined> | Reply | undefined;

/** Method, path and handler. In the path, `:name` is one segment and `*` the rest. */
export type Route = readonly [method: Method, path: string, handler: Handler];

/**
 * Whether a request comes from a page of this site, or from no page at all, such as a command-line client. Cookies of
 * other requests must not count.
 */
export function isSameOrigin({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
