import { createSecureContext, rootCertificates } from 'node:tls';
import { parseNetworks } from './address.ts';
import { type Connection, openConnection, UnansweredError, type WireRequest } from './connection.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { dial } from './dial.ts';
import { checkHeaders } from './headers.ts';
import { createIdleConnections } from './idle-connections.ts';
import { type Failure, reasonOf } from './outcome.ts';
import { parseProxy } from './proxy.ts';
import { excerptOf, one, type Reply, readUpTo, retryAfterOf, wholeBody } from './reply.ts';
import { type Resolve, resolveByDns } from './resolve.ts';
import { type VettedTarget, vetUrl } from './vet.ts';

/** How a sender works. */
export interface SenderOptions {
  /** CIDR blocks whose addresses are exempt from the https, port, local-name and public-address rules. */
  readonly trustedNetworks: readonly string[];
  /** An http:// URL; every connection is then tunnelled through this proxy with CONNECT. */
  readonly proxy?: string | undefined;
  /** Time limit of one request in milliseconds, look-up and body included. Default 10 000 (contract, section 6, rule 3). */
  readonly timeoutMs?: number | undefined;
  /** How names are resolved. Default: DNS. */
  readonly resolve?: Resolve | undefined;
  /** PEM certificates trusted in addition to the built-in ones. */
  readonly ca?: string | undefined;
  /**
   * How long an unused connection is kept for the next request to its origin, in milliseconds; 0: no reuse.
   * Default 4000, below the 5 s after which common servers close, so that few requests meet a closing connection.
   */
  readonly idleMs?: number | undefined;
  /** The current time in milliseconds since the epoch, to read dates in Retry-After. */
  readonly now?: (() => number) | undefined;
}

/** A POST of which only the reply's status matters. */
export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly signal?: AbortSignal | undefined;
}

/** A request of which the reply's body is wanted. */
export interface ReadRequest {
  readonly method?: 'GET' | 'POST' | undefined;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** The largest body accepted, in bytes. Default 256 KiB. */
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How a POST ended. `durationMs` is the time until the reply's headers, or until the failure. */
export type SendOutcome =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly durationMs: number;
      /** At most 4 KiB of the body as plain text, or a note that it is compressed; empty when it did not arrive. */
      readonly excerpt: string;
      readonly retryAfterSeconds: number | undefined;
    }
  | Failure;

/** How a request for a body ended. A body that is late, cut off, too large or compressed is a failure. */
export type ReadOutcome =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly durationMs: number;
      readonly body: Uint8Array;
      /** As the header says it; undefined when absent. */
      readonly contentType: string | undefined;
      readonly retryAfterSeconds: number | undefined;
    }
  | Failure;

/** Sends every outbound request of the service, and refuses those that could reach its own network. */
export interface Sender {
  /**
   * Checks a URL as it is checked before sending, its name's addresses included.
   *
   * @throws UnsafeUrlError with a stable `code` and a sentence for the owner.
   */
  vet(url: string): Promise<void>;
  /**
   * Posts a body. The status decides the outcome as soon as the headers are there (contract, section 6, rule 3):
   * a body that is slow, endless or cut off does not change it. Redirects are not followed (rule 4).
   *
   * A request is sent once. It is sent a second time, at once and on a fresh connection, only when it went over a
   * connection kept from an earlier request and that connection ended before any byte of a reply came. So a receiver
   * may get the same request twice if it reads it and then closes without a reply.
   *
   * Never rejects for what the network or the receiver does.
   *
   * @throws TypeError when a header is not valid or not the caller's to set.
   */
  post(request: PostRequest): Promise<SendOutcome>;
  /** Sends a request under the same guard and returns the whole body. Throws as `post` does. */
  read(request: ReadRequest): Promise<ReadOutcome>;
  /** Ends all requests, which then fail as `aborted`, and closes all connections. */
  close(): Promise<void>;
}

const excerptBytes = 4096;
/** The excerpt is a courtesy to the owner; a delivery does not wait longer than this for it, in milliseconds. */
const excerptMs = 1000;
const defaultReadBytes = 256 * 1024;
const maxIdleConnections = 64;
const maxIdlePerOrigin = 32;

/**
 * Creates a sender. Opens nothing until the first request.
 *
 * @throws RangeError when a trusted network or the proxy URL cannot be read.
 */
