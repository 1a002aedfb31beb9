import { Fragment } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { asRefused, type Outcome, OutcomeLine } from './action.tsx';
import { ask, type FieldProblem } from './api.ts';
import { Button, Field } from './controls.tsx';
import { MARKDOWN_PREVIEW, type Tag } from './documents.ts';
import { LINKS, type ListingFields } from './listing-fields.ts';
import { areSame, type Merged, mergeFields } from './merge-fields.ts';
import { useWarningBeforeLeaving } from './parts.tsx';
import { texts } from './texts.ts';

const labels = texts.fields;
const MAX_TAGS = 5;

/** The fields of a listing, for submitting and for editing it. */
export function ListingForm({
  initial,
  tags,
  isBusy,
  outcome,
  sendLabel,
  onSend,
  onSent,
  onChanged,
  onLoadNewest,
}: {
  initial: ListingFields;
  tags: readonly Tag[];
  isBusy: boolean;
  outcome: Outcome;
  sendLabel: string;
  /** @returns what is stored then; undefined when it was refused */
  onSend: (fields: ListingFields) => Promise<ListingFields | undefined>;
  onSent?: () => void;
  /** Told whether there is something to be lost. */
  onChanged?: (isChanged: boolean) => void;
  /**
   * Offered when somebody else was faster.
   *
   * @returns what is stored by now; undefined when it could not be loaded
   */
  onLoadNewest?: () => Promise<ListingFields | undefined>;
}) {
  const [fields, setFields] = useState(initial);
  // What is stored, as far as it is known here.
  const base = useRef(initial);
  const [merged, setMerged] = useState<Merged>();
  const form = useRef<HTMLFormElement>(null);
  const hintId = useId();
  const problems = outcome?.kind === 'refused' ? outcome.refusal.problems : [];
  // Such as the id of a bot, which is not asked for here.
  const elsewhere = problems.filter(({ field }) => !(field in fields));
  const set = <Name extends keyof ListingFields>(name: Name, value: ListingFields[Name]) =>
    setFields((before) => ({ ...before, [name]: value }));

  useFocusOnProblem(form.current, problems);
  const isChanged = !areSame(fields, base.current);
  useEffect(() => onChanged?.(isChanged), [onChanged, isChanged]);
  useWarningBeforeLeaving(() => !areSame(fields, base.current));
  const send = async () => {
    setMerged(undefined);
    const stored = isBusy ? undefined : await onSend(fields);
    if (!stored) return;
    base.current = stored;
    // What was typed meanwhile is still to be saved.
    setFields((now) => (now === fields ? stored : now));
    onSent?.();
  };

  const isConflict = outcome?.kind === 'refused' && outcome.refusal.code === 'CONFLICT';
  const loadNewest = async () => {
    const newest = await onLoadNewest?.();
    if (!newest) return;
    const before = base.current;
    base.current = newest;
    setMerged(mergeFields(before, fields, newest));
    setFields((now) => mergeFields(before, now, newest).fields);
    form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  };

  const text = (name: TextField, options: TextOptions = {}) => (
    <TextInput
      {...options}
      label={labels[name]}
      value={fields[name]}
      problem={problemOf(problems, name)}
      onChange={(value) => set(name, value)}
    />
  );
  // A name of the owner's own is not to be overwritten the next day.
  const rename = (name: string) => setFields((before) => ({ ...before, name, followsPlatform: false }));
  return (
    <form
      ref={form}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextInput
        max={100}
        isRequired
        label={labels.name}
        value={fields.name}
        problem={problemOf(problems, 'name')}
        onChange={rename}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={fields.followsPlatform}
          aria-describedby={hintId}
          onChange={(event) => set('followsPlatform', event.currentTarget.checked)}
        />
        {labels.followsPlatform}
      </label>
      <p class="hint" id={hintId}>
        {labels.followsPlatformHint}
      </p>
      {text('shortDescription', { max: 150, hint: labels.shortDescriptionHint, isRequired: true })}
      <MarkdownInput
        value={fields.longDescription}
        problem={problemOf(problems, 'longDescription')}
        onChange={(value) => set('longDescription', value)}
      />
      <Choices
        legend={labels.tags}
        hint={labels.tagsHint(fields.tags.length, MAX_TAGS)}
        problem={problemOf(problems, 'tags')}
        offered={tags.map(({ slug, label }) => [slug, label])}
        chosen={fields.tags}
        onChange={(chosen) => set('tags', chosen)}
      />
      <Choices
        isWide
        legend={labels.inviteScopes}
        problem={problemOf(problems, 'inviteScopes')}
        offered={[
          ['bot', labels.scopeBot],
          ['applications.commands', labels.scopeCommands],
        ]}
        chosen={fields.inviteScopes}
        onChange={(chosen) => set('inviteScopes', chosen)}
      />
      <div class="beside">
        {text('invitePermissions', { hint: labels.invitePermissionsHint, inputMode: 'numeric' })}
        {text('prefix', { hint: labels.prefixHint, isOptional: true })}
        {LINKS.map((name) => (
          <Fragment key={name}>
            {text(name, { hint: labels.linkHint, isOptional: true, inputMode: 'url' })}
          </Fragment>
        ))}
      </div>
      {problems.length > 0 && (
        <p class="problem" role="alert">
          {elsewhere.map(({ message }) => `${message} `)}
          {problems.length > elsewhere.length && labels.someWrong(problems.length - elsewhere.length)}
        </p>
      )}
      <div class="actions">
        <Button kind="main" type="submit" isBusy={isBusy}>
          {sendLabel}
        </Button>
        {isConflict && onLoadNewest && <Button onClick={() => void loadNewest()}>{labels.loadNewest}</Button>}
        <OutcomeLine outcome={said(outcome, merged)} />
      </div>
    </form>
  );
}

