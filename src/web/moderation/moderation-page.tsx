import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type Outcome, OutcomeLine, RefusalText } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { LoadFailed, Loading } from '../client/data.tsx';
import type { Refused } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { messages } from '../words/messages.ts';
import {
  areShortcutsOn,
  bringIntoView,
  isInView,
  ShortcutHelp,
  storeShortcutsOn,
  useKeyboard,
} from './keyboard.tsx';
import { ModeratedListing } from './moderated-listing.tsx';
import { type QueueState, useMore, useQueue } from './queue.ts';
import { QueueList, SearchListings } from './queue-card.tsx';
import { UndoBars } from './undo.tsx';
import { useDecided } from './use-decided.ts';

const labels = messages.moderation;

/** The moderation queue beside one listing in full. The keyboard can do everything. */
export function ModerationPage() {
  const list = useRef<HTMLOListElement>(null);
  const details = useRef<HTMLDivElement>(null);
  const state = useQueue(list);
  const { queue, position, refusal, chosenId, setChosenId, load } = state;
  const [outcome, setOutcome] = useState<Outcome>();
  /** Changes when the shown listing has to be loaded again. */
  const [drawing, setDrawing] = useState(0);
  const redraw = () => setDrawing((before) => before + 1);
  // The first listing is shown without anybody's choice: the page stays at its beginning.
  const wasChosen = useRef(false);
  const show = (botId: string | undefined) => {
    wasChosen.current = true;
    setChosenId(botId);
  };
  const open = (botId: string) => {
    show(botId);
    setOutcome(undefined);
  };
  const choose = chooserOf(state, list, open);
  const decided = useDecided(state, { setOutcome, show, redraw });

  if (refusal && !queue) return <LoadFailed refusal={refusal} reload={load} />;
  if (!queue) return <Loading />;
  return (
    <>
      <Shortcuts state={state} details={details} onOutcome={setOutcome} choose={choose} />
      <OutcomeLine outcome={outcome} />
      <UndoBars {...decided.bars} />
      <div class="moderation">
        <QueueCard
          state={state}
          list={list}
          onOpen={open}
          onFound={(botId) => {
            open(botId);
            // It may be shown already.
            redraw();
          }}
          onRefused={(refused) => setOutcome({ kind: 'refused', refusal: refused })}
        />
        <div ref={details} onClickCapture={(event) => lookFirst(event, details.current, setOutcome)}>
          {chosenId === undefined ? (
            <p class="card muted">{queue.total === 0 ? labels.chooseOther : labels.choose}</p>
          ) : (
            <ModeratedListing
              key={`${chosenId} ${drawing}`}
              botId={chosenId}
              isChosen={wasChosen.current}
              onOpen={open}
              onDecided={decided.leave}
              onOvertaken={decided.showOvertaken}
              // A listing that was looked up has no position in the queue.
              onLeave={() => (position === -1 ? focusFirst('#queue-title') : choose(position))}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** @returns opens the listing at a position of the queue, if there is one, and moves the focus to it */
function chooserOf(
  { items }: QueueState,
  list: RefObject<HTMLElement | null>,
  open: (botId: string) => void,
) {
  return (index: number) => {
    const item = items[index];
    if (!item) return;
    open(item.bot.botId);
    list.current?.querySelectorAll<HTMLElement>('button')[index]?.focus();
  };
}

/** The keyboard, and the help for it. */
function Shortcuts({
  state: { items, position, lastPosition, chosenId },
  details,
  onOutcome,
  choose,
}: {
  state: QueueState;
  details: RefObject<HTMLElement | null>;
  onOutcome: (outcome: Outcome) => void;
  choose: (index: number) => void;
}) {
  const [isOn, setOn] = useState(areShortcutsOn);
  const help = useRef<HTMLDetailsElement>(null);
  useKeyboard(isOn, {
    details,
    hasListing: chosenId !== undefined,
    onOutcome,
    // When the shown listing has left the queue, the next one has its position.
    onNext: () => choose(position === -1 ? Math.min(lastPosition.current, items.length - 1) : position + 1),
    onPrevious: () => choose(position === -1 ? lastPosition.current - 1 : position - 1),
    onHelp: () => help.current?.toggleAttribute('open'),
  });
  return (
    <ShortcutHelp
      detailsRef={help}
      isOn={isOn}
      onChange={(on) => {
        storeShortcutsOn(on);
        setOn(on);
      }}
    />
  );
}

function QueueCard({
  state,
  list,
  onOpen,
  onFound,
  onRefused,
}: {
  state: QueueState;
  list: RefObject<HTMLOListElement | null>;
  onOpen: (botId: string) => void;
  onFound: (botId: string) => void;
  onRefused: (refusal: Refused) => void;
}) {
  const { queue, items, refusal, chosenId } = state;
  const more = useMore(state, onRefused);
  if (!queue) return null;
  return (
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
      <QueueList items={items} chosenId={chosenId} listRef={list} onOpen={onOpen} />
      {queue.next !== null && (
        <Button isBusy={more.isBusy} buttonRef={more.button} onClick={() => void more.loadMore()}>
          {labels.more}
        </Button>
      )}
      <SearchListings onFound={onFound} />
    </section>
  );
}

/** A button that is not on the screen may still have the focus. Enter then shows the listing, and nothing else. */
function lookFirst(
  event: MouseEvent,
  details: HTMLElement | null,
  setOutcome: (outcome: Outcome) => void,
): void {
  const isPointer = event.detail > 0;
  if (isPointer || !details || isInView(details)) return;
  event.preventDefault();
  event.stopPropagation();
  bringIntoView(details);
  setOutcome({ kind: 'done', text: labels.lookFirst });
}
