import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { OutcomeLine, useAction } from './action.tsx';
import { Refused } from './api.ts';
import { texts } from './texts.ts';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly isBusy?: boolean;
  readonly kind?: 'main' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly onClick?: () => void;
  readonly label?: string | undefined;
  readonly shortcut?: string;
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
}

/** Keeps the focus while it is busy, which a disabled button would lose. */
export function Button(props: ButtonProps) {
  const { children, isBusy = false, kind = 'quiet', type = 'button', onClick, label, shortcut } = props;
  return (
    <button
      ref={props.buttonRef ?? null}
      type={type}
      class={kind === 'main' ? 'button' : kind}
      aria-label={label}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      aria-keyshortcuts={shortcut}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.();
      }}
    >
      {children}
    </button>
  );
}

/** A button for what cannot be undone: pressed, it says what happens and asks. The focus goes along, and comes back. */
export function ConfirmButton({
  children,
  label,
  warning,
  confirm,
  isBusy,
  onConfirm,
}: {
  children: string;
  label?: string;
  warning: string;
  confirm?: string;
  isBusy: boolean;
  onConfirm: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const wasAsking = useRef(false);
  const first = useRef<HTMLButtonElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  const warningId = useId();
  useEffect(() => {
    if (isAsking) again.current?.focus();
    else if (wasAsking.current) first.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <Button kind="danger" isBusy={isBusy} label={label} buttonRef={first} onClick={() => setAsking(true)}>
        {children}
      </Button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div
      class="confirm"
      role="group"
      aria-labelledby={warningId}
      onKeyDown={(event) => event.key === 'Escape' && setAsking(false)}
    >
      <p id={warningId}>{warning}</p>
      <div class="actions">
        <Button
          kind="danger"
          buttonRef={again}
          onClick={() => {
            setAsking(false);
            onConfirm();
          }}
        >
          {confirm ?? children}
        </Button>
        <Button onClick={() => setAsking(false)}>{texts.cancel}</Button>
      </div>
    </div>
  );
}

/**
 * A form's labelled control, with what helps and what is wrong tied to it.
 *
 * @param isAlone whether nothing else says that something is wrong, so that the problem is read out
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
  problem?: string | undefined;
  isOptional?: boolean;
  isAlone?: boolean;
  children: (control: {
    id: string;
    'aria-describedby': string;
    'aria-invalid': boolean;
  }) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        {label} {isOptional && <span class="muted">({texts.optional})</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': `${id}-hint ${id}-problem`,
        'aria-invalid': problem !== undefined,
      })}
      <p class="problem" id={`${id}-problem`} role={isAlone ? 'alert' : undefined}>
        {problem}
      </p>
    </div>
  );
}

/** A form of one field with its button beside it. What is wrong with the field gets the focus there. */
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
  /** @returns whether it was taken */
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

/** Something that is shown this one time, with a button that copies it. The focus goes there, so that it is read out. */
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

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { outcome, run } = useAction();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      throw new Refused('NOT_COPIED', texts.notCopied);
    }
    return texts.copied;
  };
  return (
    <span class="copy">
      <Button label={label} onClick={() => void run(copy)}>
        {texts.copy}
      </Button>
      <OutcomeLine outcome={outcome} />
    </span>
  );
}
