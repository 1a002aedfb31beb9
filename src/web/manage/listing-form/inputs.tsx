import { useEffect, useId, useState } from 'preact/hooks';
import { fieldNamed } from '../../../domain/listing/listing-fields.ts';
import { completeUrl, Field, type Problem } from '../../client/fields.tsx';
import { asRefused, query } from '../../client/graphql.ts';
import { messages } from '../../words/messages.ts';
import { MARKDOWN_PREVIEW } from '../documents.ts';

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

const labels = messages.fields;

/** The long description, with a preview. The service renders the preview as it renders the public page. */
export function MarkdownInput({
  value,
  problem,
  onChange,
}: {
  value: string;
  problem: Problem | undefined;
  onChange: (value: string) => void;
}) {
  const [preview, setPreview] = useState<string>();
  const [failure, setFailure] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    try {
      const { markdownPreview } = await query(MARKDOWN_PREVIEW, { text: value });
      setPreview(markdownPreview);
      setFailure(undefined);
    } catch (error) {
      setFailure(asRefused(error));
    } finally {
      setBusy(false);
    }
  };
  // Whoever has to correct the text needs its field.
  useEffect(() => {
    if (problem) setPreview(undefined);
  }, [problem]);
  const isPreview = preview !== undefined;
  return (
    <Field
      label={labels.longDescription}
      hint={labels.longDescriptionHint}
      problem={problem ?? failure}
      isOptional
    >
      {(control) => (
        <div class="markdown">
          <div class="switch">
            <button type="button" aria-pressed={!isPreview} onClick={() => setPreview(undefined)}>
              {labels.write}
            </button>
            <button type="button" aria-pressed={isPreview} aria-busy={isBusy} onClick={() => void show()}>
              {labels.preview}
            </button>
          </div>
          <div hidden={isPreview}>
            <textarea
              {...control}
              rows={12}
              value={value}
              onInput={(event) => onChange(event.currentTarget.value)}
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
  return (
    <p class={count > max ? 'counter problem' : 'counter'}>{messages.fields.characters({ count, max })}</p>
  );
}
