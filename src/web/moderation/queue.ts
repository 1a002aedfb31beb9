import { query } from '../client/request/graphql.ts';
import { Refused } from '../client/request/refused.ts';
import { messages } from '../words/messages.ts';
import { QUEUE, type QueueItem } from './documents.ts';

/** The listings that need a decision, as far as they are loaded. */
export interface Queue {
  readonly total: number;
  readonly items: readonly QueueItem[];
  /** The cursor of the next page; null after the last one. */
  readonly next: string | null;
}

/** What other moderators do is looked for this often. The two statements read a few rows by an index. */
export const LIVE_MS = 4000;

const PAGE = 24;
/** The service gives no larger page. */
const MAX_PAGE = 100;

/**
 * Loads a page of the queue.
 *
 * @param after the cursor of the page; null for the first one
 * @param first the number of listings
 * @throws {Refused}
 */
export async function loadQueue(after: string | null, first = PAGE): Promise<Queue> {
  const { moderationQueue } = await query(QUEUE, { after, first });
  if (!moderationQueue) throw new Refused('BROKEN', messages.common.broken);
  const { totalCount, edges, pageInfo } = moderationQueue;
  return {
    total: totalCount,
    items: edges.map(({ node }) => node),
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}

/**
 * Loads the queue from its beginning, as far as it was loaded before.
 *
 * @param count the number of listings that were loaded
 * @throws {Refused}
 */
export async function loadQueueAgain(count: number): Promise<Queue> {
  let queue = await loadQueue(null, Math.min(Math.max(count, PAGE), MAX_PAGE));
  while (queue.next !== null && queue.items.length < count)
    queue = withPage(queue, await loadQueue(queue.next, MAX_PAGE));
  return queue;
}

/** Adds a page. A listing may be on two pages when its reports have changed between them. */
export function withPage(queue: Queue, page: Queue): Queue {
  const items = [...queue.items, ...page.items];
  return { ...page, items: [...new Map(items.map((item) => [item.bot.botId, item])).values()] };
}

/** Takes a listing out, if it is there. */
export function withoutListing(queue: Queue, botId: string): Queue {
  const items = queue.items.filter(({ bot }) => bot.botId !== botId);
  return { ...queue, total: queue.total - (queue.items.length - items.length), items };
}