type TextField = Exclude<
  keyof ListingFields,
  'tags' | 'inviteScopes' | 'longDescription' | 'followsPlatform'
>;

interface TextOptions {
  readonly hint?: string;
  readonly max?: number;
  readonly isOptional?: boolean;
  readonly isRequired?: boolean;
  readonly inputMode?: 'numeric' | 'url';
}

/** Problems are said where they are. */
function said(outcome: Outcome, merged: Merged | undefined): Outcome {
  if (outcome) return outcome.kind === 'refused' && outcome.refusal.problems.length > 0 ? undefined : outcome;
  if (!merged) return undefined;
  const namesOf = (names: Merged['both']) => names.map((name) => labels[name]).join(', ');
  const { theirs, both } = merged;
  const sentences = [
    labels.kept,
    theirs.length > 0 && labels.theirs(namesOf(theirs)),
    both.length > 0 && labels.both(namesOf(both)),
  ];
  return { kind: 'done', text: sentences.filter((sentence) => sentence !== false).join(' ') };
}

function problemOf(problems: readonly FieldProblem[], field: string): string | undefined {
  return problems.find((problem) => problem.field === field)?.message;
}

function useFocusOnProblem(form: HTMLFormElement | null, problems: readonly FieldProblem[]): void {
  const shown = useRef(problems);
  useLayoutEffect(() => {
    if (problems === shown.current || problems.length === 0) return;
    shown.current = problems;
    form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  });
}

function TextInput({
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
  problem: string | undefined;
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
          />
          {max !== undefined && <Counter value={value} max={max} />}
        </>
      )}
    </Field>
  );
}

/** As people count: in code points. */
function Counter({ value, max }: { value: string; max: number }) {
  const count = [...value].length;
  return <p class={count > max ? 'counter problem' : 'counter'}>{labels.characters(count, max)}</p>;
}

function Choices({
  isWide = false,
  legend,
  hint,
  problem,
  offered,
  chosen,
  onChange,
}: {
  /** Labels of several words, in fewer columns. */
  isWide?: boolean;
  legend: string;
  hint?: string;
  problem: string | undefined;
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
        {problem}
      </p>
    </fieldset>
  );
}

/** Markdown, and what becomes of it: rendered by the service, as it will be on the page. */
function MarkdownInput({
  value,
  problem,
  onChange,
}: {
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}) {
  const [preview, setPreview] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    try {
      const answer = await ask(MARKDOWN_PREVIEW, { text: value });
      setPreview(answer.markdownPreview);
      setFailure(undefined);
    } catch (error) {
      setFailure(asRefused(error).message);
    } finally {
      setBusy(false);
    }
  };
  const isPreview = preview !== undefined;
  return (
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
        <Field
          label={labels.longDescription}
          hint={labels.longDescriptionHint}
          problem={problem ?? failure}
          isOptional
        >
          {(control) => (
            <>
              <textarea
                {...control}
                rows={12}
                value={value}
                onInput={(event) => onChange(event.currentTarget.value)}
              />
              <Counter value={value} max={20_000} />
            </>
          )}
        </Field>
      </div>
      {preview === '' && <p class="preview muted">{labels.previewEmpty}</p>}
      {preview && (
        <section
          class="preview text"
          aria-label={labels.preview}
          // The service has made it safe for any page.
          dangerouslySetInnerHTML={{ __html: preview }}
        />
      )}
    </div>
  );
}
