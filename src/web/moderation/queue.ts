import type { RefObject } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useRefresh } from '../client/data.tsx';
import { asRefused, query, Refused } from '../client/graphql.ts';
import { leaving, useHeld } from '../client/held.tsx';
import { focusFirst } from '../client/page.ts';
import { messages } from '../words/messages.ts';
import { type Filter, type List, QUEUE, type QueueItem } from './documents.ts';

/** The listings that need a decision, as far as they are loaded. */
export interface Queue {
  readonly list: List;
  readonly total: number;
  /** The number of listings for a later look. */
  readonly later: number;
  readonly items: readonly QueueItem[];
  /** The cursor of the next page; null after the last one. */
  readonly next: string | null;
}

/**
 * Loads again what others may have changed, when the stream of the page's header says so (`bell.ts`), and now and then:
 * the service may have refused the stream, and it says nothing of listings that are not in the queue.
 *
 * @param reload must not reject
 */
export function useLive(reload: () => Promise<unknown>): void {
  useRefresh(reload);
  useEffect(() => {
    const changed = () => void reload();
    document.addEventListener('queuechange', changed);
    return () => document.removeEventListener('queuechange', changed);
  }, [reload]);
}

const PAGE = 24;
/** The service gives no larger page. */
const MAX_PAGE = 100;

/** Which listings the moderator wants to see. */
interface Choice {
  readonly list: List;
  readonly filter: Filter;
}

/**
 * Loads a page of the queue.
 *
 * @param choice which listings
 * @param after the cursor of the page; null for the first one
 * @param first the number of listings
 * @throws {Refused}
 */
