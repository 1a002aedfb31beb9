import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../client/form/button.tsx';
import { Field, type Problem } from '../client/form/field.tsx';
import { messages } from '../words/messages.ts';
import { Templates } from './templates.tsx';

const labels = messages.moderation;

/** Typed reasons by listing and decision, until they are sent or the page is closed. */
const drafts = new Map<string, string>();

export function dropDraft(name: string): void {
  drafts.delete(name);
}

/** The form for the reason of a rejection or a suspension. */
export function ReasonForm({
  draft,
  decision,
  problem,
  isBusy,
  isOff,
  hasReports,
  spoken,
  onSend,
  onCancel,
}: {
  /** The name under which the typed reason is kept. */
  draft: string;
  decision: 'REJECT' | 'SUSPEND';
  problem: Problem | undefined;
  isBusy: boolean;
  /** Whether somebody else has decided meanwhile. The text stays. */
  isOff: boolean;
  hasReports: boolean;
  /** Codes of the languages that the bot speaks. */
  spoken: readonly string[];
  onSend: (reason: string, closesReports: boolean) => void;
  onCancel: () => void;
}) {
  const [reason, setReason] = useState(drafts.get(draft) ?? '');
  // A refusal is about the text that was sent. A template that replaces it is another text.
  const [sent, setSent] = useState<string>();
  /** What the moderator typed, for when they have looked through the templates. */
  const typed = useRef(reason);
  const write = (text: string) => {
    drafts.set(draft, text);
    setReason(text);
  };
  const canClose = decision === 'SUSPEND' && hasReports;
  const [closes, setCloses] = useState(true);
  const field = useRef<HTMLTextAreaElement>(null);
  // The field gets the focus when the form opens, and after each refusal.
  useEffect(() => field.current?.focus(), [problem]);
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy || isOff) return;
        setSent(reason);
        onSend(reason, canClose && closes);
      }}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === 'Escape') onCancel();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
    >
      <Templates
        decision={decision}
        spoken={spoken}
        reason={reason}
        onChoose={(text) => write(text ?? typed.current)}
        onTranslate={write}
      />
      <Field
        label={labels.reason}
        hint={labels.reasonHint}
        problem={reason === sent ? problem : undefined}
        isAlone
      >
        {(control) => (
          <textarea
            {...control}
            ref={field}
            aria-keyshortcuts={decision === 'REJECT' ? 'r' : 's'}
            rows={3}
            value={reason}
            onInput={({ currentTarget }) => {
              typed.current = currentTarget.value;
              write(currentTarget.value);
            }}
          />
        )}
      </Field>
      {canClose && (
        <label class="check">
          <input
            type="checkbox"
            checked={closes}
            onChange={(event) => setCloses(event.currentTarget.checked)}
          />
          {labels.closesReports}
        </label>
      )}
      <div class="actions">
        <Button kind="danger" type="submit" isBusy={isBusy} isOff={isOff}>
          {decision === 'REJECT' ? labels.rejectNow : labels.suspendNow}
        </Button>
        <Button onClick={onCancel}>{messages.common.cancel}</Button>
      </div>
    </form>
  );
}
