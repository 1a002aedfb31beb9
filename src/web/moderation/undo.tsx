import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Outcome } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { asRefused, mutate } from '../client/graphql.ts';
import { useNow } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { UNDO } from './documents.ts';

const labels = messages.moderationTools.undo;

/** How long the service lets a moderator undo a decision. */
export const UNDO_MS = 10_000;

/** A decision that can still be undone. */
export interface Undoable {
  readonly botId: string;
  /** The name of the listing. */
  readonly name: string;
  /** In milliseconds. */
  readonly endsAt: number;
}

/**
 * A bar for each decision of the last ten seconds in one row, the newest first. Its key is `u`. The row lies over the end
 * of the window, so that nothing moves when it comes or goes.
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
      <ul aria-label={labels.label}>
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
  decision: { name, endsAt },
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
      <span>{labels.about({ name })}</span>
      <Button label={labels.undoOf({ name })} {...(isNewest && { shortcut: 'u' })} onClick={onUndo}>
        {labels.undo({ seconds: Math.max(left, 1) })}
      </Button>
    </li>
  );
}

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
