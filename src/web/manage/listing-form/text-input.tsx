import { completeUrl } from '../../client/form/complete-url.ts';
import { Field, type Problem } from '../../client/form/field.tsx';
import { Counter } from './counter.tsx';

export interface TextOptions {
  readonly hint?: string;
  /** The most characters, which a counter then shows. */
  readonly max?: number;
  readonly isOptional?: boolean;
  readonly isRequired?: boolean;
  readonly inputMode?: 'url';
}

/** A field of one line. */
export function TextInput({
  label,
  value,
  problem,
  onChange,
  hint,
  max,
  isOptional = false,
  isRequired = false,
  inputMode,
}: TextOptions & {
  label: string;
  value: string;
  problem: Problem | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} hint={hint} problem={problem} isOptional={isOptional}>
      {(control) => (
        <>
          <input
            {...control}
            value={value}
            required={isRequired}
            inputMode={inputMode}
            autocomplete="off"
            onInput={(event) => onChange(event.currentTarget.value)}
            onChange={(event) => inputMode === 'url' && onChange(completeUrl(event.currentTarget.value))}
          />
          {max !== undefined && <Counter value={value} max={max} />}
        </>
      )}
    </Field>
  );
}
