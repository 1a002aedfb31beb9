import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (message: IncomingMessage, response: ServerResponse) => void;

/** The maximum number of waiting requests of a connection. Each costs about 2.5 kB. Clients that pipeline send fewer. */
const MAX_WAITING = 64;
/** A connection with waiting requests is closed when nothing moves on it for this time. No response takes longer. */
const STALLED_MS = 30_000;

/**
 * Serves the requests of a connection one after the other: a request waits until the client has taken the responses
 * before it, and meanwhile nothing more is read of the connection. Node would serve all requests that it has read, at
 * once. 1000 small ones on each of 50 connections held the event loop for seconds, and their responses filled the
 * memory while the clients did not read.
 *
 * When a connection is closed, its waiting requests are never served. One with too many is closed, and the rest of what
 * was read is not parsed; see `ArrivingMessage`.
 *
 * @returns wraps each listener of a server that serves requests
 */
export function servePipelinedInTurn(): (serve: Listener) => Listener {
  const lines = new WeakMap<Socket, Line>();
  // The requests of one client must not keep those of others from the event loop.
  const serveLater = createSpread();
  return (serve) => (message, response) => {
    // Node gives the socket to one response at a time, in the order of the requests.
    if (response.socket) return serve(message, response);
    const { socket } = message;
    let line = lines.get(socket);
    if (!line) {
      line = new Line(socket);
      lines.set(socket, line);
    }
    line.enter();
    // Node emits this when the response before is over. A response whose connection was closed never gets a socket.
    response.once('socket', () => {
      serveLater(() => {
        line.leave();
        if (!response.destroyed) serve(message, response);
      });
    });
  };
}

/** The waiting requests of a connection. Node keeps them in order; this counts them. */
class Line {
  readonly #socket: Socket;
  #waiting = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    // Node itself reads on whenever a request is complete.
    socket.on('resume', () => {
      if (this.#waiting > 0) socket.pause();
    });
  }

  enter(): void {
    if (this.#waiting === MAX_WAITING) return void this.#socket.destroy();
    this.#waiting += 1;
    this.#socket.setTimeout(STALLED_MS).pause();
  }

  leave(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0 || this.#socket.destroyed) return;
    this.#socket.setTimeout(0).resume();
  }
}

/** Calls a function later, when all earlier ones were called. */
type Spread = (call: () => void) => void;

/**
 * Makes a function that spreads work over rounds of the event loop: one call in each. In a round Node accepts only one
 * new connection, so long rounds keep new clients waiting.
 */
function createSpread(): Spread {
  const calls = new Set<() => void>();
  const callNext = () => {
    for (const call of calls) {
      calls.delete(call);
      if (calls.size > 0) setImmediate(callNext);
      return call();
    }
  };
  return (call) => {
    calls.add(call);
    if (calls.size === 1) setImmediate(callNext);
  };
}
