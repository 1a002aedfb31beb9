import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { texts } from '../texts.ts';

/**
 * A control of a form with its label, its hint and its problem.
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
