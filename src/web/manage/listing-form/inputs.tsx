import { useEffect, useId, useState } from 'preact/hooks';
import { fieldNamed } from '../../../terms/listing-fields.ts';
import { Acts, useActs } from '../../client/act.tsx';
import { Field, type Problem } from '../../client/fields.tsx';
import { query } from '../../client/graphql.ts';
import { messages } from '../../words/messages.ts';
import { MARKDOWN_PREVIEW } from '../documents.ts';

const labels = messages.fields;

/** What the form gives to the control of a field. */
export interface ControlProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly problem: Problem | undefined;
  readonly onValue: (value: Value) => void;
}

/** A group of checkboxes. */
export function Choices({
  isWide = false,
  label: legend,
  hint,
  problem,
  offered,
  value: chosen,
  onValue,
}: ControlProps<string[]> & {
  /** Fewer columns, for long labels. */
  isWide?: boolean;
  hint?: string;
  /** Value and label of each checkbox. */
  offered: readonly (readonly [string, string])[];
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
                onValue(
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

/** The long description, with a preview. The service renders the preview as it renders the public page. */
export function MarkdownInput(props: ControlProps<string>) {
  return (
    <Acts>
      <WithPreview {...props} />
    </Acts>
  );
}

function WithPreview({ label, value, problem, onValue }: ControlProps<string>) {
  const [preview, setPreview] = useState<string>();
  const { isBusy, outcome, act } = useActs();
  const failure = outcome?.kind === 'refused' ? outcome.refusal : undefined;
  const load = async () => {
    setPreview((await query(MARKDOWN_PREVIEW, { text: value })).markdownPreview);
  };
  // Whoever has to correct the text needs its field.
  useEffect(() => {
    if (problem) setPreview(undefined);
  }, [problem]);
  const isPreview = preview !== undefined;
  return (
    <Field label={label} hint={labels.longDescriptionHint} problem={problem ?? failure} isOptional>
      {(control) => (
        <div class="markdown">
          <div class="switch">
            <button type="button" aria-pressed={!isPreview} onClick={() => setPreview(undefined)}>
              {labels.write}
            </button>
            <button
              type="button"
              aria-pressed={isPreview}
              aria-busy={isBusy}
              onClick={() => void act(load, { isRead: true })}
            >
              {labels.preview}
            </button>
          </div>
          <div hidden={isPreview}>
            <textarea
              {...control}
              rows={12}
              value={value}
              onInput={(event) => onValue(event.currentTarget.value)}
            />
            <Counter value={value} max={fieldNamed('longDescription').max} />
          </div>
          {preview === '' && <p class="preview muted">{labels.previewEmpty}</p>}
          {preview && (
            <section
              class="preview text"
              aria-label={labels.preview}
              // The service has sanitized it.
              dangerouslySetInnerHTML={{ __html: preview }}
            />
          )}
        </div>
      )}
    </Field>
  );
}

/** Counts code points, as the service does. */
export function Counter({ value, max }: { value: string; max: number }) {
  const count = [...value].length;
  return <p class={count > max ? 'counter problem' : 'counter'}>{labels.characters({ count, max })}</p>;
}
