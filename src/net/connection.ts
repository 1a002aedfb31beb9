import {
  Agent,
  type ClientRequest,
  request as startRequest,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { orAborted } from './deadline.ts';
import type { Dialled } from './dial.ts';
import { FailureError, reasonOf } from './outcome.ts';
import type { Reply } from './reply.ts';
import type { Target } from './target.ts';

/** An HTTP request in the form the connection sends it. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/**
 * The connection ended before any byte of a reply came. If it was kept from an earlier request, the receiver most
 * likely closed it while this request was on its way, and did not read it. The sender then tries once more.
 */
export class UnansweredError extends FailureError {
  constructor() {
    super('reset');
  }
}

/** One HTTP/1.1 connection that serves one request at a time and never reconnects. */
export interface Connection {
  readonly origin: string;
  /** The vetted address at the other end. */
  readonly address: string;
  /**
   * Resolves when the reply's headers have arrived. The reply's body must be read to its end or destroyed. After a
   * rejection, and after a broken reply, the connection must be destroyed.
   *
   * @returns a broken reply when only its status line is valid HTTP, or nothing else comes before the signal aborts
   * @throws UnansweredError when no byte of a reply came.
   * @throws FailureError `protocol` for a reply of status 101; without a status line, `too_large` when the headers
   *   exceed 16 KiB, the signal's reason when it aborts, otherwise Node's error.
   */
  send(request: WireRequest, signal: AbortSignal): Promise<Reply>;
  isGone(): boolean;
  destroy(): void;
}

/** Limit of a reply's headers in bytes, and also of all its informational replies (1xx) together. */
const maxHeaderBytes = 16 * 1024;

/** If a receiver announces when it closes idle connections, they are not used in the last part of that time, in ms. */
const hintMarginMs = 2000;

/**
 * Gives one open socket to one request after the other. While the socket is idle, Node's agent closes it when its time
 * is up, when the receiver ends it, and when the receiver sends anything.
 *
 * Node's own pool of sockets does not fit: it cannot check that a kept connection leads to an address that was vetted
 * for this request, it has no limit of idle sockets over all hosts, and it cannot open a new one for a retry.
 */
class SocketAgent extends Agent {
  #socket: Socket | undefined;

  constructor(socket: Socket, idleMs: number) {
    super({ keepAlive: idleMs > 0, timeout: idleMs, agentKeepAliveTimeoutBuffer: hintMarginMs });
    this.#socket = socket;
  }

  /** Node calls this when it has no idle connection: at the first request, and when the socket has ended. */
  override createConnection(): Socket {
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket === undefined || socket.destroyed) throw new UnansweredError();
    return socket;
  }
}

/**
 * Makes an HTTP client of an open socket. The client sends the caller's headers unchanged and adds Host, Connection and
 * Content-Length. It accepts informational replies (RFC 9110, section 15.2). It follows no redirects, sends no
 * Accept-Encoding and decompresses nothing.
 *
 * @param idleMs how long the connection may stay open unused, in milliseconds; a shorter `Keep-Alive` hint of the
 *   receiver takes precedence; 0 asks the receiver to close after the first reply
 * @param onGone called once, when the connection is no longer usable
 */
