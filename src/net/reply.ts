import type { Readable } from 'node:stream';
import { FailureError } from './outcome.ts';

/** Reply headers, with lower-case names. */
export type ReplyHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A reply whose headers have arrived, and the stream of its body. */
export interface Reply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: Readable;
  /** What is wrong after the status line, where only this is known. */
  readonly broken?: unknown;
}

/** What was read of a body, and whether that is all of it. */
export interface ReadBody {
  readonly bytes: Buffer;
  readonly complete: boolean;
}

/**
 * Reads a body up to a limit. A longer body is not read to its end: the stream is destroyed, and with it the
 * connection. Nothing is decompressed, so a small reply cannot grow.
 *
 * @param signal stops reading; the result is then incomplete, as when the connection breaks
 */
export async function readUpTo(body: Readable, maxBytes: number, signal: AbortSignal): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  let complete = false;
  const stop = () => body.destroy();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) break;
    }
    complete = size <= maxBytes && body.readableEnded;
  } catch {
    // The caller checks `complete`.
  } finally {
    signal.removeEventListener('abort', stop);
    if (!complete) body.on('error', () => {}).destroy();
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), complete };
}

/**
 * Turns the start of a body into text that is safe to store and to show: UTF-8 with replacement characters, without
 * control characters, invisible characters and those that change the direction of writing. Tabs and line breaks become
 * spaces. A note replaces a body that the receiver compressed, although the request did not ask for that.
 */
export function excerptOf({ bytes, complete }: ReadBody, headers: ReplyHeaders): string {
  if (bytes.length > 0 && isEncoded(headers)) return '[compressed, not shown]';
  // In stream mode the decoder drops the character that the cut may have split.
  const text = new TextDecoder().decode(bytes, { stream: !complete });
  return text
    .replace(/[\t\n\r\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim();
}

/** Whether the body has a content coding, such as gzip. The sender never asks for one, and cannot decode it. */
export function isEncoded(headers: ReplyHeaders): boolean {
  const encoding = one(headers['content-encoding']);
  return encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity';
}

/**
 * Reads Retry-After, in seconds or as a date (RFC 9110, without the obsolete date formats).
 *
 * @param nowMs the current time, in milliseconds since the epoch.
 * @returns whole seconds from now, at most one day; undefined when absent or unreadable.
 */
export function retryAfterOf(headers: ReplyHeaders, nowMs: number): number | undefined {
  const value = one(headers['retry-after'])?.trim();
  if (value === undefined || value === '') return undefined;
  // Date.parse alone would take "-5" for a year.
  const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(value)
    ? Date.parse(value)
    : Number.NaN;
  const seconds = /^\d{1,10}$/.test(value) ? Number(value) : Math.ceil((date - nowMs) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), 86_400);
}

/**
 * Returns the body of a reply if it is complete.
 *
 * @throws FailureError `protocol` when it is compressed, `too_large` or `reset` when it is incomplete
 */
export function wholeBody(read: ReadBody, maxBytes: number, headers: ReplyHeaders): Uint8Array {
  if (isEncoded(headers)) throw new FailureError('protocol');
  if (read.complete) return read.bytes;
  throw new FailureError(read.bytes.length >= maxBytes ? 'too_large' : 'reset');
}

/** The value of a header; the first one if there are several. */
export function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
