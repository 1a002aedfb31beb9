import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { messages } from '../words/messages.ts';

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly isBusy?: boolean;
  /** Whether it is out of use. It keeps its focus, as it does while it is busy. */
  readonly isOff?: boolean;
  readonly kind?: 'main' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly onClick?: () => void;
  /** The accessible name, where it is not the text. */
  readonly label?: string | undefined;
  /** The key that presses it. */
  readonly shortcut?: string;
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
}

/** A button that ignores clicks while it is busy or off. It is not disabled then, which would take its focus. */
export function Button({
  children,
  isBusy = false,
  isOff = false,
  kind = 'quiet',
  type = 'button',
  onClick,
  label,
  shortcut,
  buttonRef,
}: ButtonProps) {
  return (
    <button
      ref={buttonRef ?? null}
      type={type}
      class={kind === 'main' ? 'button' : kind}
      aria-label={label}
      aria-disabled={isBusy || isOff}
      aria-busy={isBusy}
      aria-keyshortcuts={shortcut}
      onClick={(event) => {
        if (isBusy || isOff) event.preventDefault();
        else onClick?.();
      }}
    >
      {children}
    </button>
  );
}

export interface ConfirmButtonProps {
  readonly children: string;
  readonly label?: string | undefined;
  readonly kind?: ButtonProps['kind'];
  readonly warning: string;
  readonly confirm?: string;
  readonly keep?: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
}

/**
 * A button for an action that cannot be undone. It shows a warning first, and asks for a confirmation. The focus moves
 * to the confirmation, and back on cancel.
 *
 * @param kind of the first button: `quiet` for an action that does no harm but to unsaved input
 * @param label the accessible name of both buttons, where it is not the text
 * @param confirm the text of the second button, where it differs from the first
 * @param keep the text of the button that does nothing, where “Cancel” could be taken for the action
 */
export function ConfirmButton({
  children,
  kind = 'danger',
  label,
  warning,
  confirm,
  keep = messages.common.cancel,
  isBusy,
  onConfirm,
}: ConfirmButtonProps) {
  /** Undefined until the first click. */
  const [isAsking, setAsking] = useState<boolean>();
  const first = useRef<HTMLButtonElement>(null);
  const second = useRef<HTMLButtonElement>(null);
  const warningId = useId();
  useEffect(() => {
    if (isAsking) second.current?.focus();
    else if (isAsking === false) first.current?.focus();
  }, [isAsking]);
  if (!isAsking) {
    return (
      <Button kind={kind} label={label} isBusy={isBusy} buttonRef={first} onClick={() => setAsking(true)}>
        {children}
      </Button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields
    <div
      class="confirm line-s border-s-4 border-s-bad ps-3"
      role="group"
      aria-labelledby={warningId}
      onKeyDown={(event) => event.key === 'Escape' && setAsking(false)}
    >
      <p class="m-0 mb-2" id={warningId}>
        {warning}
      </p>
      <div class="actions">
        <Button
          kind="danger"
          label={label}
          buttonRef={second}
          onClick={() => {
            setAsking(false);
            onConfirm();
          }}
        >
          {confirm ?? children}
        </Button>
        <Button onClick={() => setAsking(false)}>{keep}</Button>
      </div>
    </div>
  );
}