export function openConnection(
  target: Target,
  { socket, address }: Dialled,
  idleMs: number,
  onGone: (connection: Connection) => void,
): Connection {
  const agent = new SocketAgent(socket, idleMs);
  const ownHeaders = ['host', new URL(target.origin).host, 'connection', idleMs > 0 ? 'keep-alive' : 'close'];
  const connection: Connection = {
    origin: target.origin,
    address,
    async send({ method, path, headers, body }, signal) {
      signal.throwIfAborted();
      const receivedBefore = socket.bytesRead;
      const length = method === 'POST' || body !== null ? ['content-length', `${body?.byteLength ?? 0}`] : [];
      const request = startRequest({
        agent,
        host: target.hostname,
        port: target.port,
        method,
        path,
        // A flat list is sent as it is, in this order.
        headers: [...ownHeaders, ...Object.entries(headers).flat(), ...length],
        maxHeaderSize: maxHeaderBytes,
        // Without this line, --insecure-http-parser in NODE_OPTIONS would make the parser lenient.
        insecureHTTPParser: false,
      });
      const reply = replyTo(request);
      const statusLine = watchStatus(socket);
      request.end(body);
      return orAborted(reply, signal)
        .catch((error): Reply => {
          const silent = socket.bytesRead === receivedBefore;
          if (silent && reasonOf(error, 'protocol') === 'reset') throw new UnansweredError();
          const status = statusLine.status();
          if (status === undefined) throw error;
          return { status, headers: {}, body: Readable.from([]), broken: error };
        })
        .finally(statusLine.stop);
    },
    isGone: () => !socket.writable,
    destroy: () => void socket.destroy(),
  };
  socket.once('close', () => onGone(connection));
  return connection;
}

/** An informational reply (RFC 9110, section 15.2) before the reply itself. */
const INTERIM = /^HTTP\/1\.[01] 1\d\d[^\n]*\n(?:[^\r\n][^\n]*\n)*\r?\n/;
const STATUS_LINE = /^HTTP\/1\.[01] ([2-5]\d\d)[ \r\n]/;

/**
 * Keeps the first bytes of a reply, and reads them only when its parser has failed. Any 2xx status is a success (contract, section 6, rule 3), whatever is wrong after
 * the status line: two lengths, a bad header, too many cookies. Node's parser then tells no status.
 */
function watchStatus(socket: Socket): { status: () => number | undefined; stop: () => void } {
  const chunks: Buffer[] = [];
  let size = 0;
  const keep = (chunk: Buffer) => {
    if (size < 2 * maxHeaderBytes) chunks.push(chunk);
    size += chunk.length;
  };
  socket.prependListener('data', keep);
  return {
    status() {
      let text = Buffer.concat(chunks).toString('latin1');
      while (INTERIM.test(text)) text = text.replace(INTERIM, '');
      const [, status] = STATUS_LINE.exec(text) ?? [];
      return status === undefined ? undefined : Number(status);
    },
    stop: () => void socket.off('data', keep),
  };
}

function replyTo(request: ClientRequest): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let interimBytes = 0;
    // This listener stays, since the connection may also fail after the headers. The reader of the body notices that.
    request.on('error', reject);
    // By default Node keeps 2000 headers and drops the others silently.
    request.maxHeadersCount = 0;
    request.on('information', (interim) => {
      interimBytes += sizeOf(interim.statusMessage, interim.rawHeaders);
      if (interimBytes > maxHeaderBytes) reject(new FailureError('too_large'));
    });
    request.once('upgrade', () => reject(new FailureError('protocol')));
    request.once('response', (message) => {
      const { statusCode: status = 0, statusMessage = '', headers } = message;
      if (status < 200) reject(new FailureError('protocol'));
      // The parser's own limit does not count colons, spaces and line breaks.
      else if (sizeOf(statusMessage, message.rawHeaders) > maxHeaderBytes)
        reject(new FailureError('too_large'));
      else resolve({ status, headers, body: message });
    });
  });
}

/** The size of a reply's head in bytes, without spaces that the parser has removed. */
function sizeOf(statusMessage: string, rawHeaders: readonly string[]): number {
  // Two more for each name and each value: colon and space, or the line break.
  const headers = rawHeaders.reduce((size, text) => size + text.length + 2, 0);
  return 'HTTP/1.1 200 \r\n\r\n'.length + statusMessage.length + headers;
}

/** Headers that decide how the message is framed or routed. They follow from the URL and the body alone. */
const reserved: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Checks the headers of an outbound request.
 *
 * @throws TypeError when a name or value is not valid HTTP (line breaks included) or the name is reserved. This is
 *   a mistake in the calling code; nothing the receiver does leads here.
 */
export function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    if (reserved.has(name.toLowerCase()))
      throw new TypeError(`The header ${name} cannot be set by the caller.`);
  }
}
