import { createSecureContext, rootCertificates } from 'node:tls';
import { parseNetworks } from './address.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { parseProxy } from './dial.ts';
import { type Failure, reasonOf } from './outcome.ts';
import { Pool } from './pool.ts';
import { excerptOf, one, type Reply, type ReplyHeaders, readUpTo, retryAfterOf, wholeBody } from './reply.ts';
import { checkHeaders, sendRequest, type WireRequest } from './request.ts';
import { type Resolve, resolveByDns, vetUrl } from './vet.ts';

export interface SenderOptions {
  /** CIDR blocks whose addresses are exempt from the https, port, local-name and public-address rules. */
  readonly trustedNetworks: readonly string[];
  /** An http:// URL; every connection is then tunnelled through this proxy with CONNECT. */
  readonly proxy?: string | undefined;
  /**
   * Timeout of one request in milliseconds, look-up and body included. Default 10 000 (contract, section 6, rule 3).
   */
  readonly timeoutMs?: number | undefined;
  /** Resolves host names. Default: DNS. */
  readonly resolve?: Resolve | undefined;
  /** PEM certificates trusted in addition to the built-in ones. */
  readonly ca?: string | undefined;
  /**
   * How long an unused connection is kept for the next request to its origin, in milliseconds; 0: no reuse.
   * Default 4000, below the 5 s after which common servers close, so that few requests meet a closing connection.
   */
  readonly idleMs?: number | undefined;
  /**
   * The current time in milliseconds since the epoch, to read dates in Retry-After. Default: the time at the start of
   * this process, and how long it has run.
   */
  readonly now?: (() => number) | undefined;
}

/** A GET of which only the headers of the reply matter. */
export interface ProbeRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** A POST. Only the status of its reply matters. */
export interface PostRequest extends ProbeRequest {
  readonly body: Uint8Array;
}

/** A request for the body of its reply. */
export interface ReadRequest extends ProbeRequest {
  readonly method?: 'GET' | 'POST' | undefined;
  readonly body?: Uint8Array | undefined;
  /** The largest body accepted, in bytes. Default 256 KiB. */
  readonly maxBytes?: number | undefined;
}

/** A reply came. `durationMs` is the time until its headers, or until the end of a body that was requested. */
interface Replied {
  readonly kind: 'response';
  readonly status: number;
  readonly durationMs: number;
}

/** How a request for headers ended. */
export type ProbeOutcome =
  | (Replied & {
      /** The value of the header, as the server wrote it; undefined when absent. */
      readonly location: string | undefined;
    })
  | Failure;

/** How a POST ended. */
export type SendOutcome =
  | (Replied & {
      /** At most 4 KiB of the body as plain text, or a note that it is compressed; empty when it did not arrive. */
      readonly excerpt: string;
      readonly headers: ReplyHeaders;
      readonly retryAfterSeconds: number | undefined;
    })
  | Failure;

/** How a request for a body ended. A body that is late, cut off, too large or compressed is a failure. */
export type ReadOutcome =
  | (Replied & {
      readonly body: Uint8Array;
      /** The value of the header; undefined when absent. */
      readonly contentType: string | undefined;
      readonly retryAfterSeconds: number | undefined;
    })
  | Failure;

/** Sends every outbound request of the service, and refuses those that could reach its own network. */
export interface Sender {
  /**
   * Checks a URL, and the addresses of its host name, as before a request.
   *
   * @throws UnsafeUrlError with a stable `code` and a sentence for the owner.
   */
  vet(url: string): Promise<void>;
  /**
   * Posts a body. The status decides the outcome as soon as the headers have arrived (contract, section 6, rule 3): a
   * slow, endless or incomplete body does not change it, nor does anything else after the status line. Redirects are
   * not followed (rule 4).
   *
   * A request is sent once, with one exception: if it used a connection kept from an earlier request, and that
   * connection ended before any byte of a reply came, it is sent again, at once and on a new connection. So a receiver
   * may get a request twice if it reads it and then closes the connection without a reply.
   *
   * Never rejects for what the network or the receiver does.
   *
   * @throws TypeError when a header is not valid or not the caller's to set.
   */
  post(request: PostRequest): Promise<SendOutcome>;
  /** Sends a request under the same rules and returns the whole body. Throws as `post` does. */
  read(request: ReadRequest): Promise<ReadOutcome>;
  /** Sends a GET under the same rules, and returns when the headers have arrived. The body is not read. */
  probe(request: ProbeRequest): Promise<ProbeOutcome>;
  /** Ends all requests, which then fail as `aborted`, and closes all connections. */
  close(): Promise<void>;
}

