import { ApiError, NetworkError } from './errors.ts';

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/**
 * The wait before a retry: 1, 2, 4 … 60 seconds, each shortened by a random part of up to one half. Otherwise all
 * bots would retry at the same moment after an outage. It is never shorter than the wait that the service asks for.
 *
 * @param failures how many attempts have failed, at least 1
 * @param random a number from 0 up to 1
 * @returns milliseconds
 */
export function backOff(failures: number, error: unknown, random: () => number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.max(asked, longest * (1 - random() / 2));
}

/** Whether the same request may succeed later (contract, section 7). All requests of this client may be repeated. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500;
  return error instanceof NetworkError;
}
