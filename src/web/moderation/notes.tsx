import { ActForm, ActOutcome, Acts, SendButton } from '../client/act.tsx';
import { TextArea } from '../client/fields.tsx';
import { mutate } from '../client/graphql.ts';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { ADD_NOTE, type PartProps } from './documents.ts';

const labels = messages.moderationTools.notes;

/** What moderators told each other about a listing, and a form for one more note. */
export function Notes({ listing: { botId }, review: { notes } }: PartProps) {
  const send = async (text: string) => {
    await mutate(ADD_NOTE, { botId, text });
    return labels.added;
  };
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
              <p class="my-[.15rem] whitespace-pre-line">{note.text}</p>
            </li>
          ))}
        </ol>
      )}
      <Acts>
        <ActForm
          field="text"
          draft={`note/${botId}`}
          act={(typed) => send(typed('text'))}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.requestSubmit();
          }}
        >
          <TextArea name="text" label={labels.add} hint={labels.hint} aria-keyshortcuts="n" rows={2} />
          <div class="actions">
            <SendButton>{labels.send}</SendButton>
            <ActOutcome />
          </div>
        </ActForm>
      </Acts>
    </section>
  );
}
