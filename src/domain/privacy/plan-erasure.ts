import type { TransactionSql } from 'postgres';
import { requireSnowflake } from '../kernel/ids.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { nextVoteAt } from '../vote/check.ts';

/** What an erasure did, or would do. */
export interface Erasure {
  /** Votes that stay in the log and in the counts, under an id that belongs to nobody. */
  readonly votes: number;
  /** Deliveries whose user id is replaced. Those that had not arrived are cancelled. */
  readonly deliveries: number;
  readonly sessions: number;
  /** Closed reports are deleted. Open ones stay for the moderators, without their author. */
  readonly reports: number;
  /** Listings that pass to a co-owner, by bot id. */
  readonly passedOn: readonly string[];
  /** Listings without another owner, by bot id: they are removed if the caller says so. */
  readonly orphaned: readonly string[];
  /** Until then the last votes keep the id, so that nobody votes twice in twelve hours; null when none has to. */
  readonly windowsEndAt: Date | null;
  /** Whether anything was stored about the user. */
  readonly isKnown: boolean;
}

/**
 * Tells what an erasure would do. It reads the whole log of votes.
 *
 * @throws {InvalidInputError} when `userId` is not an id of the chat platform
 */
export async function planErasure({ db, now }: WithDatabase & WithClock, userId: string): Promise<Erasure> {
  requireSnowflake(userId, 'user');
  return db.sql.begin('read only', async (sql) => {
    await sql`set local statement_timeout = 0`;
    return readPlan(sql, userId, now());
  });
}

async function readPlan(sql: TransactionSql, userId: string, now: Date): Promise<Erasure> {
  const [counts] = await sql<
    {
      votes: number;
      deliveries: number;
      sessions: number;
      reports: number;
      others: number;
      newest: Date | null;
    }[]
  >`
    select (select count(*)::int from votes where user_id = ${userId}) as votes,
      (select count(*)::int from deliveries where user_id = ${userId}) as deliveries,
      (select count(*)::int from sessions where user_id = ${userId}) as sessions,
      (select count(*)::int from reports where user_id = ${userId}) as reports,
      (select max(voted_at) from vote_windows where user_id = ${userId}) as newest,
      (select count(*)::int from users where id = ${userId} or role_granted_by = ${userId})
        + (select count(*)::int from listing_moves where user_id = ${userId})
        + (select count(*)::int from reports where closed_by = ${userId})
        + (select count(*)::int from moderation_notes where user_id = ${userId})
        + (select count(*)::int from moderation_claims where user_id = ${userId})
        + (select count(*)::int from features where user_id = ${userId} or ended_by = ${userId}) as others`;
  if (!counts) throw new Error('A select without a table returned no row.');
  const { others, newest, ...found } = counts;
  const windowEnd = newest && nextVoteAt(newest);
  return {
    ...found,
    ...(await readOwned(sql, userId)),
    windowsEndAt: windowEnd && windowEnd > now ? windowEnd : null,
    isKnown: others > 0 || newest !== null || Object.values(found).some((count) => count > 0),
  };
}

/** The listings that the user owns, apart from removed ones. */
export async function readOwned(
  sql: TransactionSql,
  userId: string,
): Promise<Pick<Erasure, 'passedOn' | 'orphaned'>> {
  const owned = await sql<{ botId: string; hasHeir: boolean }[]>`
    select bot_id as "botId", exists (
      select from bot_owners other where other.bot_id = bot_owners.bot_id and other.is_co_owner
        and other.accepted_at is not null and other.user_id <> ${userId}) as "hasHeir"
    from bot_owners join bots on bots.id = bot_id
    where user_id = ${userId} and not is_co_owner and state <> 'removed' order by bot_id`;
  return {
    passedOn: owned.filter(({ hasHeir }) => hasHeir).map(({ botId }) => botId),
    orphaned: owned.filter(({ hasHeir }) => !hasHeir).map(({ botId }) => botId),
  };
}