const excerptBytes = 4096;
/** The excerpt is a courtesy to the owner. A delivery waits no longer than this for it, in milliseconds. */
const excerptMs = 1000;
const defaultReadBytes = 256 * 1024;

/**
 * Creates a sender. It opens nothing until the first request.
 *
 * @throws RangeError when a trusted network or the proxy URL cannot be read.
 */
export function createSender(options: SenderOptions): Sender {
  const { trustedNetworks, proxy, timeoutMs = 10_000, resolve = resolveByDns, ca, idleMs = 4000 } = options;
  const { now = () => performance.timeOrigin + performance.now() } = options;
  const trusted = parseNetworks(trustedNetworks);
  const pool = openPool(proxy, ca, idleMs);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  const vet = (url: string, { signal }: Deadline) => vetUrl(url, trusted, resolve, signal);

  const exchange = async <T>(url: string, request: WireRequest, deadline: Deadline, read: Read<T>) =>
    readReply(
      await sendRequest(pool, { vetted: await vet(url, deadline), deadline }, request),
      deadline,
      read,
    );

  /** Sends a request under the timeout, and turns whatever stops it into a failure. */
  async function send<T>(
    { url, signal }: ProbeRequest,
    request: WireRequest,
    read: Read<T>,
  ): Promise<T | Failure> {
    checkHeaders(request.headers);
    const parents = signal === undefined ? [closing.signal] : [closing.signal, signal];
    const deadline = startDeadline(timeoutMs, parents);
    const task = exchange(url, request, deadline, read);
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
        await vet(url, deadline);
      } finally {
        deadline.end();
      }
    },
    post: (request) =>
      send(request, { method: 'POST', headers: request.headers, body: request.body }, (reply, deadline) =>
        toSendOutcome(reply, deadline, now()),
      ),
    read: ({ method = 'GET', body = null, maxBytes = defaultReadBytes, ...request }) =>
      send(request, { method, headers: request.headers, body }, (reply, deadline) =>
        toReadOutcome(reply, deadline, maxBytes, now()),
      ),
    probe: (request) =>
      send(request, { method: 'GET', headers: request.headers, body: null }, toProbeOutcome),

    async close() {
      closing.abort();
      pool.destroy();
      await Promise.allSettled(running);
    },
  };
}

function openPool(proxy: string | undefined, ca: string | undefined, idleMs: number): Pool {
  const dialling = {
    proxy: proxy === undefined ? undefined : parseProxy(proxy),
    secureContext: ca === undefined ? undefined : createSecureContext({ ca: [...rootCertificates, ca] }),
  };
  return new Pool(dialling, idleMs);
}

type Read<T> = (reply: Reply, deadline: Deadline) => T | Promise<T>;

/** Keeps the connection if `read` reads the whole reply. */
async function readReply<T>(reply: Reply, deadline: Deadline, read: Read<T>): Promise<T> {
  try {
    return await read(reply, deadline);
  } finally {
    if (!reply.body.readableEnded) reply.body.destroy();
  }
}

async function toSendOutcome(reply: Reply, deadline: Deadline, now: number): Promise<SendOutcome> {
  const { status, headers } = reply;
  const durationMs = deadline.elapsedMs();
  const patience = startDeadline(Math.min(excerptMs, deadline.remainingMs()), [deadline.signal]);
  const read = await readUpTo(reply.body, excerptBytes, patience.signal);
  patience.end();
  const excerpt = excerptOf(read, headers);
  return {
    kind: 'response',
    status,
    durationMs,
    excerpt,
    headers,
    retryAfterSeconds: retryAfterOf(headers, now),
  };
}

async function toReadOutcome(
  reply: Reply,
  deadline: Deadline,
  maxBytes: number,
  now: number,
): Promise<ReadOutcome> {
  const { status, headers } = reply;
  if (reply.broken !== undefined) throw reply.broken;
  const read = await readUpTo(reply.body, maxBytes, deadline.signal);
  return {
    kind: 'response',
    status,
    durationMs: deadline.elapsedMs(),
    body: wholeBody(read, maxBytes, headers),
    contentType: one(headers['content-type']),
    retryAfterSeconds: retryAfterOf(headers, now),
  };
}

function toProbeOutcome({ status, headers, body, broken }: Reply, deadline: Deadline): ProbeOutcome {
  if (broken !== undefined) throw broken;
  // Without this, the end of the connection would be an error that nobody handles.
  body.on('error', () => {});
  return { kind: 'response', status, durationMs: deadline.elapsedMs(), location: one(headers.location) };
}
