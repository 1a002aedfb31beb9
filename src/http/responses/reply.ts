import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '../../domain/kernel/errors.ts';
import { requestIdHeader } from '../../telemetry/request-id.ts';
import { chooseCoding, compressFast, mayCompress } from './compression.ts';
import { isKnown } from './conditional.ts';

/** A complete response. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Section 7 of the contract has the first four. Pages and fields outside the REST contract have the others. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  INVALID_LISTING: 400,
  FORBIDDEN: 403,
  ACCOUNT_TOO_YOUNG: 403,
  CAPTCHA_FAILED: 403,
  CLAIMED: 409,
  CONFLICT: 409,
  VOTE_WINDOW_ACTIVE: 409,
} satisfies Record<ErrorCode, number>;

/** The HTTP status of a refusal, from `code` of its type in the schema: 500 for a code that is not known. */
export function statusOf(code: string): number {
  return STATUS_OF_CODE[code] ?? 500;
}

/**
 * Sends a reply: as 304 if the client already has it, and compressed if that saves something. Node leaves out
 * the body of a reply to HEAD.
 */
export function sendReply(
  message: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): Promise<void> | undefined {
  const { status, body } = reply;
  const headers = { ...reply.headers, ...requestIdHeader(status, message.headers) };
  const length = Buffer.byteLength(body);
  if (status === 200 && isRead(message) && isKnown(headers.etag, message.headers['if-none-match'])) {
    response.writeHead(304, headers).end();
  } else if (headers['content-encoding'] === undefined && mayCompress((name) => headers[name], length)) {
    return sendCompressed(message, response, { status, headers, body });
  } else {
    response.writeHead(status, { ...headers, 'content-length': length }).end(body);
  }
  return undefined;
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

async function sendCompressed(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers: own, body }: Reply,
): Promise<void> {
  const headers = {
    ...own,
    vary: own.vary === undefined ? 'accept-encoding' : `${own.vary}, accept-encoding`,
  };
  const coding = chooseCoding(message.headers['accept-encoding']);
  if (!coding) {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    return;
  }
  const coded = { ...headers, 'content-encoding': coding };
  // Nobody makes the compressed body for HEAD, so its length is unknown (RFC 9110, section 8.6).
  if (message.method === 'HEAD') response.writeHead(status, coded).end();
  else {
    const compressed = await compressFast(body, coding);
    response.writeHead(status, { ...coded, 'content-length': compressed.length }).end(compressed);
  }
}
