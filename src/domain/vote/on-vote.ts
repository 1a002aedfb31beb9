import type { ErrorCode } from '../kernel/errors.ts';

/** How a vote ended: accepted, failed because of a fault of the service, or the code of its refusal. */
export type VoteOutcome = 'accepted' | 'failed' | ErrorCode;

/** Learns how each vote ended. */
export type OnVote = (outcome: VoteOutcome) => void;

/** Something that counts votes. */
export interface WithVoteWatch {
  readonly onVote: OnVote;
}
