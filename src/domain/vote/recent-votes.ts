import { gathered, ofEach } from '../kernel/batch.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { endOfVotes, type Vote } from './log.ts';

const VOTES_SHOWN = 10;

/**
 * Reads the last ten votes of a listing, newest first. Votes before a take-over are not included.
 */
export const listRecentVotes = gathered(
  async (services: WithDatabase & WithClock, botIds: readonly string[]) => {
    const rows = await services.db.sql<(Vote & { botId: string })[]>`
    select bots.id as "botId", last.user_id as "userId", last.voted_at as "votedAt"
    from bots cross join lateral (
      select user_id, voted_at from votes
      -- The bound leaves out the partitions of months to come, as in the log of votes.
      where bot_id = bots.id and voted_at >= bots.owned_since and voted_at < any(array[${endOfVotes(services)}::timestamptz])
      order by voted_at desc, user_id desc limit ${VOTES_SHOWN}
    ) last
    where bots.id = any((select ${botIds}::text[])::text[])
    order by last.voted_at desc, last.user_id desc`;
    return ofEach(botIds, rows);
  },
);
