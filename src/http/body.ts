import type { IncomingMessage } from 'node:http';
import type { ArrivingMessage } from './arriving-message.ts';

/** The maximum size of a request body. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** JSON must be UTF-8. A lenient decoder would change the text. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The body is too large. The response is 413. */
export class BodyTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(
      `The request body is larger than ${maxBytes === MAX_BODY_BYTES ? '1 MiB' : `${maxBytes / 1024} KiB`}.`,
    );
  }
}

/** The body is compressed, which no part of the service reads. The response is 415 (RFC 9110, section 8.4). */
export class EncodedBodyError extends Error {
  constructor(coding: string) {
    super(`The request body has the content coding ${coding.slice(0, 40)}: send it without one.`);
  }
}

/** The client disconnected before the request was complete. This is not a fault of the service. */
export class RequestAbortedError extends Error {
  constructor() {
    super('The request was aborted.');
  }
}

/** The body arrives too slowly. The response is 408. */
export class BodyTooSlowError extends Error {
  constructor() {
    super('The request body did not arrive: less than 10 KiB came in 10 seconds.');
  }
}

/** Of a body that is not complete, at least this many bytes must arrive in each such time, in milliseconds. */
const PACE_BYTES = 10 * 1024;
const PACE_MS = 10_000;

/** @returns the value; undefined when the body is not JSON */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * Reads a whole request body. All bodies are read here.
 *
 * @throws {BodyTooLargeError} above `maxBytes`; the rest is not read
 * @throws {BodyTooSlowError} when less than 10 KiB arrive within ten seconds
 * @throws {EncodedBodyError} when it has a content coding
 * @throws {OverloadedError} when the bodies of its lane hold too much memory
 * @throws {RequestAbortedError} when the body ends too early
 * @throws {TinyChunksError} when it comes in very many tiny chunks
 */
export async function readMessage(message: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  // After a response that came first, Node has thrown the body away, and reports nothing more about it.
  if (message.destroyed || message.readableEnded) throw new RequestAbortedError();
  const coding = message.headers['content-encoding'] ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity') throw new EncodedBodyError(coding);
  // The HTTP parser enforces the declared length, so this is a limit.
  if (Number(message.headers['content-length'] ?? 0) > maxBytes) throw new BodyTooLargeError(maxBytes);
  const arriving = message as ArrivingMessage;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer<ArrayBuffer>>();
  const pieces: Buffer<ArrayBuffer>[] = [];
  let length = 0;
  const take = (piece: Buffer<ArrayBuffer>) => {
    length += piece.length;
    if (length <= maxBytes) pieces.push(piece);
    else {
      message.off('data', take).pause();
      reject(new BodyTooLargeError(maxBytes));
    }
  };
  const end = () => {
    if (arriving.refusal) refuse();
    else resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces));
  };
  const refuse = () => reject(arriving.refusal);
  const abort = () => {
    if (!message.readableEnded) reject(new RequestAbortedError());
  };
  message.on('data', take).once('end', end).once('refused', refuse).once('error', abort).once('close', abort);
  if (message.complete) return promise;
  if (arriving.refusal) refuse();
  let received = arriving.received;
  const watching = setInterval(() => {
    if (arriving.received - received < PACE_BYTES && !message.complete) reject(new BodyTooSlowError());
    received = arriving.received;
  }, PACE_MS);
  return promise.finally(() => clearInterval(watching));
}
