import {
  type ComponentChildren,
  createContext,
  Fragment,
  type PartialInputHTMLAttributes,
  type RefObject,
} from 'preact';
import { useContext, useId, useState } from 'preact/hooks';
import { messages } from '../words/messages.ts';
import type { ProblemLink } from './graphql.ts';

/** What is wrong with a field: a refusal, or a part of one. Each refusal is another object. */
export interface Problem {
  readonly message: string;
  readonly links?: readonly ProblemLink[];
}

/** Which field the refusals of the form around are about, and what is wrong with it. */
export const FormProblem = createContext<{ field?: string; problem?: Problem | undefined }>({});

export interface FieldProps {
  /** By which `ActForm` gets its value. */
  readonly name?: string | undefined;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: Problem | undefined;
  readonly isOptional?: boolean;
  /** Whether the form has no other message about problems: screen readers then announce this one. */
  readonly isAlone?: boolean;
}

/**
 * A control of a form with its label, its hint and its problem. The problem disappears when the reader changes the
 * control.
 */
export function Field({
  name,
  label,
  hint,
  problem: ownProblem,
  isOptional,
  isAlone: isAloneByItself = false,
  children,
}: FieldProps & {
  children: (control: {
    id: string;
    name: string | undefined;
    'aria-describedby': string;
    'aria-invalid': boolean;
  }) => ComponentChildren;
}) {
  const id = useId();
  const form = useContext(FormProblem);
  const isOfForm = name !== undefined && name === form.field;
  const problem = isOfForm ? form.problem : ownProblem;
  const isAlone = isAloneByItself || isOfForm;
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
        name,
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

type Attribute =
  | 'inputMode'
  | 'min'
  | 'max'
  | 'maxLength'
  | 'placeholder'
  | 'readOnly'
  | 'required'
  | 'spellcheck'
  | 'onBlur'
  | 'onChange'
  | 'onFocus';

export type InputFieldProps = FieldProps &
  Pick<PartialInputHTMLAttributes<HTMLInputElement>, Attribute> & {
    readonly type?: 'text' | 'search' | 'date' | 'datetime-local';
    readonly value?: string;
    readonly defaultValue?: string;
    readonly onValue?: (value: string) => void;
    readonly inputRef?: RefObject<HTMLInputElement | null>;
    /** What stands in the line of the input. */
    readonly beside?: ComponentChildren;
    /** What stands below the input. */
    readonly below?: ComponentChildren;
  };

/** A field with an input of one line. It gets all other attributes. A URL without a scheme becomes complete. */
export function InputField({
  name,
  label,
  hint,
  problem,
  isOptional = false,
  isAlone = false,
  onValue,
  type = 'text',
  inputRef,
  beside,
  below,
  ...attributes
}: InputFieldProps) {
  const input = (control: object) => (
    <input
      // The types of JSX cannot tell the attributes of an input whose type varies.
      type={type as 'text'}
      autocomplete="off"
      onInput={(event) => onValue?.(event.currentTarget.value)}
      onChange={(event) =>
        attributes.inputMode === 'url' && onValue?.(completeUrl(event.currentTarget.value))
      }
      {...control}
      {...attributes}
      ref={inputRef ?? null}
    />
  );
  return (
    <Field {...{ name, label, hint, problem, isOptional, isAlone }}>
      {(control) => (
        <>
          {beside ? (
            <div class="[&>input]:flex-[1_1_11rem] [&>input]:w-auto flex flex-wrap gap-2 items-start">
              {input(control)}
              {beside}
            </div>
          ) : (
            input(control)
          )}
          {below}
        </>
      )}
    </Field>
  );
}

/**
 * A field with a list of options: the value and the label of each.
 *
 * @param props.value where the page keeps the value; without it, the form reads the field by its name
 * @param props.defaultValue for a form that keeps its values: another one is reset to the first option
 */
export function SelectField<Value extends string>({
  name,
  label,
  hint,
  value,
  defaultValue,
  options,
  onValue,
}: Pick<FieldProps, 'name' | 'label' | 'hint'> & {
  value?: Value;
  defaultValue?: Value;
  options: readonly (readonly [Value, string])[];
  onValue?: (value: Value) => void;
}) {
  return (
    <Field name={name} label={label} hint={hint}>
      {(control) => (
        <select
          {...control}
          {...(value !== undefined && { value })}
          onChange={(event) => onValue?.(event.currentTarget.value as Value)}
        >
          {options.map(([each, text]) => (
            <option key={each} value={each} selected={each === defaultValue}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A field for several lines. */
export function TextArea({
  rows,
  'aria-keyshortcuts': shortcut,
  ...field
}: FieldProps & { rows: number; 'aria-keyshortcuts'?: string }) {
  return (
    <Field {...field}>
      {(control) => <textarea {...control} rows={rows} aria-keyshortcuts={shortcut} />}
    </Field>
  );
}

/** A host with at least two labels, with or without a port and what follows it. */
const WITHOUT_SCHEME = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#]\S*)?$/u;

/** Completes a typed address such as `example.com` to `https://example.com`. Everything else stays as it is. */
function completeUrl(typed: string): string {
  const text = typed.trim();
  return WITHOUT_SCHEME.test(text) ? `https://${text}` : typed;
}
