import type { Sender } from './sender.ts';

/** The part of `fetch` that libraries with a `fetch` option use. */
export type GuardedFetch = (url: string, init: GuardedRequest) => Promise<Response>;

/** The options that such a library passes. Redirects are never followed, whatever the library wants. */
export interface GuardedRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** The request got no reply. `code` is the sender's word for the reason. */
export class NoReplyError extends Error {
  readonly code: string;
  constructor(code: string) {
    super('The request got no reply.');
    this.name = 'NoReplyError';
    this.code = code;
  }
}

/** Statuses with which a `Response` must have no body. */
const BODILESS = new Set([204, 205, 304]);

/**
 * Lets a library send requests under the sender's rules for addresses, timeout and size.
 *
 * @param maxBytes the largest body accepted
 * @returns a `fetch` that rejects with a NoReplyError where `fetch` rejects with a TypeError
 */
export function createFetch(sender: Pick<Sender, 'read'>, maxBytes: number): GuardedFetch {
  return async (url, { method, headers, body, signal }) => {
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`${method} is not sent.`);
    const outcome = await sender.read({
      method,
      url,
      headers,
      maxBytes,
      ...(body != null && { body: Buffer.from(String(body)) }),
      ...(signal && { signal }),
    });
    if (outcome.kind === 'failure') throw new NoReplyError(outcome.reason);
    return new Response(BODILESS.has(outcome.status) ? null : Buffer.from(outcome.body), {
      status: outcome.status,
      headers: outcome.contentType === undefined ? {} : { 'content-type': outcome.contentType },
    });
  };
}
