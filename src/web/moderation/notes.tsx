import { useState } from 'preact/hooks';
import { OutcomeLine, useFieldAction } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { useDraft } from '../client/draft.tsx';
import { Field } from '../client/fields.tsx';
import { Form } from '../client/form.tsx';
import { mutate } from '../client/graphql.ts';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { ADD_NOTE, type PartProps } from './documents.ts';

const labels = messages.moderationTools.notes;

/** What moderators told each other about a listing, and a form for one more note. */
export function Notes({ listing: { botId }, review: { notes }, onReload }: PartProps) {
  const [text, setText] = useState('');
  const { isBusy, outcome, problem, run } = useFieldAction();
  const draft = useDraft({
    name: `note/${botId}`,
    value: text || undefined,
    restore: setText,
    reset: () => setText(''),
  });
  const send = () =>
    void run(async () => {
      await mutate(ADD_NOTE, { botId, text });
      setText('');
      await onReload();
      return labels.added;
    });
  return (
    <section aria-labelledby="notes-title">
      <h3 id="notes-title">{labels.title}</h3>
      {notes.length > 0 && (
        <ol class="history notes" aria-labelledby="notes-title">
          {notes.map((note) => (
            <li key={note.id}>
              <span class="muted">
                <bdi>{note.userName ?? note.userId}</bdi> · <Time at={note.createdAt} />
              </span>
              <p>{note.text}</p>
            </li>
          ))}
        </ol>
      )}
      <Form
        onSend={() => !isBusy && send()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
        }}
      >
        {draft.note}
        <Field label={labels.add} hint={labels.hint} problem={problem} isAlone>
          {(control) => (
            <textarea
              {...control}
              aria-keyshortcuts="n"
              rows={2}
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
        </Field>
        <div class="actions">
          <Button type="submit" isBusy={isBusy}>
            {labels.send}
          </Button>
          <OutcomeLine outcome={outcome} />
        </div>
      </Form>
    </section>
  );
}
