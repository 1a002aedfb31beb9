import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Lane } from './admission/admission.ts';
import { createSpread } from './pipelined-in-turn.ts';

/** Chunks of a body are copied together until there are this many bytes. */
const PIECE_BYTES = 16 * 1024;
const FIRST_PIECE_BYTES = 1024;
/** After so many chunks, a connection rests. Node reads up to 64 KiB at once: 10 000 chunks of one byte. */
const MANY_CHUNKS = 1000;
/** Reading 64 KiB of such chunks takes 15 ms or more. Then no connection with such a body is read for this time. */
const REST_MS = 500;

/** A request of a client. */
export interface ArrivingMessage extends IncomingMessage {
  /** How many bytes of the body have arrived. */
  readonly received: number;
  /** Whether the rest of the body is thrown away, because bodies hold too much memory. The event `refused` tells it. */
  readonly isRefused: boolean;
  /** Counts the memory of the body from now on, and what has arrived of it. */
  countOn(account: BodyAccount): void;
}

/**
 * A request as it arrives. It differs from Node's in these ways:
 *
 * - Small chunks of a body are copied together. Node keeps a Buffer for each, and one of a single byte takes 700.
 * - A body in very many chunks is read with pauses.
 * - Nothing more is parsed of a connection that was closed. Node parses all that it has read, up to 64 KiB with a
 *   thousand small requests, unless one of them leads to another protocol.
 */
abstract class Arriving extends IncomingMessage implements ArrivingMessage {
  received = 0;
  isRefused = false;
  #chunks = 0;
  #isResting = false;
  #account: BodyAccount | undefined;
  /** Its first bytes are those that were not pushed yet. */
  #piece: Buffer | undefined;
  #length = 0;

  get upgrade(): boolean {
    return this.method === 'CONNECT' || this.socket.destroyed;
  }
  set upgrade(_: unknown) {}

  countOn(account: BodyAccount): void {
    this.#account = account;
    this.#count(this.received);
  }

  override push(chunk: Buffer | null): boolean {
    if (chunk === null) {
      this.#pushPiece();
      return super.push(null);
    }
    this.#chunks += 1;
    if (this.#chunks % MANY_CHUNKS === 0) this.#pause();
    this.received += chunk.length;
    if (this.isRefused) return true;
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

  /** Node calls this when a response is over before the body. It would read the rest without a pause. */
  _dump(): void {
    this.isRefused = true;
    this.removeAllListeners('data').resume();
  }

  override _read(size: number): void {
    super._read(size);
    // Whoever reads the body would end the rest.
    if (this.#isResting) this.socket.pause();
  }

  /** Reads on after a rest, when it is this connection's turn. */
  protected abstract readLater(read: () => void): void;

  #pause(): void {
    const socket = this.socket.pause();
    if (this.#isResting) return;
    this.#isResting = true;
    this.readLater(() => {
      this.#isResting = false;
      socket.resume();
    });
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
    this.isRefused = true;
    this.#piece = undefined;
    this.#length = 0;
    this.emit('refused');
    return false;
  }
}

/** Makes the class of the requests of a server, whose connections take turns to read bodies in many chunks. */
export function createArrivingMessage(): typeof IncomingMessage {
  const inTurn = createSpread(REST_MS);
  class OfServer extends Arriving {
    protected override readLater(read: () => void): void {
      inTurn(read);
    }
  }
  // The types of Node do not know `upgrade`, and let pushed chunks be anything.
  return OfServer as unknown as typeof IncomingMessage;
}

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

/** @param most the limit of each lane, in bytes */
export function createBodyBudget(most: Readonly<Record<Lane, number>> = MOST): BodyBudget {
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
        if (more > 0 && held[lane] + more > most[lane]) return false;
        length += bytes;
        counted += more;
        held[lane] += more;
        return true;
      },
    };
  };
}
