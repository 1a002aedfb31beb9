import type { Database } from '../../db/client.ts';
import type { NoticeKind } from '../../terms/notices.ts';
import { gathered } from '../kernel/batch.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import { requestSignal, untilDone } from '../kernel/in-batches.ts';
import { type PageRange, pageOf } from '../kernel/keyset-cursor.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { createWatch, type Watch } from '../kernel/watch.ts';
import type { NoticeData } from './add.ts';

/** A notice as its user reads it. */
export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly botId: string | null;
  /** The name of the listing now; null without a listing. */
  readonly botName: string | null;
  /** The name of who has caused it; null when nobody is to know, or the account is gone. */
  readonly actorName: string | null;
  /** By its kind: see {@link NoticeData}. */
  readonly data: Partial<NoticeData[NoticeKind]>;
  readonly createdAt: Date;
  readonly readAt: Date | null;
}

/** The columns of a {@link Notice}, from {@link noticeTables}. */
export const noticeColumns = (sql: Database['sql']) => sql`
  notice.id::text, notice.kind, notice.bot_id as "botId", bots.name as "botName", actor.name as "actorName",
  notice.data, notice.created_at as "createdAt", notice.read_at as "readAt"`;

export const noticeTables = (sql: Database['sql']) => sql`
  notices notice left join bots on bots.id = notice.bot_id left join users actor on actor.id = notice.actor_id`;

const ID = /^\d{1,15}$/;

/** @throws {InvalidInputError} when it is not the id of a notice */
function readId(id: string): number {
  if (!ID.test(id)) throw new InvalidInputError('id.ofNotice');
  return Number(id);
}

/**
 * Lists the notices of a user, newest first. Their ids are the cursors.
 *
 * @throws {InvalidInputError} when a cursor is not one of this list
 */
export async function listNotices(
  { db: { sql } }: WithDatabase,
  userId: string,
  range: PageRange,
): Promise<Notice[]> {
  return sql<Notice[]>`
    select ${noticeColumns(sql)} from ${noticeTables(sql)}
    where notice.user_id = ${userId} ${pageOf(sql, [sql`notice.id`], range, (id) => sql`${readId(id)}`)}`;
}

/** A count above this is shown as more than it. */
export const MOST_COUNTED = 99;

/** Counts the unread notices of each user, up to one more than {@link MOST_COUNTED}. */
async function readUnread(
  sql: Database['sql'],
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ userId: string; count: number }[]>`
    select reader.id as "userId", unread.count from unnest((select ${[...new Set(userIds)]}::text[])) as reader(id)
    cross join lateral (
      select count(*)::int from (
        select from notices where user_id = reader.id and read_at is null limit ${MOST_COUNTED + 1}
      ) one
    ) unread`;
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

/** Counts the unread notices of a user, up to one more than {@link MOST_COUNTED}. Concurrent calls share a statement. */
export const countUnread = gathered(async ({ db: { sql } }: WithDatabase, userIds: readonly string[]) => {
  const counts = await readUnread(sql, userIds);
  return userIds.map((userId) => counts.get(userId) ?? 0);
});

/** Watches the number of unread notices of users, by their ids. */
export const createNoticeWatch = ({ sql }: Pick<Database, 'sql'>): Watch =>
  createWatch(async (userIds) => {
    const counts = await readUnread(sql, userIds);
    return new Map(userIds.map((userId) => [userId, String(counts.get(userId) ?? 0)]));
  });

/**
 * Marks notices of a user as read: one, or all up to one. Those of others and unknown ones are left alone.
 *
 * @param upTo whether all that are as old as this one, or older, are read too
 * @throws {InvalidInputError} when it is not the id of a notice
 */
export async function readNotices(
  { db: { sql }, now }: WithDatabase & WithClock,
  userId: string,
  id: string,
  upTo: boolean,
): Promise<void> {
  const those = upTo ? sql`id <= ${readId(id)}` : sql`id = ${readId(id)}`;
  const at = now();
  await untilDone(
    (size) => sql`
      update notices set read_at = ${at} where id = any(array(
        select id from notices where user_id = ${userId} and read_at is null and ${those} limit ${size}))`,
    requestSignal(),
  );
}
