import type { Reply } from '../http/responses/reply.ts';
import type { Context } from '../schema/context.ts';

/** A request of the REST interface. */
export interface Call {
  readonly context: Context;
  readonly query: URLSearchParams;
  /** The `Accept-Encoding` header. */
  readonly acceptEncoding: string | undefined;
  /** The `{id}` of the path, still percent-encoded; empty when the path has none. */
  readonly id: string;
  /**
   * Reads the body as JSON. It ignores the content type.
   *
   * @returns the value; undefined when the body is not JSON, which the schema refuses
   * @throws {BodyTooLargeError} above 1 MiB; the rest is not read
   * @throws {RequestAbortedError} when the body ends too early
   */
  readonly readJson: () => Promise<unknown>;
}

/** Handles a request of the REST interface. */
export type Operation = (call: Call) => Promise<Reply> | Reply;
