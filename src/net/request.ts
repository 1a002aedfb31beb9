import {
  type ClientRequest,
  request as startRequest,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';
import { Readable } from 'node:stream';
import { type Deadline, orAborted } from './deadline.ts';
import { FailureError, reasonOf } from './outcome.ts';
import type { Destination, Pool } from './pool.ts';
import type { Reply } from './reply.ts';

/** An HTTP request in the form in which it is sent. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** Limit of a reply's headers in bytes, and also of all its informational replies (1xx) together. */
const maxHeaderBytes = 16 * 1024;

/**
 * Sends a request over a kept connection to a vetted address, or over a new one. It sends the caller's headers
 * unchanged and adds Host, Connection and Content-Length. It accepts informational replies (RFC 9110, section 15.2). It
 * follows no redirects, sends no Accept-Encoding and decompresses nothing.
 *
 * Receivers close idle connections without notice, perhaps while the request is on its way. If not one byte of a reply
 * came over a kept connection, the request is sent once more, at once and on a new connection. A request that fails on a
 * new connection is not sent again.
 *
 * It resolves when the reply's headers have arrived. The reply's body must be read to its end or destroyed.
 *
 * @param usable the addresses to which a kept connection may lead
 * @returns a broken reply when only its status line is valid HTTP, or nothing else comes before the deadline
 * @throws FailureError what prevented the connection; `protocol` for a reply of status 101; without a status line,
 *   `too_large` when the headers exceed 16 KiB, the deadline's reason when it aborts, otherwise Node's error.
 */
export async function sendRequest(
  pool: Pool,
  to: Destination,
  wire: WireRequest,
  usable = to.vetted.addresses,
): Promise<Reply> {
  const { vetted, deadline } = to;
  const { method, headers, body } = wire;
  const { origin, path } = vetted.target;
  deadline.signal.throwIfAborted();
  pool.closeOthers(origin, usable);
  const length = method === 'POST' || body !== null ? ['content-length', `${body?.byteLength ?? 0}`] : [];
  const ownHeaders = ['host', new URL(origin).host, 'connection', pool.keepsAlive ? 'keep-alive' : 'close'];
  const request = startRequest({
    ...to,
    agent: pool,
    method,
    path,
    // A flat list is sent as it is, in this order.
    headers: [...ownHeaders, ...Object.entries(headers).flat(), ...length],
    maxHeaderSize: maxHeaderBytes,
    // Without this line, --insecure-http-parser in NODE_OPTIONS would make the parser lenient.
    insecureHTTPParser: false,
  });
  const received = watchStart(request, deadline);
  const reply = replyTo(request);
  request.end(body);
  return orAborted(reply, deadline.signal)
    .catch((error): Reply | Promise<Reply> => {
      request.destroy();
      const hasEnded = reasonOf(error, 'protocol') === 'reset';
      if (hasEnded && request.reusedSocket && received.isEmpty()) return sendRequest(pool, to, wire, []);
      const status = received.status();
      if (status === undefined) throw error;
      return { status, headers: {}, body: Readable.from([]), broken: error };
    })
    .finally(received.stop);
}

/** An informational reply (RFC 9110, section 15.2) before the reply itself. */
const INTERIM = /^HTTP\/1\.[01] 1\d\d[^\n]*\n(?:[^\r\n][^\n]*\n)*\r?\n/;
const STATUS_LINE = /^HTTP\/1\.[01] ([2-5]\d\d)[ \r\n]/;

/**
 * Keeps the first bytes of a reply, and reads them only when its parser has failed. Any 2xx status is a success
 * (contract, section 6, rule 3), whatever is wrong after the status line: two lengths, a bad header, too many cookies.
 * Node's parser then tells no status.
 */
function watchStart(request: ClientRequest, deadline: Deadline) {
  const chunks: Buffer[] = [];
  let size = 0;
  const keep = (chunk: Buffer) => {
    if (size < 2 * maxHeaderBytes) chunks.push(chunk);
    size += chunk.length;
  };
  request.once('socket', (socket) => {
    deadline.late = 'timeout';
    socket.prependListener('data', keep);
  });
  return {
    isEmpty: () => size === 0,
    status(): number | undefined {
      let text = Buffer.concat(chunks).toString('latin1');
      while (INTERIM.test(text)) text = text.replace(INTERIM, '');
      const [, status] = STATUS_LINE.exec(text) ?? [];
      return status === undefined ? undefined : Number(status);
    },
    stop: () => void request.socket?.off('data', keep),
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
    request.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new FailureError('protocol'));
    });
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
