import { createHash } from 'node:crypto';

const WINDOW_MS = 12 * 60 * 60 * 1000;

export const INVALID_TOKEN = { error: 'Invalid token.' };
export const BOT_NOT_FOUND = { error: 'Bot not found.' };
export const INVALID_JSON = { error: 'Invalid JSON body.' };

/** @returns the SHA-256 of the token in an `Authorization` header, or undefined when there is none */
export function hashOfToken(authorization: string | undefined): Buffer | undefined {
  const token = authorization?.replace(/^bearer +/i, '');
  return token ? createHash('sha256').update(token).digest() : undefined;
}

/** The response of `/check`. */
export function voteCheck(votedAt: Date | null) {
  const nextVoteAt = votedAt && new Date(votedAt.getTime() + WINDOW_MS);
  if (!nextVoteAt || nextVoteAt <= new Date()) {
    return { voted: 0, hasVoted: false, votedAt: null, nextVoteAt: null };
  }
  return { voted: 1, hasVoted: true, votedAt: votedAt.toISOString(), nextVoteAt: nextVoteAt.toISOString() };
}
