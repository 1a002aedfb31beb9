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

/** A text as the public page shows it. */
export const PREVIEW =
  'preview max-h-128 overflow-auto framed border-dashed border-border rounded-small p-4 [&>:last-child]:mb-0';
const SWITCH = 'rounded-none px-4 py-[.3rem] font-regular aria-pressed:bg-fill aria-pressed:text-on-fill';

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
        <div>
          <div class="flex mb-2">
            <button
              type="button"
              class={`${SWITCH} rounded-s-small`}
              aria-pressed={!isPreview}
              onClick={() => setPreview(undefined)}
            >
              {labels.write}
            </button>
            <button
              type="button"
              class={`${SWITCH} border-s-0 rounded-e-small`}
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
          {preview === '' && <p class={`${PREVIEW} muted min-h-76 m-0`}>{labels.previewEmpty}</p>}
          {preview && (
            <section
              class={`${PREVIEW} text min-h-76`}
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

/** Below the ring around a field with the focus. */
const COUNTER = 'mt-[.35rem] mb-1 text-small text-end tabular-nums';

/** Counts code points, as the service does. */
export function Counter({ value, max }: { value: string; max: number }) {
  const count = [...value].length;
  return (
    <p class={`${COUNTER} ${count > max ? 'problem' : 'text-muted'}`}>{labels.characters({ count, max })}</p>
  );
}
