import { ActForm, SendButton } from '../client/act.tsx';
import { TextArea } from '../client/fields.tsx';
import { mutate } from '../client/graphql.ts';
import { messages } from '../words/messages.ts';
import { RESUBMIT } from './documents.ts';
import { pathOf } from './tabs.ts';

const labels = messages.state;

export const EditLink = ({ botId }: { botId: string }) => (
  <a class="button" href={pathOf(botId, 'listing')}>
    {labels.edit}
  </a>
);

/** Submits a rejected listing again. A note says what has changed outside it, such as a bot that responds again. */
export function Resubmit({ botId }: { botId: string }) {
  const send = async (note: string) => {
    await mutate(RESUBMIT, { botId, note });
    return labels.resubmitted;
  };
  return (
    <ActForm
      field="note"
      draft={`resubmit/${botId}`}
      focus="#state-title"
      act={(typed) => send(typed('note'))}
    >
      <TextArea name="note" label={labels.resubmitNote} hint={labels.resubmitHint} rows={3} isOptional />
      <div class="actions">
        <EditLink botId={botId} />
        <SendButton>{labels.resubmit}</SendButton>
      </div>
    </ActForm>
  );
}
