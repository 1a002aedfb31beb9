import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { messages } from '../../words/messages.ts';
import { Button, type ButtonProps } from './button.tsx';

/**
 * A button for an action that cannot be undone. It shows a warning first, and asks for a confirmation. The focus moves
 * to the confirmation, and back on cancel.
 *
 * @param kind of the first button: `quiet` for an action that does no harm but to unsaved input
 * @param confirm the text of the second button, where it differs from the first
 */
export function ConfirmButton({
  children,
  kind = 'danger',
  label,
  warning,
  confirm,
  isBusy,
  onConfirm,
}: {
  children: string;
  kind?: ButtonProps['kind'];
  label?: string;
  warning: string;
  confirm?: string;
  isBusy: boolean;
  onConfirm: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const wasAsking = useRef(false);
  const first = useRef<HTMLButtonElement>(null);
  const second = useRef<HTMLButtonElement>(null);
  const warningId = useId();
  useEffect(() => {
    if (isAsking) second.current?.focus();
    else if (wasAsking.current) first.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <Button kind={kind} isBusy={isBusy} label={label} buttonRef={first} onClick={() => setAsking(true)}>
        {children}
      </Button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields
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
          buttonRef={second}
          onClick={() => {
            setAsking(false);
            onConfirm();
          }}
        >
          {confirm ?? children}
        </Button>
        <Button onClick={() => setAsking(false)}>{messages.common.cancel}</Button>
      </div>
    </div>
  );
}