export function createSender(options: SenderOptions): Sender {
  const { timeoutMs = 10_000, resolve = resolveByDns, idleMs = 4000, now = Date.now, ca } = options;
  const vetting = { trusted: parseNetworks(options.trustedNetworks), resolve };
  const dialling = {
    proxy: options.proxy === undefined ? undefined : parseProxy(options.proxy),
    secureContext: ca === undefined ? undefined : createSecureContext({ ca: [...rootCertificates, ca] }),
  };
  const idle = createIdleConnections(maxIdleConnections, maxIdlePerOrigin);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  /** Vets, connects and sends; hands the reply to `read`, and keeps the connection if that read all of it. */
  async function exchange<T>(
    url: string,
    request: Omit<WireRequest, 'path'>,
    deadline: Deadline,
    read: (reply: Reply) => Promise<T>,
  ): Promise<T> {
    const vetted = await vetUrl(url, vetting, deadline.signal);
    const wire = { ...request, path: vetted.target.path };
    const { connection, reply } = await sendOn(vetted, wire, deadline);
    try {
      return await read(reply);
    } finally {
      if (reply.body.readableEnded && idleMs > 0 && !closing.signal.aborted) idle.keep(connection);
      else connection.destroy();
    }
  }

  /**
   * Sends over a kept connection if there is one, otherwise over a fresh one. Receivers close idle connections without
   * a word, and the request may meet that: where not one byte of a reply came it is sent again, once, at once and on a
   * fresh connection. A request that fails on a fresh connection is not sent again.
   */
  async function sendOn(vetted: VettedTarget, wire: WireRequest, deadline: Deadline) {
    const kept = idle.take(vetted);
    if (kept !== undefined) {
      try {
        return await sendOver(kept, wire, deadline);
      } catch (error) {
        if (!(error instanceof UnansweredError)) throw error;
      }
    }
    const dialled = await dial(vetted, dialling, deadline);
    return sendOver(openConnection(vetted.target, dialled, idleMs, idle.drop), wire, deadline);
  }

  async function sendOver(connection: Connection, wire: WireRequest, deadline: Deadline) {
    try {
      return { connection, reply: await connection.send(wire, deadline.signal) };
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  /** Runs work under a time limit and turns whatever stops it into a failure. */
  async function guarded<T>(
    signal: AbortSignal | undefined,
    work: (deadline: Deadline) => Promise<T>,
  ): Promise<T | Failure> {
    const parents = signal === undefined ? [closing.signal] : [closing.signal, signal];
    const deadline = startDeadline(timeoutMs, parents);
    const task = work(deadline);
    running.add(task);
    try {
      return await task;
    } catch (error) {
      const cause = deadline.signal.aborted ? deadline.signal.reason : error;
      return { kind: 'failure', reason: reasonOf(cause, 'protocol'), durationMs: deadline.elapsedMs() };
    } finally {
      running.delete(task);
      deadline.end();
    }
  }

  return {
    async vet(url) {
      const deadline = startDeadline(timeoutMs, [closing.signal]);
      try {
        await vetUrl(url, vetting, deadline.signal);
      } finally {
        deadline.end();
      }
    },

    async post({ url, headers, body, signal }) {
      checkHeaders(headers);
      return guarded<SendOutcome>(signal, (deadline) =>
        exchange<SendOutcome>(url, { method: 'POST', headers, body }, deadline, async (reply) => {
          const durationMs = deadline.elapsedMs();
          const patience = startDeadline(Math.min(excerptMs, deadline.remainingMs()), [deadline.signal]);
          const read = await readUpTo(reply.body, excerptBytes, patience.signal);
          patience.end();
          const excerpt = excerptOf(read, reply.headers);
          const retryAfterSeconds = retryAfterOf(reply.headers, now());
          return { kind: 'response', status: reply.status, durationMs, excerpt, retryAfterSeconds };
        }),
      );
    },

    async read({ method = 'GET', url, headers, body = null, maxBytes = defaultReadBytes, signal }) {
      checkHeaders(headers);
      return guarded<ReadOutcome>(signal, (deadline) =>
        exchange<ReadOutcome>(url, { method, headers, body }, deadline, async (reply) => {
          const read = await readUpTo(reply.body, maxBytes, deadline.signal);
          return {
            kind: 'response',
            status: reply.status,
            durationMs: deadline.elapsedMs(),
            body: wholeBody(read, maxBytes, reply.headers),
            contentType: one(reply.headers['content-type']),
            retryAfterSeconds: retryAfterOf(reply.headers, now()),
          };
        }),
      );
    },

    async close() {
      closing.abort();
      idle.clear();
      await Promise.allSettled(running);
      idle.clear();
    },
  };
}
