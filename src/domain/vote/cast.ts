import type { WithDispatcher } from '../delivery/claim.ts';
import type { Origin } from '../delivery/origin.ts';
import { NotFoundError, VoteWindowActiveError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { newId } from '../kernel/new-id.ts';
import { isSnowflake } from '../kernel/snowflake.ts';
import { recordVote, recordVoteOnceFree } from './record-votes.ts';
import { isWindowActive, nextVoteAt } from './window.ts';

/**
 * Casts a vote: one per user and bot in 12 hours, also under concurrency (section 3 of the contract). One statement
 * records the vote, its window, the count of the day and, if there is a webhook, the delivery: all of them or none.
 *
 * @param origin what the delivery keeps of the user's request
 * @throws {NotFoundError} when there is no approved listing with this id
 * @throws {VoteWindowActiveError} with the time of the next possible vote
 */
export async function castVote(
  services: WithDatabase & WithClock & WithRandom & WithDispatcher,
  botId: string,
  userId: string,
  origin: Origin = {},
): Promise<{ votedAt: Date; nextVoteAt: Date }> {
  if (!isSnowflake(botId)) throw new NotFoundError();
  const at = services.now();
  const cast = { botId, userId, at, deliveryId: newId(services, at), origin };
  let outcome = await recordVote(services, cast);
  if (outcome === 'unseen') outcome = await recordVoteOnceFree(services, cast);
  if (outcome === 'unseen') throw new NotFoundError();
  if (outcome === 'refused') throw await refusal(services, botId, userId, at);
  return { votedAt: outcome, nextVoteAt: nextVoteAt(outcome) };
}

async function refusal(services: WithDatabase, botId: string, userId: string, now: Date) {
  const [last] = await services.db.sql<{ votedAt: Date | null }[]>`
    select vote_windows.voted_at as "votedAt"
    from bots left join vote_windows on vote_windows.bot_id = bots.id and vote_windows.user_id = ${userId}
      and vote_windows.voted_at >= bots.owned_since
    where bots.id = ${botId} and bots.state = 'approved'`;
  if (!last?.votedAt) return new NotFoundError();
  // The window may end between the two statements. Then the next vote is possible now.
  return new VoteWindowActiveError(isWindowActive(last.votedAt, now) ? nextVoteAt(last.votedAt) : now);
}
