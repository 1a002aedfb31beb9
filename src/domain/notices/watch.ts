import type { Database } from '../../db/client.ts';
import { createWatch, type Watch } from '../kernel/watch.ts';
import { readUnread } from './read.ts';

/** Watches the number of unread notices of users, by their ids. */
export const createNoticeWatch = ({ sql }: Pick<Database, 'sql'>): Watch =>
  createWatch(async (userIds) => {
    const counts = await readUnread(sql, userIds);
    return new Map(userIds.map((userId) => [userId, String(counts.get(userId) ?? 0)]));
  });
