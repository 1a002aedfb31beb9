import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Lane } from './admission/admission.ts';
import { OverloadedError } from './admission/slots.ts';

/** Chunks of a body are copied together until there are this many bytes. */
const PIECE_BYTES = 16 * 1024;
const FIRST_PIECE_BYTES = 1024;
/** So many chunks must have this many bytes each, on average. */
const MANY_CHUNKS = 1000;
const LEAST_BYTES = 32;

/** The body comes in very many tiny chunks. The response is 413. */
export class TinyChunksError extends Error {
  constructor() {
    super(
      `The request body comes in more than ${MANY_CHUNKS} chunks of less than ${LEAST_BYTES} bytes on average: send larger ones, or a Content-Length.`,
    );
  }
}

/** Of a body that nobody will ask for, as its response is over. An error for each request would cost its stack. */
const OVER = new OverloadedError();

/**
 * A request as it arrives. It differs from Node's in these ways:
 *
 * - Small chunks of a body are copied together. Node keeps a Buffer for each, and one of a single byte takes 700.
 * - A body in very many tiny chunks is refused. Node makes a Buffer and a call of each: 64 KiB of chunks of one byte,
 *   which it reads at once, took 30 ms. Of a body that is thrown away, there is one call for each read.
 * - Nothing more is parsed of a connection that was closed. Node parses all that it has read, up to 64 KiB with a
 *   thousand small requests, unless one of them leads to another protocol.
 */
export class ArrivingMessage extends IncomingMessage {
  /** How many bytes of the body have arrived. */
  received = 0;
  /** Why the rest of the body is thrown away. While the response is not over, the event `refused` tells it. */
  refusal: Error | undefined;
  #chunks = 0;
  /** How many bytes had arrived when chunks were counted last. */
  #counted = 0;
  /** Lets the parser tell of bodies again. */
  #tellAgain: (() => void) | undefined;
  #account: BodyAccount | undefined;
  /** Its first bytes are those that were not pushed yet. */
  #piece: Buffer | undefined;
  #length = 0;

  get upgrade(): boolean {
    return this.method === 'CONNECT' || this.socket.destroyed;
  }
  set upgrade(_: unknown) {}

  /** Counts the memory of the body from now on, and what has arrived of it. */
  countOn(account: BodyAccount): void {
    this.#account = account;
    this.#count(this.received);
  }

  override push(chunk: Buffer | null): boolean {
    if (chunk === null) {
      // Another request may follow in what was read.
      this.#tellAgain?.();
      this.#pushPiece();
      return super.push(null);
    }
    this.received += chunk.length;
    this.#chunks += 1;
    if (this.#chunks % MANY_CHUNKS === 0) this.#countChunks();
    if (this.refusal) {
      this.#tellAgain = skipBody(this.socket);
      return true;
    }
    const length = this.#length + chunk.length;
    if (length <= PIECE_BYTES) {
      this.#copy(chunk, length);
      return true;
    }
    const goesOn = this.#pushPiece();
    if (chunk.length > PIECE_BYTES) return this.#count(chunk.length) ? super.push(chunk) : true;
    this.#copy(chunk, chunk.length);
    return goesOn;
  }

  /** Node calls this when a response is over before the body. */
  _dump(): void {
    this.refusal ??= OVER;
    this.removeAllListeners('data').resume();
  }

  #countChunks(): void {
    const isTiny = this.received - this.#counted < MANY_CHUNKS * LEAST_BYTES;
    this.#counted = this.received;
    // A body of a known length may come as slowly as it likes: a read for each byte costs its sender as much.
    if (isTiny && this.headers['transfer-encoding'] !== undefined) this.#refuse(new TinyChunksError());
  }

  #copy(chunk: Buffer, length: number): void {
    if (!this.#piece) {
      // Most bodies are one chunk.
      if (!this.#count(length)) return;
      this.#piece = chunk;
    } else {
      if (length > this.#piece.length && !this.#grow(length)) return;
      chunk.copy(this.#piece, this.#length);
    }
    this.#length = length;
  }

  #grow(length: number): boolean {
    const { length: before } = this.#piece ?? { length: 0 };
    const most = Math.min(PIECE_BYTES, Math.max(FIRST_PIECE_BYTES, 2 * before, length));
    if (!this.#count(most - before)) return false;
    const larger = Buffer.allocUnsafe(most);
    this.#piece?.copy(larger, 0, 0, this.#length);
    this.#piece = larger;
    return true;
  }

  #pushPiece(): boolean {
    const piece = this.#piece?.subarray(0, this.#length);
    this.#piece = undefined;
    this.#length = 0;
    return piece === undefined || super.push(piece);
  }

  /** @returns false when there is no room for these bytes */
  #count(bytes: number): boolean {
    if (!this.#account || this.#account.add(bytes)) return true;
    this.#refuse(new OverloadedError());
    return false;
  }

  #refuse(error: Error): void {
    if (this.refusal) return;
    this.refusal = error;
    this.#piece = undefined;
    this.#length = 0;
    this.emit('refused');
  }
}

/**
 * Lets Node's parser go through what it has read of a connection without telling of the body.
 *
 * @returns lets it tell of bodies again, which it does in the next round of the event loop at the latest
 */
function skipBody(socket: Socket): () => void {
  const parser: Record<string, unknown> = Reflect.get(socket, 'parser') ?? {};
  const [place, tell] = Object.entries(parser).find(([, call]) => isNamed(call, 'parserOnBody')) ?? [];
  if (place === undefined) return () => {};
  parser[place] = undefined;
  const tellAgain = () => {
    parser[place] = tell;
  };
  // Other connections will use the parser.
  setImmediate(tellAgain);
  return tellAgain;
}

const isNamed = (call: unknown, name: string) => typeof call === 'function' && call.name === name;

const MIB = 1024 * 1024;
/** What the bodies of a lane may hold together, in bytes. A lane never takes from another one. */
const MOST: Readonly<Record<Lane, number>> = {
  bots: 48 * MIB,
  votes: 8 * MIB,
  members: 32 * MIB,
  strangers: 24 * MIB,
};
/**
 * The first bytes of each body are not counted. A vote, a sign-in or the report of a bot is smaller, so clients that fill
 * the budget of its lane do not prevent it. Headers may take four times as many.
 */
const FREE_BYTES = 4 * 1024;

/** Counts one body. */
export interface BodyAccount {
  /** @returns false when these bytes are too many, or the response is over; they are not counted then */
  add(bytes: number): boolean;
}

/** Limits the memory of all bodies, each from its first byte until its response is over. */
export type BodyBudget = (lane: Lane, response: ServerResponse) => BodyAccount;

/** Makes the budget of the bodies of this process. Each lane has a limit of its own. */
export function createBodyBudget(): BodyBudget {
  const held: Record<Lane, number> = { bots: 0, votes: 0, members: 0, strangers: 0 };
  return (lane, response) => {
    let length = 0;
    let counted = 0;
    let isOver = false;
    response.once('close', () => {
      held[lane] -= counted;
      isOver = true;
    });
    return {
      add(bytes) {
        if (isOver) return false;
        const more = Math.max(0, length + bytes - FREE_BYTES) - counted;
        if (more > 0 && held[lane] + more > MOST[lane]) return false;
        length += bytes;
        counted += more;
        held[lane] += more;
        return true;
      },
    };
  };
}
