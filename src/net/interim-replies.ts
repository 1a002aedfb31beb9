import type { Socket } from 'node:net';
import { FailureError } from './outcome.ts';

/** What a socket receives in answer to a request. */
export interface Replies {
  /** The next byte to come is the first of a reply. */
  expectReply(): void;
  /** Whether any byte has come since. */
  hasBegun(): boolean;
}

const interimStatus = Buffer.from('HTTP/1.1 100');
/** So many bytes of it are the same for every informational status. */
const sharedLength = 'HTTP/1.1 1'.length;
const headEnd = Buffer.from('\r\n\r\n');
const two = 0x32;

/**
 * Lets replies begin with `100 Continue`, which nobody asked for and a client has to accept all the same (RFC 9110,
 * section 15.2). The HTTP client takes every other informational status but fails at this one, so it gets to read 102.
 *
 * The bytes are watched at `push`, where the socket's data arrives: a stream around the socket would pass on each of
 * them for the sake of a few.
 *
 * @param maxBytes informational replies beyond this many bytes in all end the socket with a FailureError `too_large`.
 */
export function acceptInterimReplies(socket: Socket, maxBytes: number): Replies {
  let begun = false;
  let stage: 'status' | 'head' | 'final' = 'final';
  let matched = 0;
  let size = 0;

  function enter(next: typeof stage): void {
    stage = next;
    matched = 0;
  }

  function readStatus(chunk: Buffer, index: number): void {
    if (chunk[index] !== interimStatus[matched]) {
      enter(matched < sharedLength ? 'final' : 'head');
      return;
    }
    matched += 1;
    if (matched < interimStatus.length) return;
    chunk[index] = two;
    enter('head');
  }

  function readHead(byte: number | undefined): void {
    matched = byte === headEnd[matched] ? matched + 1 : Number(byte === headEnd[0]);
    if (matched === headEnd.length) enter('status');
  }

  function watch(chunk: Buffer): void {
    begun = true;
    for (let index = 0; index < chunk.length && stage !== 'final'; index += 1) {
      size += 1;
      if (stage === 'status') readStatus(chunk, index);
      else readHead(chunk[index]);
    }
    if (stage !== 'final' && size > maxBytes) socket.destroy(new FailureError('too_large'));
  }

  const push = socket.push.bind(socket);
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (Buffer.isBuffer(chunk)) watch(chunk);
    return push(chunk, encoding);
  };
  return {
    expectReply() {
      begun = false;
      size = 0;
      enter('status');
    },
    hasBegun: () => begun,
  };
}
