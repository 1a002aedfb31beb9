import { useState } from 'preact/hooks';
import { FieldForm } from '../../client/form/field-form.tsx';
import { mutate } from '../../client/request/graphql.ts';
import { OutcomeLine } from '../../client/request/outcome-line.tsx';
import { Refused } from '../../client/request/refused.ts';
import { useFieldAction } from '../../client/request/use-action.ts';
import { Section } from '../../client/section.tsx';
import { messages } from '../../words/messages.ts';
import { REMOVE_LISTING } from './documents.ts';

/** Removes a listing, after the owner has typed its name. */
export function RemovalSection({ botId, name, isOwner }: { botId: string; name: string; isOwner: boolean }) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  const [typed, setTyped] = useState('');
  const remove = async () => {
    if (typed.trim() !== name) throw new Refused('INVALID_INPUT', messages.danger.mismatch);
    await mutate(REMOVE_LISTING, { botId });
    location.assign('/dashboard');
    return undefined;
  };
  return (
    <Section id="danger" title={messages.sections.danger}>
      <p>{messages.danger.what}</p>
      {isOwner ? (
        <>
          <FieldForm
            label={messages.danger.label({ name })}
            problem={problem}
            value={typed}
            onInput={setTyped}
            button={messages.danger.confirm}
            kind="danger"
            isBusy={isBusy}
            onSend={() => run(remove)}
          />
          <OutcomeLine outcome={outcome} />
        </>
      ) : (
        <p>{messages.danger.ownerOnly}</p>
      )}
    </Section>
  );
}
