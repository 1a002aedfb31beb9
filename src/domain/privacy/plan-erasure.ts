import type { TransactionSql } from 'postgres';
import type { WithArchive, WithClock, WithDatabase } from '../kernel/needs.ts';
import { requireSnowflake } from '../kernel/snowflake.ts';
import { isNotArchived } from '../vote/archive.ts';
import { countUnused } from '../vote/archive-unused.ts';
import { type FoundInArchives, findInArchives } from '../vote/archive-user.ts';
import { nextVoteAt } from '../vote/window.ts';

/** What an erasure did, or would do. */
export interface Erasure {
  /** Votes that stay in the log and in the counts, under an id that belongs to nobody. Some may be in archives. */
  readonly votes: number;
  /** Archives that have some of these votes. Each is written anew. */
  readonly archives: number;
  /** Files without use in the folder of archives. They may have the id, and are deleted. */
  readonly unusedFiles: number;
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

type Services = WithDatabase & WithClock & WithArchive;

/**
 * Tells what an erasure would do. It reads the whole log of votes, with all archives.
 *
 * @throws {InvalidInputError} when `userId` is not an id of the chat platform
 * @throws {ArchiveError} when an archive is missing or damaged
 */
export async function planErasure(services: Services, userId: string): Promise<Erasure> {
  return (await searchUser(services, userId)).plan;
}

/** Also tells where the votes in archives are. */
export async function searchUser(
  services: Services,
  userId: string,
): Promise<{ plan: Erasure; inArchives: FoundInArchives }> {
  requireSnowflake(userId, 'user');
  const plan = await services.db.sql.begin('read only', async (sql) => {
    await sql`set local statement_timeout = 0`;
    return readPlan(sql, userId, services.now());
  });
  const inArchives = await findInArchives(services, userId);
  const unusedFiles = await countUnused(services);
  return {
    plan: {
      ...plan,
      votes: plan.votes + inArchives.votes.length,
      archives: inArchives.archives.filter(({ found }) => found > 0).length,
      unusedFiles,
      isKnown: plan.isKnown || inArchives.votes.length > 0 || unusedFiles > 0,
    },
    inArchives,
  };
}

/** What the database has, without archives. */
async function readPlan(
  sql: TransactionSql,
  userId: string,
  now: Date,
): Promise<Omit<Erasure, 'archives' | 'unusedFiles'>> {
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
    select (select count(*)::int from votes where user_id = ${userId} and ${isNotArchived(sql)}) as votes,
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
