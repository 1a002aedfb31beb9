import { useState } from 'preact/hooks';
import { OutcomeLine, useFieldAction } from './action.tsx';
import { act, Refused } from './api.ts';
import { FieldForm } from './controls.tsx';
import { REMOVE_LISTING } from './documents.ts';
import { Section } from './parts.tsx';
import { texts } from './texts.ts';

export function RemovalSection({ botId, name, isOwner }: { botId: string; name: string; isOwner: boolean }) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  const [typed, setTyped] = useState('');
  const remove = async () => {
    if (typed.trim() !== name) throw new Refused('INVALID_INPUT', texts.danger.mismatch);
    await act(REMOVE_LISTING, { botId });
    location.assign('/dashboard');
    return undefined;
  };
  return (
    <Section id="danger" title={texts.sections.danger}>
      <p>{texts.danger.what}</p>
      {isOwner ? (
        <>
          <FieldForm
            label={texts.danger.label(name)}
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
