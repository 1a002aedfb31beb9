import { useCallback, useState } from 'preact/hooks';
import { mutate } from '../client/request/graphql.ts';
import { asRefused } from '../client/request/refused.ts';
import type { Outcome } from '../client/request/use-action.ts';
import { messages } from '../words/messages.ts';
import { UNDO } from './documents.ts';
import { UNDO_MS, type Undoable } from './undo-bars.tsx';

/**
 * Keeps the decisions that can still be undone. The service has stored them already, so nothing is lost when the page
 * is closed.
 *
 * @param listener `onUndone`: the listing is as before
 */
export function useUndo({
  onUndone,
  onOutcome,
}: {
  readonly onUndone: (botId: string) => Promise<void>;
  readonly onOutcome: (outcome: Outcome) => void;
}) {
  const [decisions, setDecisions] = useState<readonly Undoable[]>([]);
  const forget = useCallback(
    ({ botId }: Undoable) => setDecisions((before) => before.filter((one) => one.botId !== botId)),
    [],
  );
  const offer = (botId: string, name: string) =>
    setDecisions((before) => [
      { botId, name, endsAt: Date.now() + UNDO_MS },
      ...before.filter((one) => one.botId !== botId),
    ]);
  const undo = async (decision: Undoable) => {
    forget(decision);
    try {
      await mutate(UNDO, { botId: decision.botId });
      onOutcome({ kind: 'done', text: messages.moderationTools.undo.done });
      await onUndone(decision.botId);
    } catch (error) {
      onOutcome({ kind: 'refused', refusal: asRefused(error) });
    }
  };
  return { offer, bars: { decisions, onUndo: (decision: Undoable) => void undo(decision), onEnd: forget } };
}
