import type { Outcome } from '../client/action.tsx';
import type { Refused } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { messages } from '../words/messages.ts';
import type { Decided } from './decisions.tsx';
import { type QueueState, withoutListing } from './queue.ts';
import { useUndo } from './undo.tsx';

const labels = messages.moderation;

/**
 * What happens to the queue after a decision.
 *
 * @param show shows a listing of the queue as one that was chosen
 * @param redraw loads the shown listing again
 */
export function useDecided(
  { present, lastPosition, change, refresh, load, setChosenId }: QueueState,
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
    // Another response may have taken it out already.
    const next = Math.min(index === -1 ? lastPosition.current : index, rest.items.length - 1);
    show(rest.items[next]?.bot.botId);
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
      redraw();
      // The listing is still loading.
      focusFirst('.queue [aria-current="true"]', '#queue-title');
    },
    onOutcome: setOutcome,
  });
  return { leave, showOvertaken, bars: undo.bars };
}
