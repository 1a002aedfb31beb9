import { useState } from 'preact/hooks';
import { FieldForm } from '../form/field-form.tsx';
import { mutate } from '../request/graphql.ts';
import { OutcomeLine } from '../request/outcome-line.tsx';
import { Refused } from '../request/refused.ts';
import { useFieldAction } from '../request/use-action.ts';
import { Section } from '../section.tsx';
import { texts } from '../texts.ts';
import { REMOVE_LISTING } from './documents.ts';

/** Removes a listing, after the owner has typed its name. */
export function RemovalSection({ botId, name, isOwner }: { botId: string; name: string; isOwner: boolean }) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  const [typed, setTyped] = useState('');
  const remove = async () => {
    if (typed.trim() !== name) throw new Refused('INVALID_INPUT', texts.danger.mismatch);
    await mutate(REMOVE_LISTING, { botId });
    location.assign('/dashboard');
    return undefined;
  };
  return (
    <Section id="danger" title={texts.sections.danger}>
      <p>{texts.danger.what}</p>
      {isOwner ? (
        <>
          <FieldForm
            label={texts.danger.label({ name })}
            problem={problem}
            value={typed}
            onInput={setTyped}
            button={texts.danger.confirm}
            kind="danger"
            isBusy={isBusy}
            onSend={() => run(remove)}
          />
          <OutcomeLine outcome={outcome} />
        </>
      ) : (
        <p>{texts.danger.ownerOnly}</p>
      )}
    </Section>
  );
}
