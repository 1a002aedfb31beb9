import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { chooseAnyCoding, chooseCoding, compressFast, mayCompress } from './compression.ts';
import type { Reply } from './reply.ts';

/**
 * Sends a reply: as 304 if the client already has it, and compressed if that saves something. Node leaves out the body
 * of a reply to HEAD.
 *
 * @param more headers of this request's response
 * @returns when the compression has ended; undefined without one
 */
export function sendReply(
  message: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  more: Readonly<Record<string, string>> = {},
): Promise<void> | undefined {
  const { status, setCookies, coded } = reply;
  const body = bytesOf(reply.body ?? '');
  const { method, headers: asked } = message;
  const headers: Record<string, string> = { ...reply.headers, ...more };
  const length = body instanceof Readable ? Number.NaN : Buffer.byteLength(body);
  // Under overload, a refusal costs as little as it can.
  const isCompressed = status !== 503 && !reply.isSecret && mayCompress(headers, length);
  const isVaried = coded !== undefined || isCompressed;
  const choose = reply.isCodedOnly ? chooseAnyCoding : chooseCoding;
  const coding = isVaried ? choose(asked['accept-encoding']) : undefined;
  if (reply.isCodedOnly && !coding) return sendReply(message, response, NOT_PLAIN, more);
  const kept = coding && coded?.(coding);
  if (isVaried) {
    headers.vary = headers.vary === undefined ? 'accept-encoding' : `${headers.vary}, accept-encoding`;
  }
  // A strong tag belongs to the bytes that are sent.
  if (kept && headers.etag?.startsWith('"')) headers.etag = `${headers.etag.slice(0, -1)}-${coding}"`;
  if (setCookies) response.setHeader('set-cookie', setCookies);
  const isRead = method === 'GET' || method === 'HEAD';
  const isKnownHere = status === 200 && isRead && isKnown(headers.etag, asked['if-none-match']);
  if (isKnownHere || status === 304) {
    response.writeHead(304, headers).end();
  } else if (body instanceof Readable) {
    response.writeHead(status, headers).flushHeaders();
    // A client that leaves its stream is no fault. If it left before the first byte, the body has not been touched yet.
    pipeline(body, response).catch(() => body.destroy());
  } else if (coding && (kept || !coded)) {
    headers['content-encoding'] = coding;
    const end = (bytes: Uint8Array) =>
      void response.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes);
    if (kept) end(kept);
    // Nobody compresses a body for HEAD, so its length is unknown (RFC 9110, section 8.6).
    else if (method === 'HEAD') response.writeHead(status, headers).end();
    else return compressFast(body, coding).then(end);
  } else {
    response.writeHead(status, { ...headers, 'content-length': length }).end(body);
  }
  return undefined;
}

/** A large file, for a client that takes no content coding. */
const NOT_PLAIN: Reply = {
  status: 406,
  headers: { 'content-type': 'text/plain; charset=utf-8', vary: 'accept-encoding' },
  body: 'This file is large. It is sent with the content coding br or gzip only.\n',
};

/** From so many characters on, a text is encoded once. Node would read it twice: for its length, and to write it. */
const LONG = 4096;

const bytesOf = <Body extends Reply['body']>(body: Body) =>
  typeof body === 'string' && body.length > LONG ? Buffer.from(body) : body;

/**
 * Whether the client already has this response (RFC 9110, section 13.1.2).
 *
 * @param etag the entity tag of the response, if any
 * @param ifNoneMatch the `If-None-Match` header
 */
export function isKnown(etag: string | undefined, ifNoneMatch: string | undefined): boolean {
  if (!etag || !ifNoneMatch) return false;
  const known = ['*', opaque(etag)];
  return ifNoneMatch.split(',').some((tag) => known.includes(opaque(tag.trim())));
}

/** Weak and strong tags are compared alike. */
const opaque = (tag: string) => tag.replace(/^W\//, '');
