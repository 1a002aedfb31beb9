import { sql as statement } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import type { Database } from '../../db/client.ts';
import { requireSnowflake } from '../kernel/ids.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { nextVoteAt } from '../kernel/vote-window.ts';

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
 * Columns with an id of a user that an erasure replaces, because their rows stay. Rows of votes, deliveries and open
 * reports by the user stay, too.
 */
export const REPLACED = [
  ['reports', 'closed_by'],
  ['listing_edits', 'user_id'],
  ['listing_edits', 'decided_by'],
  ['bot_owners', 'invited_by'],
  ['listing_events', 'user_id'],
  ['listing_events', 'other_id'],
  ['listing_moves', 'user_id'],
  ['moderation_notes', 'user_id'],
  ['notices', 'actor_id'],
  ['features', 'user_id'],
  ['features', 'ended_by'],
  ['users', 'role_granted_by'],
  ['user_blocks', 'created_by'],
  ['user_blocks', 'lifted_by'],
  ['user_blocks', 'answered_by'],
  ['vote_voidings', 'user_id'],
  ['vote_voidings', 'restored_by'],
] as const;

/**
 * The bots that a user has voted for. Each vote has its window, so the log need not be read: with a bot and a user,
 * statements read the votes of this bot alone. A statement for each bot stays within the time that a request has.
 */
export async function listVotedFor(sql: TransactionSql, userId: string): Promise<string[]> {
  const rows = await sql<{ botId: string }[]>`
    select bot_id as "botId" from vote_windows where user_id = ${userId} order by 1`;
  return rows.map(({ botId }) => botId);
}

/** Finds the deliveries of a user by an index that begins with the bot: one look for each bot. */
export const ofUser = (sql: TransactionSql, userId: string) =>
  sql`bot_id = any(array(select id from bots)) and user_id = ${userId}`;

/** What the user should know of an erasure. */
export type Outcome = Pick<Erasure, 'passedOn' | 'orphaned' | 'windowsEndAt'>;

/** What the user should know before they delete their account. */
export async function foreseeErasure(
  { db, now }: WithDatabase & WithClock,
  userId: string,
): Promise<Outcome> {
  return {
    ...(await readOwned(db.orm, userId)),
    windowsEndAt: activeUntil(await newestWindowEnd(db.sql, userId), now()),
  };
}

async function newestWindowEnd(sql: Database['sql'] | TransactionSql, userId: string): Promise<Date | null> {
  const [windows] = await sql<{ newest: Date | null }[]>`
    select max(voted_at) as newest from vote_windows where user_id = ${userId}`;
  return windows?.newest ? nextVoteAt(windows.newest) : null;
}

const activeUntil = (end: Date | null, now: Date) => (end && end > now ? end : null);

/**
 * Tells what an erasure would do.
 *
 * @throws {InvalidInputError} when `userId` is not an id of the chat platform
 */
export async function planErasure({ db, now }: WithDatabase & WithClock, userId: string): Promise<Erasure> {
  requireSnowflake(userId, 'user');
  return db.sql.begin('read only', async (sql) => {
    const count = async (table: string, column = 'user_id') => {
      const rows = await sql<{ count: number }[]>`
        select count(*)::int from ${sql(table)} where ${sql(column)} = ${userId}`;
      return rows[0]?.count ?? 0;
    };
    let votes = 0;
    for (const botId of await listVotedFor(sql, userId)) {
      const [own] = await sql<{ count: number }[]>`
        select count(*)::int from votes where bot_id = ${botId} and user_id = ${userId}`;
      votes += own?.count ?? 0;
    }
    const [deliveries] = await sql<{ count: number }[]>`
      select count(*)::int from deliveries where ${ofUser(sql, userId)}`;
    const found = {
      votes,
      deliveries: deliveries?.count ?? 0,
      sessions: await count('sessions'),
      reports: await count('reports'),
    };
    const windowEnd = await newestWindowEnd(sql, userId);
    let rows = Object.values(found).reduce((sum, one) => sum + one, windowEnd ? 1 : 0);
    for (const [table, column] of [
      ...REPLACED,
      ['moderation_claims', 'user_id'],
      ['user_blocks', 'user_id'],
      ['users', 'id'],
    ] as const) {
      rows += await count(table, column);
    }
    return {
      ...found,
      ...(await readOwned(db.orm, userId)),
      windowsEndAt: activeUntil(windowEnd, now()),
      isKnown: rows > 0,
    };
  });
}

/** The listings that the user owns, apart from removed ones. */
export async function readOwned(
  orm: Pick<Database['orm'], 'execute'>,
  userId: string,
): Promise<Pick<Erasure, 'passedOn' | 'orphaned'>> {
  const owned = await orm.execute<{ botId: string; hasHeir: boolean }>(statement`
    select bot_id as "botId", exists (
      select from bot_owners other where other.bot_id = bot_owners.bot_id and other.is_co_owner
        and other.accepted_at is not null and other.user_id <> ${userId}) as "hasHeir"
    from bot_owners join bots on bots.id = bot_id
    where user_id = ${userId} and not is_co_owner and state <> 'removed' order by bot_id`);
  return {
    passedOn: owned.filter(({ hasHeir }) => hasHeir).map(({ botId }) => botId),
    orphaned: owned.filter(({ hasHeir }) => !hasHeir).map(({ botId }) => botId),
  };
}
