import { useEffect, useState } from 'preact/hooks';
import type { Outcome } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { asRefused, type Refused } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { useNow } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { nextFree, type QueueState, withoutListing } from './queue.ts';
import type { Decided, Undo } from './together.tsx';

const labels = messages.moderation;
const undoLabels = messages.moderationTools.undo;

/** How long the service lets a moderator undo a decision. */
const UNDO_MS = 10_000;

/** What can still be undone. The service has stored it, so nothing is lost when the page is closed. */
interface Undoable extends Undo {
  /** The listing that is shown after that. */
  readonly botId: string;
  /** In milliseconds. */
  readonly endsAt: number;
}

/** The decisions that can still be undone, the newest first. */
function useUndoable() {
  const [decisions, setDecisions] = useState<readonly Undoable[]>([]);
  const forget = ({ botId }: Pick<Undoable, 'botId'>) =>
    setDecisions((before) => before.filter((one) => one.botId !== botId));
  const offer = (botId: string, undo: Undo) => {
    forget({ botId });
    setDecisions((before) => [{ ...undo, botId, endsAt: Date.now() + UNDO_MS }, ...before]);
  };
  return { decisions, offer, forget };
}

/**
 * What happens to the queue after a decision, and when it is undone.
 *
 * @param show shows a listing of the queue as one that was chosen
 * @param redraw loads the shown listing again
 */
export function useDecided(
  { list, present, lastPosition, change, refresh, load }: QueueState,
  {
    setOutcome,
    show,
    redraw,
  }: {
    setOutcome: (outcome: Outcome) => void;
    show: (botId: string | undefined) => void;
    redraw: () => void;
  },
) {
  const { decisions, offer, forget } = useUndoable();
  /**
   * Takes a decided listing out of the queue. The next one that nobody else has claimed is then shown and gets the focus,
   * unless the moderator has opened another listing in the meantime.
   */
  const leave = ({ botId, others = [], text, stays, undo }: Decided) => {
    setOutcome({ kind: 'done', text });
    if (undo) offer(botId, undo);
    const { queue: before, chosenId: shownId } = present.current;
    // The queue shows the number of open reports.
    if (stays) void refresh();
    if (stays && others.length > 0) redraw();
    if (stays && shownId === botId) focusFirst('#listing-title', '#queue-title');
    if (stays || !before) return;
    const index = before.items.findIndex(({ bot }) => bot.botId === botId);
    const rest = [botId, ...others].reduce((queue, id) => withoutListing(list, queue, id), before);
    change(rest);
    if (shownId !== botId) return;
    // Another response may have taken it out already.
    const from = Math.min(index === -1 ? lastPosition.current : index, rest.items.length - 1);
    const next = nextFree(rest.items, Math.max(from, 0));
    show(next?.bot.botId);
    if (!next) void load();
    const row = next ? rest.items.indexOf(next) + 1 : 0;
    focusFirst(`.queue li:nth-child(${row}) button`, '.to-queue button', '#queue-title');
  };
  /** Keeps showing a listing that somebody else has changed, even when it has left the queue. */
  const showOvertaken = async (overtaken: Refused, { botId, name }: { botId: string; name: string }) => {
    const isFresh = (await refresh()) !== undefined;
    const notes = [labels.notDone({ name }), isFresh ? labels.upToDate : labels.outdated];
    setOutcome({ kind: 'refused', refusal: overtaken, notes });
    if (present.current.chosenId === botId) focusFirst('#listing-title', '#queue-title');
  };
  const undo = async (decision: Undoable) => {
    forget(decision);
    try {
      await decision.run();
      setOutcome({ kind: 'done', text: undoLabels.done });
      await refresh();
      show(decision.botId);
      // The details of the shown listing are loaded again, too.
      redraw();
      // The listing is still loading.
      focusFirst('.queue [aria-current="true"]', '.to-queue button', '#queue-title');
    } catch (error) {
      setOutcome({ kind: 'refused', refusal: asRefused(error) });
    }
  };
  return { leave, showOvertaken, bars: { decisions, onUndo: undo, onEnd: forget } };
}

/**
 * A bar for each decision of the last ten seconds in one row, the newest first. Its key is `u`. The row lies over the
 * end of the window, so that nothing moves when it comes or goes.
 */
export function UndoBars({
  decisions,
  onUndo,
  onEnd,
}: {
  decisions: readonly Undoable[];
  onUndo: (decision: Undoable) => void;
  onEnd: (decision: Undoable) => void;
}) {
  if (decisions.length === 0) return null;
  return (
    <div class="undo">
      <ul aria-label={undoLabels.label}>
        {decisions.map((decision, index) => (
          <UndoBar
            key={decision.botId}
            decision={decision}
            isNewest={index === 0}
            onUndo={() => onUndo(decision)}
            onEnd={() => onEnd(decision)}
          />
        ))}
      </ul>
    </div>
  );
}

function UndoBar({
  decision: { about, label, endsAt },
  isNewest,
  onUndo,
  onEnd,
}: {
  decision: Undoable;
  isNewest: boolean;
  onUndo: () => void;
  onEnd: () => void;
}) {
  const left = Math.ceil((endsAt - useNow(250)) / 1000);
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, onEnd]);
  return (
    <li>
      <span>{about}</span>
      <Button label={label} {...(isNewest && { shortcut: 'u' })} onClick={onUndo}>
        {undoLabels.undo({ seconds: Math.max(left, 1) })}
      </Button>
    </li>
  );
}
