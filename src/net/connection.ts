import { Client, type Dispatcher } from 'undici';
import { orAborted } from './abort.ts';
import type { Dialled } from './dial.ts';
import { acceptInterimReplies } from './interim-replies.ts';
import { FailureError, reasonOf } from './outcome.ts';
import type { ReplyHeaders } from './reply.ts';
import type { Target } from './target.ts';

/** An HTTP request in the form the connection sends it. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/**
 * The connection ended before any byte of a reply came. One that was kept was most likely closed while the request was
 * on its way, and never read by the receiver.
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
   * Resolves when the reply's headers have arrived. The reply's body must be read to its end or destroyed.
   *
   * @throws UnansweredError
   */
  send(request: WireRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData>;
  isGone(): boolean;
  destroy(): void;
}

/** Reply headers beyond this many bytes are a failure, and so are informational replies. */
const maxHeaderBytes = 16 * 1024;

/**
 * Puts an HTTP client on an open socket. The client sends the caller's headers as they are and adds Host,
 * Connection and Content-Length. It follows no redirects, sends no Accept-Encoding and inflates nothing.
 *
 * @param idleMs how long the connection may stay open unused, in milliseconds; a shorter `Keep-Alive` hint of the
 *   receiver prevails. 0 asks the receiver to close after the first reply.
 * @param onGone called once, when the connection is no longer usable.
 */
export function openConnection(
  target: Target,
  dialled: Dialled,
  idleMs: number,
  onGone: (connection: Connection) => void,
): Connection {
  let handedOver = false;
  let gone = false;
  const replies = acceptInterimReplies(dialled.socket, maxHeaderBytes);
  const client = new Client(target.origin, {
    connect(_options, callback) {
      // Not in the same turn: the client overlooks a connection that stands before it has finished asking for one.
      queueMicrotask(() => {
        if (handedOver || dialled.socket.destroyed) {
          callback(new UnansweredError(), null);
          return;
        }
        handedOver = true;
        callback(null, dialled.socket);
      });
    },
    pipelining: 1,
    maxHeaderSize: maxHeaderBytes,
    // The request's deadline covers these; undici's own timers are coarser.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: Math.max(1, idleMs),
    keepAliveMaxTimeout: Math.max(1, idleMs),
  });
  const connection: Connection = {
    origin: target.origin,
    address: dialled.address,
    async send({ method, path, headers, body }, signal) {
      replies.expectReply();
      const request = client.request({ method, path, headers, body, signal, reset: idleMs === 0 });
      const reply = await orAborted(request, signal).catch((error) => {
        throw !replies.hasBegun() && reasonOf(error, 'protocol') === 'reset' ? new UnansweredError() : error;
      });
      if (sizeOf(reply.headers) <= maxHeaderBytes) return reply;
      reply.body.on('error', () => {}).destroy();
      throw new FailureError('too_large');
    },
    isGone: () => gone,
    destroy() {
      gone = true;
      client.destroy().catch(() => {});
      dialled.socket.destroy();
    },
  };
  client.once('disconnect', () => {
    gone = true;
    onGone(connection);
  });
  return connection;
}

/** The client's own limit lets headers pass that arrive in one piece with their end, so they are measured again. */
function sizeOf(headers: ReplyHeaders): number {
  let size = 0;
  for (const [name, values = []] of Object.entries(headers)) {
    // Four more for the colon, the blank and the line break.
    for (const value of [values].flat()) size += name.length + value.length + 4;
  }
  return size;
}
