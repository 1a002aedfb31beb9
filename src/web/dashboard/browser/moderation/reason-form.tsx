import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../form/button.tsx';
import { Field, type Problem } from '../form/field.tsx';
import { texts } from '../texts.ts';

const labels = texts.moderation;

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
  hasReports,
  onSend,
  onCancel,
}: {
  /** The name under which the typed reason is kept. */
  draft: string;
  decision: 'REJECT' | 'SUSPEND';
  problem: Problem | undefined;
  isBusy: boolean;
  hasReports: boolean;
  onSend: (reason: string, closesReports: boolean) => void;
  onCancel: () => void;
}) {
  const [reason, setReason] = useState(drafts.get(draft) ?? '');
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
        if (!isBusy) onSend(reason, canClose && closes);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
    >
      <Templates
        decision={decision}
        onChoose={(text) => {
          drafts.set(draft, text);
          setReason(text);
          field.current?.focus();
        }}
      />
      <Field label={labels.reason} hint={labels.reasonHint} problem={problem} isAlone>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            aria-keyshortcuts={decision === 'REJECT' ? 'r' : 's'}
            rows={3}
            value={reason}
            onInput={({ currentTarget }) => {
              drafts.set(draft, currentTarget.value);
              setReason(currentTarget.value);
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
        <Button kind="danger" type="submit" isBusy={isBusy}>
          {decision === 'REJECT' ? labels.rejectNow : labels.suspendNow}
        </Button>
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </div>
    </form>
  );
}

interface Template {
  readonly name: string;
  readonly text: string;
}

/** Reasons that moderators give often. A chosen one fills the field, where it can be edited. */
function Templates({
  decision,
  onChoose,
}: {
  decision: 'REJECT' | 'SUSPEND';
  onChoose: (text: string) => void;
}) {
  const { title, choose, of } = texts.moderationTools.templates;
  const templates: Readonly<Record<string, Template>> = of[decision];
  return (
    <Field label={title}>
      {(control) => (
        <select
          {...control}
          value=""
          onChange={({ currentTarget }) => {
            const chosen = templates[currentTarget.value];
            if (chosen) onChoose(chosen.text);
            currentTarget.value = '';
          }}
        >
          <option value="">{choose}</option>
          {Object.entries(templates).map(([id, { name }]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
