import type { Parameters } from '../../lib/fill-in.ts';

/** An error response, independent of its format. */
export interface Failure {
  readonly status: 400 | 403 | 404 | 405 | 408 | 413 | 429 | 500 | 503;
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
