import type { IncomingMessage } from 'node:http';

/** The headers of a request: those of the Fetch standard, or of Node. */
export interface HeaderReader {
  /** @param name in lower case */
  get(name: string): string | null;
}

/** Reads Node's headers as the Fetch standard does. */
export function headersOf({ headers }: Pick<IncomingMessage, 'headers'>): HeaderReader {
  return { get: (name) => headers[name]?.toString() ?? null };
}