async function loadQueue({ list, filter }: Choice, after: string | null, first = PAGE): Promise<Queue> {
  const { moderationQueue } = await query(QUEUE, { list, after, first, ...filter });
  if (!moderationQueue) throw new Refused('BROKEN', messages.common.broken);
  const { totalCount, laterCount, edges, pageInfo } = moderationQueue;
  return {
    list,
    total: totalCount,
    later: laterCount,
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
async function loadQueueAgain(choice: Choice, count: number): Promise<Queue> {
  let queue = await loadQueue(choice, null, Math.min(Math.max(count, PAGE), MAX_PAGE));
  while (queue.next !== null && queue.items.length < count)
    queue = withPage(queue, await loadQueue(choice, queue.next, MAX_PAGE));
  return queue;
}

/** Adds a page. A listing may be on two pages when its reports have changed between them. */
function withPage(queue: Queue, page: Queue): Queue {
  const items = [...queue.items, ...page.items];
  return { ...page, items: [...new Map(items.map((item) => [item.bot.botId, item])).values()] };
}

/** Takes out what is decided: the service may not know it yet. */
function undecided(queue: Queue): Queue {
  const gone = leaving();
  const items = queue.items.filter(({ bot }) => !gone.includes(bot.botId));
  const count = queue.items.length - items.length;
  return queue.list === 'QUEUE'
    ? { ...queue, total: queue.total - count, items }
    : { ...queue, later: queue.later - count, items };
}

/** The first listing from a position on that no other moderator has claimed; the one there when all are claimed. */
export function nextFree(items: readonly QueueItem[], from: number): QueueItem | undefined {
  const { userId } = document.querySelector<HTMLElement>('#app')?.dataset ?? {};
  return items.slice(from).find(({ claim }) => !claim || claim.userId === userId) ?? items[from];
}

/** Which listing is shown beside the queue. */
function useChosen() {
  const [chosenId, setChosenId] = useState<string>();
  // Whether the next answer that is taken shows its first listing. A later request may have replaced the one for it.
  const wantsFirst = useRef(false);
  /** Shows a listing, and lets no answer that is on its way show another one. */
  const choose = useCallback((botId: string | undefined) => {
    wantsFirst.current = false;
    setChosenId(botId);
  }, []);
  return { chosenId, setChosenId, choose, wantsFirst };
}

/**
 * The queue, which stays current, and the listing that is shown beside it.
 *
 * @param rows the rows of the queue
 */
export function useQueue(rows: RefObject<HTMLElement | null>) {
  useHeld();
  const [loaded, setLoaded] = useState<Queue>();
  const [refusal, setRefusal] = useState<Refused>();
  const { chosenId, setChosenId, choose, wantsFirst } = useChosen();
  const [list, setList] = useState<List>('QUEUE');
  const [filter, setFilter] = useState<Filter>({});
  const queue = loaded && undecided(loaded);
  // The state when a response arrives. It may differ from the state when the request was sent.
  const present = useRef({ loaded, queue, chosenId, list, filter });
  present.current = { loaded, queue, chosenId, list, filter };
  // A response of before a change of the queue is older than that change.
  const changes = useRef(0);
  const change = useCallback((next: Queue) => {
    changes.current += 1;
    setLoaded(next);
  }, []);

  const refresh = useCallback(async () => {
    changes.current += 1;
    const known = changes.current;
    try {
      const fresh = await loadQueueAgain({ list, filter }, present.current.loaded?.items.length ?? 0);
      if (known === changes.current) {
        keepFocus(rows.current, present.current, undecided(fresh));
        change(fresh);
        if (wantsFirst.current) choose(nextFree(undecided(fresh).items, 0)?.bot.botId);
      }
      setRefusal(undefined);
    } catch (error) {
      if (known === changes.current && wantsFirst.current) setChosenId(undefined);
      setRefusal(asRefused(error));
    }
  }, [change, choose, list, filter, rows]);
  const load = useCallback(() => {
    wantsFirst.current = true;
    return refresh();
  }, [refresh]);
  useEffect(() => void load(), [load]);
  useLive(refresh);

  const items = queue?.items ?? [];
  const position = items.findIndex(({ bot }) => bot.botId === chosenId);
  // The last position in the queue, for when the shown listing is not in it.
  const lastPosition = useRef(0);
  if (position !== -1) lastPosition.current = position;
  return {
    queue,
    list,
    setList,
    filter,
    setFilter,
    items,
    position,
    lastPosition,
    refusal,
    chosenId,
    choose,
    wantsFirst,
    present,
    change,
    refresh,
    load,
  };
}

/** What {@link useQueue} gives. */
export type QueueState = ReturnType<typeof useQueue>;

/**
 * The button that loads more of the queue.
 *
 * @param onRefused called when that failed
 */
export function useMore(
  { queue, list, filter, present, change }: QueueState,
  onRefused: (refusal: Refused) => void,
) {
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const loadMore = async () => {
    if (!queue?.next || isBusy) return;
    setBusy(true);
    try {
      const page = await loadQueue({ list, filter }, queue.next);
      const { loaded: before, ...now } = present.current;
      if (!before || now.list !== list || now.filter !== filter) return;
      const firstNew = queue.items.length + 1;
      // The button disappears with the last page.
      if (page.next === null && document.activeElement === button.current)
        focusFirst(`.queue li:nth-child(${firstNew}) button`, '#queue-title');
      change(withPage(before, page));
    } catch (error) {
      onRefused(asRefused(error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, button, loadMore };
}

/** Moves the focus from a row that is about to disappear to the listing that it stands for, which stays. */
function keepFocus(
  list: HTMLElement | null,
  { queue, chosenId }: { readonly queue: Queue | undefined; readonly chosenId: string | undefined },
  fresh: Queue,
): void {
  const rows: (Element | null)[] = [...(list?.querySelectorAll('button') ?? [])];
  const botId = queue?.items[rows.indexOf(document.activeElement)]?.bot.botId;
  if (botId === undefined || fresh.items.some(({ bot }) => bot.botId === botId)) return;
  const heir = botId === chosenId ? '#listing-title' : '#queue-title';
  // Nothing may move under the eyes of somebody who reads.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(heir)?.focus({ preventScroll: true }));
}
