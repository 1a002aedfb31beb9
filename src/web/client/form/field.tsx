import { type ComponentChildren, Fragment } from 'preact';
import { useId, useState } from 'preact/hooks';
import { messages } from '../../words/messages.ts';
import type { ProblemLink } from '../request/refused.ts';

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
