import type { Database } from '../../db/client.ts';
import { gathered, inOrder } from '../kernel/batch.ts';
import { InvalidInputError, UnauthenticatedError } from '../kernel/errors.ts';
import { isSnowflake } from '../kernel/ids.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { isWindowActive, nextVoteAt } from '../kernel/vote-window.ts';

/** The bot that a token belongs to, and the time of a user's last vote for it, unless a moderator voided that. */
export interface BotVote {
  readonly botId: string;
  readonly votedAt: Date | null;
}

/**
 * By the SHA-256 of the token in lower-case hexadecimal. Unknown tokens, and those of removed listings, find nothing.
 * Concurrent look-ups share a statement. A single one uses a simple statement, which takes half the time of the other.
 */
const lastVoteByToken = gathered(
  async ({ sql }: Pick<Database, 'sql'>, keys: readonly { tokenKey: string; userId: string }[]) => {
    const [only] = keys;
    if (keys.length === 1 && only) {
      return sql<BotVote[]>`
        select bots.id as "botId", nullif(last.voted_at, last.voided_at) as "votedAt" from api_tokens token
        join bots on bots.id = token.bot_id and bots.state <> 'removed'
        left join vote_windows last
          on last.bot_id = bots.id and last.user_id = ${only.userId} and last.voted_at >= bots.owned_since
        where token.token_hash = decode(${only.tokenKey}, 'hex')`.then(([row]) => [row]);
    }
    const rows = await sql<(BotVote & { position: number })[]>`
      select key.position::int, bots.id as "botId", nullif(last.voted_at, last.voided_at) as "votedAt"
      from unnest(
        (select ${keys.map((key) => key.tokenKey)}::text[]), (select ${keys.map((key) => key.userId)}::text[])
      ) with ordinality as key(token_hash, user_id, position)
      join api_tokens token on token.token_hash = decode(key.token_hash, 'hex')
      join bots on bots.id = token.bot_id and bots.state <> 'removed'
      left join vote_windows last
        on last.bot_id = bots.id and last.user_id = key.user_id and last.voted_at >= bots.owned_since`;
    return inOrder(keys.length, rows);
  },
);

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
 * Verifies a token and finds a vote for its bot, in one statement (`GET /check`, section 4 of the contract).
 *
 * @param tokenKey the hash of the token in lower-case hexadecimal
 * @throws {UnauthenticatedError} when the token belongs to no listing
 */
export async function findVoteByToken(
  services: WithDatabase,
  tokenKey: string,
  userId: string,
): Promise<BotVote> {
  const found = await lastVoteByToken(services.db, { tokenKey, userId });
  if (!found) throw new UnauthenticatedError('token.invalid');
  return found;
}

/** @throws {InvalidInputError} when the user id is missing or invalid */
export function requireUserId(userId: unknown): asserts userId is string {
  if (userId === undefined || userId === null)
    throw new InvalidInputError('argument.required', { argument: 'userId' });
  if (!isSnowflake(userId)) throw new InvalidInputError('argument.notId', { argument: 'userId' });
}
