import type { Database } from '../../db/client.ts';
import { gathered, ofEach } from '../kernel/batch.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import { isCursorTime, readCursor, writeCursor } from '../kernel/keyset-cursor.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { createWatch, type Watch } from '../kernel/watch.ts';
import { endOfVotes, type Vote } from './log.ts';

/** A vote must reach all streams within a second. */
const INTERVAL_MS = 400;

/**
 * Watches the votes of bots, by their ids, and what ends a stream: see {@link tokenKeyOf}. It sees votes of all
 * processes. The count also changes where a process of an earlier version writes no time.
 */
export const createVoteWatch = ({ sql }: Pick<Database, 'sql'>): Watch =>
  createWatch(async (botIds) => {
    const rows = await sql<{ botId: string; fingerprint: string }[]>`
      select bots.id as "botId",
        concat(case when state <> 'removed' then encode(token_hash, 'hex') end, ' ', vote_count, ' ', last_voted_at)
          as fingerprint
      from bots join bot_stats on bot_stats.bot_id = bots.id left join api_tokens on api_tokens.bot_id = bots.id
      where bots.id = any((select ${botIds}::text[])::text[])`;
    return new Map(rows.map(({ botId, fingerprint }) => [botId, fingerprint]));
  }, INTERVAL_MS);

/** The key of the token that is valid, from a fingerprint; empty without one. */
export const tokenKeyOf = (fingerprint: string): string => fingerprint.slice(0, fingerprint.indexOf(' '));

/** The position of a vote in the log: a cursor of `/votes`, and the id of the vote's event in a stream. */
export const cursorOf = ({ userId, votedAt }: Vote): string => writeCursor({ time: votedAt, id: userId });

/** Before the votes of all users. */
const NOBODY = '0'.repeat(17);
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;

/**
 * Finds the position at which a stream begins.
 *
 * @param since the cursor of a vote, which is left out; or a time; or nothing, for what comes from now on
 * @throws {InvalidInputError} for anything else, and for a time that no cursor can have: before 1970, or after 9999
 */
export async function startOfStream(
  { db: { sql }, now }: WithDatabase & WithClock,
  botId: string,
  since: unknown,
): Promise<Vote> {
  if (since === undefined || since === null) {
    const [newest] = await sql<Vote[]>`
      select user_id as "userId", voted_at as "votedAt" from votes
      where bot_id = ${botId} and voted_at < any(array[${endOfVotes({ now })}::timestamptz])
      order by voted_at desc, user_id desc limit 1`;
    return newest ?? { userId: NOBODY, votedAt: new Date(0) };
  }
  const cursor = readCursor(since);
  if (cursor) return { userId: cursor.id, votedAt: cursor.time };
  const votedAt = new Date(typeof since === 'string' && TIME.test(since) ? since : Number.NaN);
  if (!isCursorTime(votedAt.getTime())) throw new InvalidInputError('stream.since');
  return { userId: NOBODY, votedAt };
}

/** The most votes of one read. A stream keeps no more of them in memory. */
export const VOTES_PER_READ = 100;

/**
 * Reads the votes after a position, oldest first. A vote never becomes visible before one that it follows: `castVote`
 * gives a bot's votes later and later times, and holds the lock for that until the commit. So the last vote of a read is
 * a position from which the next one misses nothing. Streams of all bots share a statement.
 *
 * @returns at most {@link VOTES_PER_READ}; votes before a take-over are not included
 */
export const readVotesAfter = gathered(
  async (services: WithDatabase & WithClock, asked: readonly { botId: string; after: Vote }[]) => {
    // Streams of a bot are mostly at the same position, and read once.
    const keys = asked.map(({ botId, after }) => `${botId} ${cursorOf(after)}`);
    const distinct = new Map(asked.map((read, index) => [keys[index] ?? '', read]));
    const reads = [...distinct.values()];
    const rows = await services.db.sql<(Vote & { botId: string })[]>`
      select key as "botId", vote.user_id as "userId", vote.voted_at as "votedAt"
      from unnest(
        ${[...distinct.keys()]}::text[], ${reads.map(({ botId }) => botId)}::text[],
        ${reads.map(({ after }) => after.votedAt.toISOString())}::text[], ${reads.map(({ after }) => after.userId)}::text[]
      ) as asked(key, bot_id, time, user_id)
      cross join lateral (select asked.time::timestamptz as since) position
      join bots on bots.id = asked.bot_id
      cross join lateral (
        select votes.user_id, votes.voted_at from votes
        -- The first and the last bound leave out partitions.
        where votes.bot_id = asked.bot_id and voted_at >= since and (voted_at, votes.user_id) > (since, asked.user_id)
          and voted_at >= bots.owned_since and voted_at < any(array[${endOfVotes(services)}::timestamptz])
        order by voted_at, votes.user_id limit ${VOTES_PER_READ}
      ) vote
      order by key, vote.voted_at, vote.user_id`;
    return ofEach(keys, rows);
  },
);
