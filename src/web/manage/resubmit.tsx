import { useRef, useState } from 'preact/hooks';
import { OutcomeLine, useFieldAction } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { useDraft } from '../client/draft.tsx';
import { Field } from '../client/fields.tsx';
import { Form } from '../client/form.tsx';
import { mutate } from '../client/graphql.ts';
import { messages } from '../words/messages.ts';
import { type Overview, RESUBMIT } from './documents.ts';
import { pathOf } from './tabs.ts';

const labels = messages.state;

export const EditLink = ({ botId }: { botId: string }) => (
  <a class="button" href={pathOf(botId, 'listing')}>
    {labels.edit}
  </a>
);

/** Submits a rejected listing again. A note says what has changed outside it, such as a bot that responds again. */
export function Resubmit({
  botId,
  onDone,
}: {
  botId: string;
  onDone: (changed: Pick<Overview, 'state' | 'history'>) => void;
}) {
  const [text, setText] = useState('');
  const { isBusy, outcome, problem, run } = useFieldAction();
  const { note } = useDraft({
    name: `resubmit/${botId}`,
    value: text || undefined,
    restore: setText,
    reset: () => setText(''),
  });
  const field = useRef<HTMLTextAreaElement>(null);
  const send = async () => {
    const isDone = await run(async () => {
      const changed = await mutate(RESUBMIT, { botId, note: text });
      setText('');
      onDone(changed);
      return undefined;
    });
    // What is refused needs another note, or none.
    if (!isDone) field.current?.focus();
  };
  return (
    <Form noValidate onSend={send}>
      {note}
      <Field label={labels.resubmitNote} hint={labels.resubmitHint} problem={problem} isOptional isAlone>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            rows={3}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </Field>
      <div class="actions">
        <EditLink botId={botId} />
        <Button type="submit" isBusy={isBusy}>
          {labels.resubmit}
        </Button>
      </div>
      <OutcomeLine outcome={outcome} />
    </Form>
  );
}
