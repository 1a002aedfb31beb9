/** Section 8 of the contract: the vote window, in milliseconds. */
const VOTE_WINDOW_MS = 12 * 60 * 60 * 1000;

/** When a user who voted then can vote again. */
export function nextVoteAt(votedAt: Date): Date {
  return new Date(votedAt.getTime() + VOTE_WINDOW_MS);
}

/** A vote at this time or before no longer stands in the way of one now. */
export function windowStart(now: Date): Date {
  return new Date(now.getTime() - VOTE_WINDOW_MS);
}

/** Whether a vote still counts: the window is open at its first instant and closed at its last. */
export function isWindowActive(votedAt: Date, now: Date): boolean {
  return now < nextVoteAt(votedAt);
}
