import type { Sender } from './sender.ts';

/** The part of `fetch` that libraries which take a `fetch` of their caller's rely on. */
export type GuardedFetch = (url: string, init: GuardedRequest) => Promise<Response>;

/** What such a library asks for; redirects are never followed, whatever it says of them. */
export interface GuardedRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** No reply was had; `code` is the sender's word for why. */
export class NoReplyError extends Error {
  readonly code: string;
  constructor(code: string) {
    super('The request got no reply.');
    this.name = 'NoReplyError';
    this.code = code;
  }
}

/** Statuses whose `Response` takes no body. */
const BODILESS = new Set([204, 205, 304]);

/**
 * Lets a library send through the guard: its addresses, time limit and bounded body apply.
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
