/** Section 8 of the contract: the vote window, in milliseconds. */
export const VOTE_WINDOW_MS = 12 * 60 * 60 * 1000;

/** The time of the next possible vote. */
export function nextVoteAt(votedAt: Date): Date {
  return new Date(votedAt.getTime() + VOTE_WINDOW_MS);
}

/** Whether the vote window is active. It includes its first instant, but not its last. */
export function isWindowActive(votedAt: Date, now: Date): boolean {
  return now < nextVoteAt(votedAt);
}
