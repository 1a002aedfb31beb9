import { InvalidInputError } from '../kernel/errors.ts';
import { readCursor, writeCursor } from '../kernel/keyset-cursor.ts';
import type { WithDatabase } from '../kernel/needs.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** An entry of the vote log (section 2 of the contract). */
export interface Vote {
  readonly userId: string;
  readonly votedAt: Date;
}

/**
 * Reads the vote log, newest first (`GET /votes`, section 4 of the contract). Every page costs the same: the primary
 * key is read backwards from the cursor. Votes before a take-over are not included.
 *
 * @param limit entries per page, 1 to 1000: a number, or digits from a query parameter
 * @param cursor the `nextCursor` of an earlier page
 * @throws {InvalidInputError} when the limit or the cursor is invalid
 */
export async function listVotes(
  services: WithDatabase,
  botId: string,
  limit: unknown,
  cursor: unknown,
): Promise<{ votes: readonly Vote[]; nextCursor: string | null }> {
  const size = readLimit(limit);
  const { sql } = services.db;
  const after = cursor === undefined || cursor === null ? undefined : readPosition(cursor);
  const rows = await sql<Vote[]>`
    select user_id as "userId", voted_at as "votedAt" from votes
    where bot_id = ${botId} and voted_at >= (select owned_since from bots where id = ${botId})
    ${after ? sql`and (voted_at, user_id) < (${after.votedAt}, ${after.userId})` : sql``}
    order by voted_at desc, user_id desc
    limit ${size + 1}`;
  const votes = rows.slice(0, size);
  const last = votes.at(-1);
  return {
    votes,
    nextCursor: rows.length > size && last ? writeCursor({ time: last.votedAt, id: last.userId }) : null,
  };
}

function readLimit(limit: unknown): number {
  if (limit === undefined || limit === null) return DEFAULT_LIMIT;
  const number = typeof limit === 'string' && /^\d{1,4}$/.test(limit) ? Number(limit) : limit;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > MAX_LIMIT) {
    throw new InvalidInputError(`limit must be an integer between 1 and ${MAX_LIMIT}.`);
  }
  return number;
}

function readPosition(cursor: unknown): Vote {
  const position = readCursor(cursor);
  if (!position) throw new InvalidInputError('cursor must be a next_cursor that an earlier page gave.');
  return { userId: position.id, votedAt: position.time };
}
