import type { Readable } from 'node:stream';
import type { ErrorCode } from '../../domain/kernel/errors.ts';
import type { Parameters } from '../../lib/fill-in.ts';

/** Content codings, the most effective one first. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** A response. Whoever sends it answers 304 where the client has it already, and compresses it. */
export interface Reply {
  readonly status: number;
  /** Names are in lower case. The length and what compression adds come later. */
  readonly headers: Readonly<Record<string, string>>;
  /** Each is a whole `Set-Cookie` header. */
  readonly setCookies?: readonly string[];
  /** A stream is sent as it is. */
  readonly body?: string | Uint8Array | Readable;
  /**
   * The body that is kept in a content coding, where the coding saves something. With it, nothing is compressed for one
   * client.
   */
  readonly coded?: (coding: Coding) => Uint8Array | undefined;
  /** There is no body but the coded ones. A client that takes none of the codings gets 406. */
  readonly isCodedOnly?: true;
  /**
   * Whether the body may hold a secret next to text of an attacker. The length of a compressed response can reveal it
   * (BREACH), so this one is never compressed.
   */
  readonly isSecret?: true;
}

/** Makes a response with a JSON value. */
export function replyJson(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): Reply & { readonly body: string } {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: JSON.stringify(value),
  };
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
  BLOCKED: 403,
  CAPTCHA_FAILED: 403,
  CLAIMED: 409,
  CONFLICT: 409,
  VOTE_WINDOW_ACTIVE: 409,
} satisfies Record<ErrorCode, number>;

/** The HTTP status of a refusal, from `code` of its type in the schema: 500 for a code that is not known. */
export function statusOf(code: string): number {
  return STATUS_OF_CODE[code] ?? 500;
}

/** An error response, independent of its format. */
export interface Failure {
  readonly status: 400 | 403 | 404 | 405 | 408 | 413 | 415 | 429 | 500 | 503;
  /** For developers. Pages have their own texts for most statuses. */
  readonly sentence: string;
  /** Why the domain refuses: with these, pages word the sentence in the reader's language. */
  readonly reason?: string;
  readonly parameters?: Parameters;
  /** `Retry-After` in seconds. */
  readonly retryAfter?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a person may quote in a report. It is also in the log. */
  readonly reference?: string | undefined;
}

/** The headers of an error in every format. */
export function headersOf({ headers, retryAfter }: Failure): Record<string, string> {
  return { ...headers, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) };
}
