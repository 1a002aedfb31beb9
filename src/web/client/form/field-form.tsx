import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button, type ButtonProps } from './button.tsx';
import { completeUrl } from './complete-url.ts';
import { Field, type Problem } from './field.tsx';

/** The text field that a form is about. */
interface TextField {
  label: string;
  hint?: string;
  problem: Problem | undefined;
  value: string;
  onInput: (value: string) => void;
  inputMode?: 'numeric' | 'url' | undefined;
  /** @returns whether it succeeded */
  onSend: () => Promise<boolean>;
}

/** A form with one field and a button beside it. */
export function FieldForm({
  button,
  kind = 'quiet',
  isBusy,
  ...field
}: TextField & { button: string; kind?: ButtonProps['kind']; isBusy: boolean }) {
  const beside = (
    <Button kind={kind} type="submit" isBusy={isBusy}>
      {button}
    </Button>
  );
  return <TextForm {...field} class="form" beside={beside} />;
}

/**
 * A form that is about one text field. A refusal moves the focus to the field.
 *
 * @param props.beside what stands in the line of the field
 * @param props.heading what stands above the field
 * @param props.children what stands below the field
 */
export function TextForm({
  label,
  hint,
  problem,
  value,
  onInput,
  inputMode,
  onSend,
  class: className,
  beside,
  heading,
  children,
}: TextField & {
  class: string;
  beside?: ComponentChildren;
  heading?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const input = useRef<HTMLInputElement>(null);
  const send = async () => {
    if (!(await onSend())) input.current?.focus();
  };
  return (
    <form
      class={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {heading}
      <Field label={label} hint={hint} problem={problem} isAlone>
        {(control) => {
          const text = (
            <input
              {...control}
              ref={input}
              value={value}
              inputMode={inputMode}
              autocomplete="off"
              required
              onInput={(event) => onInput(event.currentTarget.value)}
              onChange={(event) => inputMode === 'url' && onInput(completeUrl(event.currentTarget.value))}
            />
          );
          if (!beside) return text;
          return (
            <div class="joined">
              {text}
              {beside}
            </div>
          );
        }}
      </Field>
      {children}
    </form>
  );
}
