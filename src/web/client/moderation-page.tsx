import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { asRefused, LoadFailed, Loading, type Outcome, OutcomeLine, useFieldAction } from './action.tsx';
import { ask, Refused, readId } from './api.ts';
import { Button, FieldForm } from './controls.tsx';
import { QUEUE, type QueueItem } from './documents.ts';
import { type Decided, type Handled, ModeratedListing } from './moderated-listing.tsx';
import { focusFirst, Time } from './parts.tsx';
import { isOn, ShortcutHelp, setOn, useShortcuts } from './shortcuts.tsx';
import { texts } from './texts.ts';

const labels = texts.moderation;

interface Queue {
  readonly total: number;
  readonly items: readonly QueueItem[];
  /** Where the next page begins. */
  readonly next: string | null;
}

async function loadQueue(after: string | null): Promise<Queue> {
  const { moderationQueue } = await ask(QUEUE, { after });
  if (!moderationQueue) throw new Refused('BROKEN', texts.broken);
  const { totalCount, edges, pageInfo } = moderationQueue;
  return {
    total: totalCount,
    items: edges.map(({ node }) => node),
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}

/** What waits for the moderators, and one of it in full. All of it can be done with the keyboard. */
export function ModerationPage() {
  const [queue, setQueue] = useState<Queue>();
  const [refusal, setRefusal] = useState<Refused>();
  const [chosenId, setChosenId] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [areShortcutsOn, setShortcutsOn] = useState(isOn);
  const list = useRef<HTMLOListElement>(null);
  const details = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  // What an answer finds, which is not always what was there when it was asked for.
  const present = useRef({ queue, chosenId });
  present.current = { queue, chosenId };

  /** @returns undefined when it could not be loaded, and what is shown stays */
  const refresh = useCallback(async () => {
    try {
      const first = await loadQueue(null);
      setQueue(first);
      setRefusal(undefined);
      return first.items;
    } catch (error) {
      setRefusal(asRefused(error));
      return undefined;
    }
  }, []);
  const load = useCallback(async () => {
    const first = await refresh();
    setChosenId(first?.[0]?.bot.botId);
  }, [refresh]);
  useEffect(() => void load(), [load]);

  const items = queue?.items ?? [];
  const position = items.findIndex(({ bot }) => bot.botId === chosenId);
  // Where the reader was, when what is shown has left the queue or was never in it.
  const place = useRef(0);
  if (position !== -1) place.current = position;
  const open = (botId: string) => {
    setChosenId(botId);
    setOutcome(undefined);
  };
  const choose = (index: number) => {
    const item = items[index];
    if (!item) return;
    open(item.bot.botId);
    list.current?.querySelectorAll<HTMLElement>('button')[index]?.focus();
  };
  const step = (index: number) => {
    choose(index);
    return true;
  };
  const focus = (name: string) => {
    const control = details.current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${name}"]`);
    control?.focus();
    if (!control && chosenId !== undefined)
      setOutcome({ kind: 'refused', refusal: new Refused('CONFLICT', labels.notPossible) });
    return control;
  };
  const press = (name: string) => {
    const control = focus(name);
    control?.click();
    return control !== undefined && control !== null;
  };
  const prepare = (name: string) => {
    const control = focus(name);
    if (control) setOutcome({ kind: 'done', text: labels.pressEnter(control.innerText) });
    return control !== undefined && control !== null;
  };
  useShortcuts(areShortcutsOn, {
    // The next one has taken the place of what has left.
    j: () => step(position === -1 ? Math.min(place.current, items.length - 1) : position + 1),
    k: () => step(position === -1 ? place.current - 1 : position - 1),
    a: () => press('a'),
    r: () => press('r'),
    s: () => press('s'),
    d: () => prepare('d'),
  });

  const loadMore = async () => {
    if (!queue?.next || isLoadingMore) return;
    setLoadingMore(true);
    try {
      const page = await loadQueue(queue.next);
      const place = (present.current.queue?.items.length ?? 0) + 1;
      // With the last page there is no more to press.
      if (page.next === null && document.activeElement === more.current)
        focusFirst(`.queue li:nth-child(${place}) button`, '#queue-title');
      setQueue((before) => before && { ...page, items: withoutDoubles([...before.items, ...page.items]) });
    } catch (error) {
      setOutcome({ kind: 'refused', refusal: asRefused(error) });
    } finally {
      setLoadingMore(false);
    }
  };
  /**
   * What is decided leaves the queue, and the next in it takes its place and the focus, unless the moderator has gone on to
   * another meanwhile.
   */
  const leave = ({ botId, text, stays }: Decided) => {
    setOutcome({ kind: 'done', text });
    const { queue: before, chosenId: shownId } = present.current;
    // Where it is said how many reports there are.
    if (stays) void refresh();
    if (stays && shownId === botId) focusFirst('#listing-title', '#queue-title');
    if (stays || !before) return;
    const place = before.items.findIndex(({ bot }) => bot.botId === botId);
    const rest = before.items.filter(({ bot }) => bot.botId !== botId);
    setQueue({ ...before, total: before.total - (before.items.length - rest.length), items: rest });
    if (shownId !== botId) return;
    const next = Math.min(Math.max(place, 0), rest.length - 1);
    setChosenId(rest[next]?.bot.botId);
    if (rest.length === 0) void load();
    focusFirst(`.queue li:nth-child(${next + 1}) button`, '#queue-title');
  };
  /** What somebody else decided stays to be seen, though it may have left the queue. */
  const showAnew = async (overtaken: Refused, { botId, name }: Handled) => {
    const isFresh = (await refresh()) !== undefined;
    const notes = [labels.notDone(name), isFresh ? labels.upToDate : labels.outdated];
    setOutcome({ kind: 'refused', refusal: overtaken, notes });
    if (present.current.chosenId === botId) focusFirst('#listing-title', '#queue-title');
  };
  /** A listing that was looked up has no place in the queue. */
  const backToQueue = () => (position === -1 ? focusFirst('#queue-title') : choose(position));

  if (refusal && !queue) return <LoadFailed refusal={refusal} reload={load} />;
  if (!queue) return <Loading />;
  return (
    <>
      <ShortcutHelp
        isOn={areShortcutsOn}
        onChange={(on) => {
          setOn(on);
          setShortcutsOn(on);
        }}
      />
      <OutcomeLine outcome={outcome} />
      <div class="moderation">
        <section class="card queue" aria-labelledby="queue-title">
          <h2 id="queue-title" tabIndex={-1}>
            {labels.queue}
          </h2>
          <p>{queue.total === 0 ? labels.empty : labels.waiting(queue.total)}</p>
          <ol ref={list}>
            {items.map((item) => (
              <li key={item.bot.botId}>
                <button
                  type="button"
                  aria-current={item.bot.botId === chosenId}
                  onClick={() => open(item.bot.botId)}
                >
                  <strong dir="auto">{item.bot.name}</strong>
                  <span class="muted">
                    {'openReportCount' in item ? labels.reports(item.openReportCount) : labels.submitted},{' '}
                    <Time at={item.since} />
                  </span>
                </button>
              </li>
            ))}
          </ol>
          {queue.next !== null && (
            <Button isBusy={isLoadingMore} buttonRef={more} onClick={() => void loadMore()}>
              {labels.more}
            </Button>
          )}
          <LookUp onFound={open} />
        </section>
        <div ref={details}>
          {chosenId === undefined ? (
            <p class="card muted">{labels.choose}</p>
          ) : (
            <ModeratedListing
              key={chosenId}
              botId={chosenId}
              onDecided={leave}
              onOvertaken={showAnew}
              onLeave={backToQueue}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** A listing whose reports have changed may be on two pages. */
function withoutDoubles(items: readonly QueueItem[]): QueueItem[] {
  return [...new Map(items.map((item) => [item.bot.botId, item])).values()];
}

/** Any listing by its id: one that is suspended waits for nobody, and may have to be restored. */
function LookUp({ onFound }: { onFound: (botId: string) => void }) {
  const [wanted, setWanted] = useState('');
  const { problem, run } = useFieldAction();
  const look = async () => {
    onFound(readId(wanted));
    setWanted('');
    return undefined;
  };
  return (
    <FieldForm
      label={labels.lookUp}
      problem={problem}
      value={wanted}
      onInput={setWanted}
      inputMode="numeric"
      button={labels.lookUpButton}
      isBusy={false}
      onSend={() => run(look)}
    />
  );
}
