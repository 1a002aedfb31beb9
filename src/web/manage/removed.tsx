import { useEffect, useState } from 'preact/hooks';
import { OutcomeLine, useAction } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { mutate } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { readStored, writeStored } from '../client/storage.ts';
import { useNow } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { UNDO_REMOVAL } from './documents.ts';

const labels = messages.removed;

/** How long the service lets an owner undo a removal. */
const UNDO_MS = 10_000;
/** Where a tab of the browser keeps the removal for its next page. */
const KEY = 'removed';

interface RemovedBot {
  readonly botId: string;
  readonly name: string;
}

/** Keeps for the next page which bot was just removed. */
export function keepRemoved(bot: RemovedBot): void {
  writeStored('sessionStorage', KEY, JSON.stringify({ ...bot, endsAt: Date.now() + UNDO_MS }));
}

function takeRemoved(): (RemovedBot & { readonly endsAt: number }) | undefined {
  const kept = readStored('sessionStorage', KEY);
  writeStored('sessionStorage', KEY, undefined);
  return kept === null ? undefined : JSON.parse(kept);
}

/** Says which bot was just removed, and undoes it for some seconds. */
export function Removed({ onUndone }: { onUndone: () => Promise<void> }) {
  const [removed] = useState(takeRemoved);
  return removed ? <RemovedNotice {...removed} onUndone={onUndone} /> : null;
}

function RemovedNotice({
  botId,
  name,
  endsAt,
  onUndone,
}: RemovedBot & { endsAt: number; onUndone: () => Promise<void> }) {
  const { isBusy, outcome, run } = useAction();
  const left = Math.ceil((endsAt - useNow(250)) / 1000);
  useEffect(() => focusFirst('#removed'), []);
  const undo = async () => {
    await mutate(UNDO_REMOVAL, { botId });
    await onUndone();
    focusFirst(`a[href="/bot/${botId}/edit"]`);
    return labels.undone({ name });
  };
  return (
    <div class="notice removed" id="removed" tabIndex={-1}>
      {outcome === undefined && <p>{left > 0 || isBusy ? labels.soon({ name }) : labels.done({ name })}</p>}
      {outcome === undefined && (left > 0 || isBusy) && (
        <Button isBusy={isBusy} label={labels.undoOf({ name })} onClick={() => void run(undo)}>
          {labels.undo({ seconds: Math.max(left, 1) })}
        </Button>
      )}
      <OutcomeLine outcome={outcome} />
    </div>
  );
}
