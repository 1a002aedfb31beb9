import type { ComponentChildren, FormHTMLAttributes, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { messages } from '../words/messages.ts';
import { Button, type ButtonProps } from './buttons.tsx';
import { type FieldProps, InputField, type InputFieldProps } from './fields.tsx';
import { Refused } from './graphql.ts';

/** A form that the program sends. */
export function Form({
  onSend,
  formRef,
  ...attributes
}: FormHTMLAttributes & { onSend: () => unknown; formRef?: RefObject<HTMLFormElement | null> }) {
  return (
    <form
      ref={formRef ?? null}
      class="form"
      {...attributes}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    />
  );
}

/** The text field that a form is about. */
type TextProps = Pick<FieldProps, 'label' | 'hint' | 'problem'> & {
  value: string;
  onValue: (value: string) => void;
  inputMode?: 'numeric' | 'url';
  /** @returns whether it succeeded */
  onSend: () => Promise<boolean>;
};

/**
 * A form with one field and a button beside it.
 *
 * @param props.heading what stands above the field
 */
export function FieldForm({
  button,
  kind = 'quiet',
  isBusy,
  ...field
}: TextProps & { button: string; kind?: ButtonProps['kind']; isBusy: boolean; heading?: ComponentChildren }) {
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
 * @param props.heading what stands above the field
 * @param props.children what stands below the field
 */
export function TextForm({
  onSend,
  class: className,
  heading,
  children,
  ...field
}: TextProps &
  Pick<InputFieldProps, 'beside'> & {
    class: string;
    heading?: ComponentChildren;
    children?: ComponentChildren;
  }) {
  const input = useRef<HTMLInputElement>(null);
  const send = async () => {
    if (!(await onSend())) input.current?.focus();
  };
  return (
    <Form class={className} noValidate onSend={send}>
      {heading}
      <InputField {...field} inputRef={input} isAlone required />
      {children}
    </Form>
  );
}

/**
 * Reads a typed id of a user or a bot.
 *
 * @throws {Refused} with a sentence for the field
 */
export function readId(typed: string): string {
  // Copied ids come with spaces.
  const id = typed.replace(/\s/g, '');
  if (!/^\d{17,19}$/.test(id)) throw new Refused('INVALID_INPUT', messages.common.idProblem);
  return id;
}
