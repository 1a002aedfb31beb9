import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { focusFirst } from '../client/focus.ts';
import { Button } from '../client/form/button.tsx';
import { LoadFailed, Loading } from '../client/request/loading.tsx';
import { OutcomeLine, RefusalText } from '../client/request/outcome-line.tsx';
import { asRefused, type Refused } from '../client/request/refused.ts';
import type { Outcome } from '../client/request/use-action.ts';
import { useRefresh } from '../client/request/use-refresh.ts';
import { messages } from '../words/messages.ts';
import type { Decided } from './decisions.tsx';
import { bringIntoView, isInView } from './in-view.ts';
import { useKeyboard } from './keyboard.ts';
import { ModeratedListing } from './moderated-listing.tsx';
import { LIVE_MS, loadQueue, loadQueueAgain, type Queue, withoutListing, withPage } from './queue.ts';
import { QueueList } from './queue-list.tsx';
import { SearchListings } from './search-listings.tsx';
import { areShortcutsOn, ShortcutHelp, storeShortcutsOn } from './shortcuts.tsx';
import { UndoBars } from './undo-bars.tsx';
import { useUndo } from './use-undo.ts';

const labels = messages.moderation;

/** The moderation queue beside one listing in full. The keyboard can do everything. */
export function ModerationPage() {
  const [queue, setQueue] = useState<Queue>();
  const [refusal, setRefusal] = useState<Refused>();
  const [chosenId, setChosenId] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isLoadingMore, setLoadingMore] = useState(false);
  /** Changes when the shown listing has to be loaded again. */
  const [drawing, setDrawing] = useState(0);
  const [isKeyboardOn, setKeyboardOn] = useState(areShortcutsOn);
  const list = useRef<HTMLOListElement>(null);
  const details = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const help = useRef<HTMLDetailsElement>(null);
  // The state when a response arrives. It may differ from the state when the request was sent.
  const present = useRef({ queue, chosenId });
  present.current = { queue, chosenId };
  // A response of before a change of the queue is older than that change.
  const changes = useRef(0);
  const change = useCallback((next: Queue) => {
    changes.current += 1;
    setQueue(next);
  }, []);

  /** @returns undefined when the queue could not be loaded; the page then stays as it is */
  const refresh = useCallback(async () => {
    changes.current += 1;
    const known = changes.current;
    try {
      const fresh = await loadQueueAgain(present.current.queue?.items.length ?? 0);
      if (known === changes.current) {
        keepFocus(list.current, present.current, fresh);
        change(fresh);
      }
      setRefusal(undefined);
      return fresh.items;
    } catch (error) {
      setRefusal(asRefused(error));
      return undefined;
    }
  }, [change]);
  const load = useCallback(async () => {
    const first = await refresh();
    setChosenId(first?.[0]?.bot.botId);
  }, [refresh]);
  useEffect(() => void load(), [load]);
  useRefresh(refresh, LIVE_MS);

  const items = queue?.items ?? [];
  const position = items.findIndex(({ bot }) => bot.botId === chosenId);
  // The last position in the queue, for when the shown listing is not in it.
  const lastPosition = useRef(0);
  if (position !== -1) lastPosition.current = position;
  // The first listing is shown without anybody's choice: the page stays at its beginning.
  const wasChosen = useRef(false);
  const open = (botId: string) => {
    wasChosen.current = true;
    setChosenId(botId);
    setOutcome(undefined);
  };
  /** Loads the listing again if it is shown already. */
  const find = (botId: string) => {
    open(botId);
    setDrawing((before) => before + 1);
  };
  const choose = (index: number) => {
    const item = items[index];
    if (!item) return;
    open(item.bot.botId);
    list.current?.querySelectorAll<HTMLElement>('button')[index]?.focus();
  };
  useKeyboard(isKeyboardOn, {
    details,
    hasListing: chosenId !== undefined,
    onOutcome: setOutcome,
    // When the shown listing has left the queue, the next one has its position.
    onNext: () => choose(position === -1 ? Math.min(lastPosition.current, items.length - 1) : position + 1),
    onPrevious: () => choose(position === -1 ? lastPosition.current - 1 : position - 1),
    onHelp: () => help.current?.toggleAttribute('open'),
  });

  const loadMore = async () => {
    if (!queue?.next || isLoadingMore) return;
    setLoadingMore(true);
    try {
      const page = await loadQueue(queue.next);
      const before = present.current.queue;
      if (!before) return;
      const firstNew = before.items.length + 1;
      // The button disappears with the last page.
      if (page.next === null && document.activeElement === more.current)
        focusFirst(`.queue li:nth-child(${firstNew}) button`, '#queue-title');
      change(withPage(before, page));
    } catch (error) {
      setOutcome({ kind: 'refused', refusal: asRefused(error) });
    } finally {
      setLoadingMore(false);
    }
  };
  /**
   * Takes a decided listing out of the queue. The next one is then shown and gets the focus, unless the moderator has
   * opened another listing in the meantime.
   */
  const leave = ({ botId, text, stays, undoable }: Decided) => {
    setOutcome({ kind: 'done', text });
    if (undoable !== undefined) undo.offer(botId, undoable);
    const { queue: before, chosenId: shownId } = present.current;
    // The queue shows the number of open reports.
    if (stays) void refresh();
    if (stays && shownId === botId) focusFirst('#listing-title', '#queue-title');
    if (stays || !before) return;
    const index = before.items.findIndex(({ bot }) => bot.botId === botId);
    const rest = withoutListing(before, botId);
    change(rest);
    if (shownId !== botId) return;
    wasChosen.current = true;
    // Another response may have taken it out already.
    const next = Math.min(index === -1 ? lastPosition.current : index, rest.items.length - 1);
    setChosenId(rest.items[next]?.bot.botId);
    if (rest.items.length === 0) void load();
    focusFirst(`.queue li:nth-child(${next + 1}) button`, '#queue-title');
  };
  /** Keeps showing a listing that somebody else has changed, even when it has left the queue. */
  const showOvertaken = async (overtaken: Refused, { botId, name }: { botId: string; name: string }) => {
    const isFresh = (await refresh()) !== undefined;
    const notes = [labels.notDone({ name }), isFresh ? labels.upToDate : labels.outdated];
    setOutcome({ kind: 'refused', refusal: overtaken, notes });
    if (present.current.chosenId === botId) focusFirst('#listing-title', '#queue-title');
  };
  const undo = useUndo({
    onUndone: async (botId) => {
      await refresh();
      setChosenId(botId);
      // The details of the shown listing are loaded again, too.
      setDrawing((before) => before + 1);
      // The listing is still loading.
      focusFirst('.queue [aria-current="true"]', '#queue-title');
    },
    onOutcome: setOutcome,
  });
  /** A button that is not on the screen may still have the focus. Enter then shows the listing, and nothing else. */
  const lookFirst = (event: MouseEvent) => {
    const isPointer = event.detail > 0;
    if (isPointer || !details.current || isInView(details.current)) return;
    event.preventDefault();
    event.stopPropagation();
    bringIntoView(details.current);
    setOutcome({ kind: 'done', text: labels.lookFirst });
  };
  /** A listing that was looked up has no position in the queue. */
  const backToQueue = () => (position === -1 ? focusFirst('#queue-title') : choose(position));

  if (refusal && !queue) return <LoadFailed refusal={refusal} reload={load} />;
  if (!queue) return <Loading />;
  return (
    <>
      <ShortcutHelp
        detailsRef={help}
        isOn={isKeyboardOn}
        onChange={(on) => {
          storeShortcutsOn(on);
          setKeyboardOn(on);
        }}
      />
      <OutcomeLine outcome={outcome} />
      <UndoBars {...undo.bars} />
      <div class="moderation">
        <section class="card queue" aria-labelledby="queue-title">
          <h2 id="queue-title" tabIndex={-1}>
            {labels.queue}
          </h2>
          <p>{queue.total === 0 ? labels.empty : labels.waiting({ count: queue.total })}</p>
          <div role="status">
            {refusal && (
              <p class="outcome refused">
                <RefusalText refusal={refusal} />
              </p>
            )}
          </div>
          <QueueList items={items} chosenId={chosenId} listRef={list} onOpen={open} />
          {queue.next !== null && (
            <Button isBusy={isLoadingMore} buttonRef={more} onClick={() => void loadMore()}>
              {labels.more}
            </Button>
          )}
          <SearchListings onFound={find} />
        </section>
        <div ref={details} onClickCapture={lookFirst}>
          {chosenId === undefined ? (
            <p class="card muted">{queue.total === 0 ? labels.chooseOther : labels.choose}</p>
          ) : (
            <ModeratedListing
              key={`${chosenId} ${drawing}`}
              botId={chosenId}
              isChosen={wasChosen.current}
              onOpen={open}
              onDecided={leave}
              onOvertaken={showOvertaken}
              onLeave={backToQueue}
            />
          )}
        </div>
      </div>
    </>
  );
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
