import { useEffect, useState } from 'preact/hooks';
import { fieldNamed } from '../../../domain/listing/listing-fields.ts';
import { Field, type Problem } from '../../client/form/field.tsx';
import { query } from '../../client/request/graphql.ts';
import { asRefused } from '../../client/request/refused.ts';
import { messages } from '../../words/messages.ts';
import { Counter } from './counter.tsx';
import { MARKDOWN_PREVIEW } from './documents.ts';

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
