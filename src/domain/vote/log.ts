import { DAY_MS } from '../../lib/day.ts';
import { gathered, ofEach } from '../kernel/batch.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import { readCursor, writeCursor } from '../kernel/keyset-cursor.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** An entry of the vote log (section 2 of the contract). */
export interface Vote {
  readonly userId: string;
  readonly votedAt: Date;
  /** Whether a moderator voided it. Only the last votes say it themselves. */
  readonly isVoided?: boolean;
}

/** A page of the log. Voided votes stay in it, as the contract makes it append-only. */
export interface VotePage {
  readonly votes: readonly Vote[];
  /** Those of them that a moderator voided. */
  readonly voided: readonly Vote[];
  readonly nextCursor: string | null;
}

/**
 * Reads the vote log, newest first (`GET /votes`, section 4 of the contract). Every page costs the same: the primary
 * keys of the months are read backwards from the cursor. Votes before a take-over are not included.
 *
 * @param limit entries per page, 1 to 1000: a number, or digits from a query parameter
 * @param cursor the `nextCursor` of an earlier page
 * @throws {InvalidInputError} when the limit or the cursor is invalid
 */
export async function listVotes(
  services: WithDatabase & WithClock,
  botId: string,
  limit: unknown,
  cursor: unknown,
): Promise<VotePage> {
  const size = readLimit(limit);
  const { sql } = services.db;
  const after = cursor === undefined || cursor === null ? undefined : readPosition(cursor);
  // This bound lets PostgreSQL leave out partitions: those of later months, which it does not see in a comparison of
  // rows, and those of months to come, since no vote is a day ahead. As one of an array, it does not count as the other
  // end of the range that `owned_since` begins. PostgreSQL would expect few votes in that, and sort all of them.
  const until = after
    ? sql`voted_at <= any(array[${after.votedAt}::timestamptz])
        and (voted_at, user_id) < (${after.votedAt}, ${after.userId})`
    : sql`voted_at < any(array[${endOfVotes(services)}::timestamptz])`;
  const found = await sql<(Vote & { isVoided: boolean })[]>`
    select user_id as "userId", voted_at as "votedAt", voiding_id is not null as "isVoided" from votes
    where bot_id = ${botId} and ${until} and voted_at >= (select owned_since from bots where id = ${botId})
    order by voted_at desc, user_id desc
    limit ${size + 1}`;
  const page = found.slice(0, size);
  const votes = page.map(withoutMark);
  const last = votes.at(-1);
  return {
    votes,
    voided: page.filter(({ isVoided }) => isVoided).map(withoutMark),
    nextCursor: found.length > size && last ? writeCursor({ time: last.votedAt, id: last.userId }) : null,
  };
}

const withoutMark = ({ userId, votedAt }: Vote): Vote => ({ userId, votedAt });

/** A time that no vote has reached: the clocks of processes differ by less than a day. */
export const endOfVotes = ({ now }: WithClock): Date => new Date(now().getTime() + DAY_MS);

function readLimit(limit: unknown): number {
  if (limit === undefined || limit === null) return DEFAULT_LIMIT;
  const number = typeof limit === 'string' && /^\d{1,4}$/.test(limit) ? Number(limit) : limit;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > MAX_LIMIT) {
    throw new InvalidInputError('argument.notIntegerInRange', { argument: 'limit', min: 1, max: MAX_LIMIT });
  }
  return number;
}

function readPosition(cursor: unknown): Vote {
  const position = readCursor(cursor);
  if (!position) throw new InvalidInputError('cursor.notFromLog');
  return { userId: position.id, votedAt: position.time };
}

const VOTES_SHOWN = 10;

/**
 * Reads the last ten votes of a listing, newest first. Votes before a take-over are not included.
 */
export const listRecentVotes = gathered(
  async (services: WithDatabase & WithClock, botIds: readonly string[]) => {
    const rows = await services.db.sql<(Vote & { botId: string })[]>`
    select bots.id as "botId", last.user_id as "userId", last.voted_at as "votedAt",
      last.voiding_id is not null as "isVoided"
    from bots cross join lateral (
      select user_id, voted_at, voiding_id from votes
      -- The bound leaves out the partitions of months to come, as in the log of votes.
      where bot_id = bots.id and voted_at >= bots.owned_since and voted_at < any(array[${endOfVotes(services)}::timestamptz])
      order by voted_at desc, user_id desc limit ${VOTES_SHOWN}
    ) last
    where bots.id = any((select ${botIds}::text[])::text[])
    order by last.voted_at desc, last.user_id desc`;
    return ofEach(botIds, rows);
  },
);
