import { useRef, useState } from 'preact/hooks';
import { act, Refused } from './api.ts';
import { REMOVE_LISTING } from './documents.ts';
import { Button, Field, OutcomeLine, Section, useAction } from './parts.tsx';
import { texts } from './texts.ts';

export function RemovalSection({ botId, name, isOwner }: { botId: string; name: string; isOwner: boolean }) {
  const { isBusy, outcome, run } = useAction();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const remove = async () => {
    if (typed.trim() !== name) {
      field.current?.focus();
      throw new Refused('INVALID_INPUT', texts.danger.mismatch);
    }
    await act(REMOVE_LISTING, { botId });
    location.assign('/dashboard');
    return undefined;
  };
  return (
    <Section id="danger" title={texts.sections.danger}>
      <p>{texts.danger.what}</p>
      {isOwner ? (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void run(remove);
          }}
        >
          <Field label={texts.danger.label(name)}>
            {(control) => (
              <div class="joined">
                <input
                  {...control}
                  ref={field}
                  value={typed}
                  autocomplete="off"
                  onInput={(event) => setTyped(event.currentTarget.value)}
                />
                <Button kind="danger" type="submit" isBusy={isBusy}>
                  {texts.danger.confirm}
                </Button>
              </div>
            )}
          </Field>
          <OutcomeLine outcome={outcome} />
        </form>
      ) : (
        <p>{texts.danger.ownerOnly}</p>
      )}
    </Section>
  );
}
