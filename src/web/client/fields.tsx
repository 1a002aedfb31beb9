import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { messages } from '../words/messages.ts';
import { Button, type ButtonProps, CopyButton } from './buttons.tsx';
import { type ProblemLink, Refused } from './graphql.ts';

/** What is wrong with a field: a refusal, or a part of one. Each refusal is another object. */
export interface Problem {
  readonly message: string;
  readonly links?: readonly ProblemLink[];
}

/**
 * A control of a form with its label, its hint and its problem. The problem disappears when the reader changes the
 * control.
 *
 * @param isAlone whether the form has no other message about problems: screen readers then announce this one
 */
export function Field({
  label,
  hint,
  problem,
  isOptional,
  isAlone = false,
  children,
}: {
  label: string;
  hint?: string | undefined;
  problem?: Problem | undefined;
  isOptional?: boolean;
  isAlone?: boolean;
  children: (control: {
    id: string;
    'aria-describedby': string;
    'aria-invalid': boolean;
  }) => ComponentChildren;
}) {
  const id = useId();
  const [corrected, setCorrected] = useState<Problem>();
  const standing = problem === corrected ? undefined : problem;
  return (
    <div class="field" onInput={() => setCorrected(problem)}>
      <label for={id}>
        {label} {isOptional && <span class="muted">({messages.common.optional})</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': `${id}-hint ${id}-problem`,
        'aria-invalid': standing !== undefined,
      })}
      <p class="problem" id={`${id}-problem`} role={isAlone ? 'alert' : undefined}>
        {standing?.message}
        {standing?.links?.map(({ href, label }) => (
          <Fragment key={href}>
            {' '}
            <a href={href}>{label}</a>
          </Fragment>
        ))}
      </p>
    </div>
  );
}

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

/** A secret that is shown once, with a button that copies it. It gets the focus, so that screen readers announce it. */
export function Secret({ label, hint, value }: { label: string; hint: string; value: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <div class="secret">
      <Field label={label} hint={hint}>
        {(control) => (
          <div class="joined">
            <input {...control} ref={field} readOnly value={value} autocomplete="off" spellcheck={false} />
            <CopyButton text={value} />
          </div>
        )}
      </Field>
    </div>
  );
}

/** A host with at least two labels, with or without a port and what follows it. */
const WITHOUT_SCHEME = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#]\S*)?$/u;

/** Completes a typed address such as `example.com` to `https://example.com`. Everything else stays as it is. */
export function completeUrl(typed: string): string {
  const text = typed.trim();
  return WITHOUT_SCHEME.test(text) ? `https://${text}` : typed;
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
