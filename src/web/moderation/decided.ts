import { leaving, useEnded } from '../client/held.tsx';
import { focusFirst } from '../client/page.ts';
import { nextFree, type QueueState } from './queue.ts';

/**
 * What happens to the queue after a decision, and when it has ended.
 *
 * @param show shows a listing of the queue as one that was chosen
 */
export function useDecided(
  { items, present, wantsFirst, lastPosition, change, refresh, load }: QueueState,
  show: (botId: string | undefined) => void,
) {
  useEnded(async ({ botId }, end) => {
    if (botId === undefined) return;
    const { queue, chosenId } = present.current;
    if (end === 'undone') {
      show(botId);
      focusFirst('.queue [aria-current="true"]', '.to-queue button', '#queue-title');
      return;
    }
    // What is under way now may be older.
    if (end === 'sent' && queue) change(queue);
    // Nobody is taken away from the listing that they read: the next key would decide on another one.
    if (end === 'refused' && (chosenId === undefined || chosenId === botId)) {
      show(botId);
      focusFirst('#listing-title', '#queue-title');
    }
    await refresh();
  });
  /**
   * Shows the next listing that nobody else has claimed, when the decision that waits takes the shown one out of the
   * queue.
   */
  const leave = (botId: string) => {
    const { chosenId: shownId } = present.current;
    const gone = leaving();
    if (shownId !== botId) return;
    if (!gone.includes(botId)) return focusFirst('#listing-title', '#queue-title');
    const rest = items.filter(({ bot }) => !gone.includes(bot.botId));
    const index = items.findIndex(({ bot }) => bot.botId === botId);
    const from = Math.min(index === -1 ? lastPosition.current : index, rest.length - 1);
    const next = nextFree(rest, Math.max(from, 0));
    // While an answer is on its way that shows its first listing, these rows may be those of the filter before.
    const isAwaited = wantsFirst.current;
    show(next?.bot.botId);
    if (!next || isAwaited) void load();
    const row = next ? rest.indexOf(next) + 1 : 0;
    focusFirst(`.queue li:nth-child(${row}) button`, '.to-queue button', '#queue-title');
  };
  return leave;
}
