import { useId } from 'preact/hooks';
import type { Problem } from '../../client/form/field.tsx';

/** A group of checkboxes. */
export function Choices({
  isWide = false,
  legend,
  hint,
  problem,
  offered,
  chosen,
  onChange,
}: {
  /** Fewer columns, for long labels. */
  isWide?: boolean;
  legend: string;
  hint?: string;
  problem: Problem | undefined;
  /** Value and label of each checkbox. */
  offered: readonly (readonly [string, string])[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const id = useId();
  return (
    <fieldset class={isWide ? 'choices wide' : 'choices'} aria-describedby={`${id}-hint ${id}-problem`}>
      <legend>{legend}</legend>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div>
        {offered.map(([value, label]) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              aria-invalid={problem !== undefined}
              onChange={({ currentTarget }) =>
                onChange(
                  currentTarget.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
                )
              }
            />
            {label}
          </label>
        ))}
      </div>
      <p class="problem" id={`${id}-problem`}>
        {problem?.message}
      </p>
    </fieldset>
  );
}
