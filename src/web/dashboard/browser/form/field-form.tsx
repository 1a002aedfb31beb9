import { useRef } from 'preact/hooks';
import { Button, type ButtonProps } from './button.tsx';
import { Field } from './field.tsx';

/** A form with one field and a button beside it. A refusal moves the focus to the field. */
export function FieldForm({
  label,
  hint,
  problem,
  value,
  onInput,
  inputMode,
  button,
  kind = 'quiet',
  isBusy,
  onSend,
}: {
  label: string;
  hint?: string;
  problem: string | undefined;
  value: string;
  onInput: (value: string) => void;
  inputMode?: 'numeric' | 'url' | undefined;
  button: string;
  kind?: ButtonProps['kind'];
  isBusy: boolean;
  /** @returns whether it succeeded */
  onSend: () => Promise<boolean>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const send = async () => {
    if (!(await onSend())) input.current?.focus();
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label={label} hint={hint} problem={problem} isAlone>
        {(control) => (
          <div class="joined">
            <input
              {...control}
              ref={input}
              value={value}
              inputMode={inputMode}
              autocomplete="off"
              required
              onInput={(event) => onInput(event.currentTarget.value)}
            />
            <Button kind={kind} type="submit" isBusy={isBusy}>
              {button}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
