import { InvalidInputError, UnauthenticatedError } from '../kernel/errors.ts';
import type { WithClock } from '../kernel/needs.ts';
import { isSnowflake } from '../kernel/snowflake.ts';
import { isWindowActive, nextVoteAt } from './window.ts';
import type { BotVote, WindowStatements } from './window-statements.ts';

/** The result of a vote check (section 2 of the contract). */
export interface VoteCheck {
  readonly hasVoted: boolean;
  readonly votedAt: Date | null;
  readonly nextVoteAt: Date | null;
}

/** Whether a vote at this time, if any, still counts (section 8 of the contract). */
export function voteCheck(votedAt: Date | null | undefined, now: Date): VoteCheck {
  return votedAt && isWindowActive(votedAt, now)
    ? { hasVoted: true, votedAt, nextVoteAt: nextVoteAt(votedAt) }
    : { hasVoted: false, votedAt: null, nextVoteAt: null };
}

/**
 * Checks whether a user has voted for a bot within the last 12 hours. It costs one look-up by primary key, for any
 * number of votes.
 */
export async function checkVote(
  services: WindowStatements & WithClock,
  botId: string,
  userId: string,
): Promise<VoteCheck> {
  return voteCheck(await services.lastVote({ botId, userId }), services.now());
}

/**
 * Verifies a token and finds a vote for its bot, in one statement (`GET /check`, section 4 of the contract).
 *
 * @param tokenKey the hash of the token in lower-case hexadecimal
 * @throws {UnauthenticatedError} when the token belongs to no listing
 */
export async function findVoteByToken(
  services: WindowStatements,
  tokenKey: string,
  userId: string,
): Promise<BotVote> {
  const found = await services.lastVoteByToken({ tokenKey, userId });
  if (!found) throw new UnauthenticatedError('token.invalid');
  return found;
}

/** @throws {InvalidInputError} when the user id is missing or invalid */
export function requireUserId(userId: unknown): asserts userId is string {
  if (userId === undefined || userId === null)
    throw new InvalidInputError('argument.required', { argument: 'userId' });
  if (!isSnowflake(userId)) throw new InvalidInputError('argument.notId', { argument: 'userId' });
}
