import { InvalidInputError } from '../kernel/errors.ts';
import type { WithClock } from '../kernel/needs.ts';
import { isSnowflake } from '../kernel/snowflake.ts';
import { isWindowActive, nextVoteAt } from './window.ts';
import type { WindowStatements } from './window-statements.ts';

/** The result of a vote check (section 2 of the contract). */
export interface VoteCheck {
  readonly hasVoted: boolean;
  readonly votedAt: Date | null;
  readonly nextVoteAt: Date | null;
}

/**
 * Checks whether a user has voted for the bot within the last 12 hours (`GET /check`, section 4 of the contract). It
 * costs one look-up by primary key, for any number of votes.
 *
 * @throws {InvalidInputError} when the user id is missing or invalid
 */
export async function checkVote(
  services: WindowStatements & WithClock,
  botId: string,
  userId: unknown,
): Promise<VoteCheck> {
  if (userId === undefined || userId === null) throw new InvalidInputError('userId is required.');
  if (!isSnowflake(userId)) throw new InvalidInputError('userId must be a 17 to 19 digit id.');
  const votedAt = await services.lastVote({ botId, userId });
  return votedAt && isWindowActive(votedAt, services.now())
    ? { hasVoted: true, votedAt, nextVoteAt: nextVoteAt(votedAt) }
    : { hasVoted: false, votedAt: null, nextVoteAt: null };
}
