import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../client/buttons.tsx';
import { LoadFailed } from '../client/data.tsx';
import { forgetOutcome, HeldDecision } from '../client/held.tsx';
import { type Outcome, OutcomeLine } from '../client/outcome.tsx';
import { focusFirst } from '../client/page.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import { messages } from '../words/messages.ts';
import { Appeals } from './blocks.tsx';
import { useDecided } from './decided.ts';
import { lookFirst, Shortcuts } from './keyboard.tsx';
import { ModeratedListing } from './moderated-listing.tsx';
import { type QueueState, useQueue } from './queue.ts';
import { QueueCard } from './queue-card.tsx';

const labels = messages.moderation;

/** Which listing the moderator has chosen, and what the page says of keys and searches. */
function useChoice({ items, choose: chooseId }: QueueState, list: RefObject<HTMLOListElement | null>) {
  const [outcome, setOutcome] = useState<Outcome>();
  /** Changes when the shown listing has to be loaded again. */
  const [drawing, setDrawing] = useState(0);
  const redraw = () => setDrawing((before) => before + 1);
  // The first listing is shown without anybody's choice: the page stays at its beginning, and a phone shows the queue.
  const [isOpen, setOpen] = useState(false);
  const show = (botId: string | undefined) => {
    setOpen(botId !== undefined);
    chooseId(botId);
  };
  const open = (botId: string) => {
    show(botId);
    setOutcome(undefined);
    forgetOutcome(botId);
  };
  /** Opens the listing at a position of the queue, if there is one, and moves the focus to it. */
  const choose = (index: number) => {
    const item = items[index];
    if (!item) return;
    open(item.bot.botId);
    list.current?.querySelectorAll<HTMLElement>('button')[index]?.focus();
  };
  /** Shows the queue in place of the listing, on a phone. */
  const close = () => {
    setOpen(false);
    focusFirst('.queue [aria-current="true"]', '#queue-title');
  };
  const search = () => {
    setOpen(false);
    focusFirst('.search-listings input');
    // Where the queue is shown already, the next letter must not be a shortcut.
    document.querySelector<HTMLElement>('.search-listings input')?.focus();
  };
  return { outcome, setOutcome, drawing, redraw, isOpen, show, open, choose, close, search };
}

/** A button that is not on the screen may still have the focus. Enter then shows the listing, and nothing else. */
function holdUnseen(event: MouseEvent, details: Element | null, onOutcome: (outcome: Outcome) => void): void {
  const isPointer = event.detail > 0;
  if (isPointer || !details || !lookFirst(details, onOutcome)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The moderation queue beside one listing in full. The keyboard can do everything. */
export function ModerationPage() {
  const list = useRef<HTMLOListElement>(null);
  const details = useRef<HTMLDivElement>(null);
  const state = useQueue(list);
  const { queue, items, position, lastPosition, refusal, chosenId, load } = state;
  const { outcome, setOutcome, drawing, redraw, isOpen, show, open, choose, close, search } = useChoice(
    state,
    list,
  );
  const leave = useDecided(state, show);

  if (refusal && !queue) return <LoadFailed refusal={refusal} reload={load} />;
  if (!queue) return <Skeleton />;
  return (
    <>
      <Shortcuts
        details={details}
        hasListing={chosenId !== undefined}
        onOutcome={setOutcome}
        // When the shown listing has left the queue, the next one has its position.
        onNext={() =>
          choose(position === -1 ? Math.min(lastPosition.current, items.length - 1) : position + 1)
        }
        onSearch={search}
        onPrevious={() => choose((position === -1 ? lastPosition.current : position) - 1)}
      />
      <Appeals />
      <div class={`moderation ${isOpen ? 'open' : ''}`}>
        <div class="min-[52rem]:col-start-2 [&:has(.outcome:not(:empty))]:mb-3">
          <HeldDecision onShow={open} />
          <OutcomeLine outcome={outcome} />
        </div>
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
        <div
          class="chosen min-[52rem]:col-start-2"
          ref={details}
          onClickCapture={(event) => holdUnseen(event, details.current, setOutcome)}
        >
          <p class="to-queue">
            <Button onClick={close}>{labels.backToQueue}</Button>
          </p>
          {chosenId === undefined ? (
            <p class="card muted">{items.length === 0 ? labels.chooseOther : labels.choose}</p>
          ) : (
            <ModeratedListing
              key={`${chosenId} ${drawing}`}
              botId={chosenId}
              isChosen={isOpen}
              isQueued={position !== -1}
              onTaken={load}
              onOpen={open}
              onDecided={leave}
              // A listing that was looked up has no position in the queue.
              onLeave={() => (position === -1 ? focusFirst('#queue-title') : choose(position))}
            />
          )}
        </div>
      </div>
    </>
  );
}
