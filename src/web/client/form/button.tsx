import type { ComponentChildren, RefObject } from 'preact';

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
export function Button(props: ButtonProps) {
  const {
    children,
    isBusy = false,
    isOff = false,
    kind = 'quiet',
    type = 'button',
    onClick,
    label,
    shortcut,
  } = props;
  return (
    <button
      ref={props.buttonRef ?? null}
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
